import Cloud
import Core
import Foundation
import Mocks
import Testing

/// Random days of a chain, beside a plain list of what has happened.
@Suite(.timeLimit(.minutes(5)))
struct ChainOracleTests {
    /// What must be true, worked out anew from the whole history at every step.
    private struct Oracle {
        struct Failure {
            let date: Date
            let link: String
            let feed: String
            let code: ErrorCode
            let retryAfter: Double?
            /// Whether it came while the backend was closed for the same reason.
            let wasClosed: Bool
            let until: Date?
        }

        var history: [Failure] = []

        static let rules: [ErrorCode: (isWhole: Bool, first: Double, longest: Double)] = [
            .accessClosed: (true, 3600, 86_400), .rateLimited: (true, 60, 86_400), .forbidden: (false, 3600, 86_400),
            .notFound: (false, 190_800, 190_800), .serverError: (false, 60, 1800), .malformed: (false, 600, 21_600),
        ]

        /// The last failure that closed the backend for everything, or for the feed.
        private func last(_ link: String, _ feed: String, isWhole: Bool) -> Failure? {
            history.last { failure in
                guard failure.link == link, let rule = Self.rules[failure.code] else { return false }
                return rule.isWhole == isWhole && (isWhole || failure.feed == feed)
            }
        }

        func closed(_ link: String, _ feed: String, now: Date) -> Date? {
            for isWhole in [true, false] {
                if let until = last(link, feed, isWhole: isWhole)?.until, until > now { return until }
            }
            return nil
        }

        mutating func fail(_ link: String, _ feed: String, _ code: ErrorCode, _ retryAfter: Double?, now: Date) -> Date?
        {
            guard let rule = Self.rules[code] else { return nil }
            let before = last(link, feed, isWhole: rule.isWhole)
            let same = before.flatMap { $0.code == code && ($0.until ?? now) + 86_400 > now ? $0 : nil }
            let wasClosed = same.flatMap(\.until).map { $0 > now } ?? false
            var until = now + (retryAfter.map { min($0, rule.longest) } ?? 0)
            if retryAfter == nil {
                // One strike for each failure of the run that did not come while it was closed.
                var strikes = wasClosed ? 0 : 1
                var newest = now
                for failure in history.reversed() {
                    guard failure.link == link, let other = Self.rules[failure.code], other.isWhole == rule.isWhole,
                        rule.isWhole || failure.feed == feed
                    else { continue }
                    guard failure.code == code, let end = failure.until, end + 86_400 > newest else { break }
                    strikes += failure.wasClosed ? 0 : 1
                    newest = failure.date
                }
                let seconds = min(rule.first * pow(2, Double(max(1, strikes) - 1)), rule.longest)
                until = max(now + seconds, wasClosed ? same?.until ?? now : now)
            }
            history.append(
                Failure(
                    date: now, link: link, feed: feed, code: code, retryAfter: retryAfter, wasClosed: wasClosed,
                    until: until))
            return until
        }

        mutating func answer(_ link: String, _ feed: String) {
            history.removeAll { failure in
                failure.link == link && (Self.rules[failure.code]?.isWhole == true || failure.feed == feed)
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func aChainDoesWhatItsHistorySays(_ seed: UInt64) async throws {
        let random = SeededRandomSource(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let world = ChainWorld("one", "two", "three")
        let codes = Array(Oracle.rules.keys).sorted { $0.rawValue < $1.rawValue } + [.timedOut, .captivePortal]
        var oracle = Oracle()
        var memory = world.memory
        for step in 0..<400 {
            if pick(20) == 0 {
                await memory.flush()
                memory = SuspensionStore(store: world.store, time: world.clock)
            }
            world.clock.advance(by: .seconds([1, 30, 60, 600, 3600, 7200, 90_000][pick(7)]))
            let now = world.clock.now
            let feed = "feed\(pick(2))"
            let isManual = pick(5) == 0
            // What each backend would say now: an answer, or a failure.
            let says: [String: (code: ErrorCode, retryAfter: Double?)?] = Dictionary(
                uniqueKeysWithValues: world.names.map { name in
                    guard pick(3) > 0 else { return (name, nil) }
                    return (name, (codes[pick(codes.count)], pick(4) == 0 ? Double(1 + pick(200)) : nil))
                })
            for (name, answer) in says {
                world[name].answers { _ in
                    guard let answer else { return .mock("t3_a") }
                    throw NetworkError(answer.code, retryAfter: answer.retryAfter.map { .seconds($0) })
                }
            }
            var skipped: [FeedProvenance.Skipped] = []
            var source: String?
            for name in world.names {
                if !isManual, let until = oracle.closed(name, feed, now: now) {
                    skipped.append(.init(backend: name, reason: .suspendedEarlier, until: until))
                    continue
                }
                guard let answer = says[name] ?? nil else {
                    oracle.answer(name, feed)
                    source = name
                    break
                }
                let until = oracle.fail(name, feed, answer.code, answer.retryAfter, now: now)
                skipped.append(.init(backend: name, reason: .failure, code: answer.code, until: until))
            }

            let posts = ChainedPostProvider(
                site: .reddit, suspensions: memory, time: world.clock,
                links: world.names.map { name in
                    ChainLink(
                        name, host: name, provider: world.providers[name] ?? MockOnlinePostProvider(site: .reddit))
                })
            var request = PageRequest(feed: ChainWorld.feed(feed))
            request.isManual = isManual
            let answered: String?
            do {
                answered = try await posts.fetchPage(request).source
            } catch is NetworkError {
                answered = nil
            }
            let told = posts.provenance(of: request.feed)?.skipped.map { told in
                // The oracle does not say why a backend was remembered.
                var told = told
                if told.reason == .suspendedEarlier { told.code = nil }
                return told
            }
            try #require(answered == source, "seed \(seed), step \(step)")
            try #require(told == (source == nil ? nil : skipped), "seed \(seed), step \(step)")
        }
    }
}
