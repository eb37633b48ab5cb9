import Core
import Foundation

/// Asks several roads one after the other until one answers: what the chains of posts and of threads share.
///
/// - A road that is remembered as closed is passed over, unless a person asks.
/// - A road that fails is passed over too, and ``RoadMemory`` learns of it.
/// - Where the device has no network at all, no further road is asked. Where nobody can connect to a host, no other road
///   to the same host is.
/// - A cancelled task asks nobody any more, and closes nothing.
///
/// Everything that is passed over, closed and opened again is said to the activity journal.
struct RoadChain: Sendable {
    /// What is asked for, and how.
    struct Ask: Sendable {
        /// The name of the thing, by which failures are remembered.
        let thing: String
        let isManual: Bool
        let priority: RequestPriority
    }

    /// An answer, and what was passed over for it.
    struct Answer<Value: Sendable>: Sendable {
        let value: Value
        let road: String
        let skipped: [FeedProvenance.Skipped]
    }

    enum Outcome<Value: Sendable>: Sendable {
        case answered(Answer<Value>)
        case failed(RoadsFailure)
    }

    let memory: RoadMemory
    let activity: any ActivityRecorder
    let time: any TimeProvider

    /// Stops the program where two roads of a chain have one name, or one leads to another site: the app's own mistake.
    static func check<Provider>(_ roads: [Road<Provider>], of site: Site, _ siteOfProvider: (Provider) -> Site) {
        precondition(Set(roads.map(\.name)).count == roads.count, "Two roads of a chain have one name.")
        precondition(
            roads.allSatisfy { siteOfProvider($0.provider) == site }, "A road of a chain leads to another site.")
    }

    /// Asks the roads in their order, where nobody needs to know what was passed over.
    ///
    /// - Parameters:
    ///   - roads: The roads.
    ///   - ask: What is asked for.
    ///   - refusal: The message where there is no road, or each of them is for something else.
    ///   - fetch: Asks one road.
    /// - Returns: The first answer, and the name of its road.
    /// - Throws: The most telling error of the roads, `DataError` with the code `invalidInput`, `CancellationError`.
    func value<Provider, Value: Sendable>(
        of roads: [Road<Provider>], for ask: Ask, orRefuse refusal: String,
        _ fetch: (Road<Provider>) async throws -> Value
    ) async throws -> (value: Value, road: String) {
        switch try await first(of: roads, for: ask, fetch) {
        case .answered(let answer): return (answer.value, answer.road)
        case .failed(let failure):
            throw failure.error(now: time.now) ?? DataError(.invalidInput, message: refusal)
        }
    }

    /// Asks the roads in their order.
    ///
    /// - Parameters:
    ///   - roads: The roads.
    ///   - ask: What is asked for.
    ///   - fetch: Asks one road.
    /// - Returns: The first answer, or how all of them failed.
    /// - Throws: `CancellationError` and nothing else.
    func first<Provider, Value>(
        of roads: [Road<Provider>], for ask: Ask, _ fetch: (Road<Provider>) async throws -> Value
    ) async throws -> Outcome<Value> {
        var passage = Passage()
        for road in roads {
            try Task.checkCancellation()
            guard await isOpen(road, for: ask, &passage) else { continue }
            do {
                let value = try await fetch(road)
                if await memory.answered(road.name, for: ask.thing) {
                    record(.reopened, .remembered, road, ask)
                }
                return .answered(Answer(value: value, road: road.name, skipped: passage.skipped))
            } catch  where error.isCancellation {
                throw CancellationError()
            } catch {
                // Whatever a road makes of it, a task that is cancelled has no other failure.
                try Task.checkCancellation()
                await learn(error, of: road, ask, &passage)
            }
        }
        return .failed(passage.failure)
    }

    private struct Passage {
        var failure = RoadsFailure()
        var skipped: [FeedProvenance.Skipped] = []
        /// Hosts that nobody could connect to.
        var deadHosts: Set<String> = []
        var hasNoNetwork = false
    }

    private func isOpen<Provider>(_ road: Road<Provider>, for ask: Ask, _ passage: inout Passage) async -> Bool {
        if !ask.isManual, let closure = await memory.closure(of: road.name, for: ask.thing) {
            passage.failure.remembered.append(closure)
            passage.skipped.append(
                .init(road: road.name, reason: .remembered, code: closure.code, until: closure.until))
            record(.skipped, .remembered, road, ask, code: closure.code, until: closure.until)
            return false
        }
        guard passage.hasNoNetwork || passage.deadHosts.contains(road.host) else { return true }
        passage.skipped.append(.init(road: road.name, reason: .offline, code: .offline))
        record(.skipped, .offline, road, ask, code: .offline)
        return false
    }

    private func learn<Provider>(
        _ error: any Error, of road: Road<Provider>, _ ask: Ask, _ passage: inout Passage
    ) async {
        // A road of an app's own may throw what the system gave it.
        let known = DataError(error)
        let code = known.code
        passage.failure.asked.append(error is any CodedError ? error : known)
        if let failure = (error as? NetworkError)?.underlying as? ConnectionFailure {
            switch failure.reason {
            case .noNetwork, .shutDown: passage.hasNoNetwork = true
            case .unknownHost, .refused: passage.deadHosts.insert(road.host)
            case .lost, .silent, .untrusted, .garbled, .other: break
            }
        }
        let closure = await memory.failed(
            road.name, for: ask.thing, code: code, retryAfter: known.retryAfter)
        passage.skipped.append(.init(road: road.name, reason: .failure, code: code, until: closure?.until))
        if let closure {
            record(.closed, .failure, road, ask, code: code, until: closure.until)
        } else if code == .invalidInput {
            record(.skipped, .failure, road, ask, code: code)
        } else {
            record(.failed, .failure, road, ask, code: code)
        }
    }

    private func record<Provider>(
        _ kind: ActivityEvent.Kind, _ reason: ActivityEvent.Reason, _ road: Road<Provider>, _ ask: Ask,
        code: ErrorCode? = nil, until: Date? = nil
    ) {
        activity.record(
            ActivityEvent(
                date: time.now, kind: kind, reason: reason, host: road.host, code: code, priority: ask.priority,
                until: until, road: road.name))
    }
}
