import Core
import Foundation
import Mocks
import Testing

/// Random feeds that come in random pages, merged step by step and, by the naive oracle, all at once.
struct FeedMergeOracleTests {
    /// A server's feed, of which a part is stored.
    private struct Server {
        let all: [FeedItem]
        /// Which of its posts are stored, by position; one hole at most.
        var stored: [Range<Int>]
        var isAwaited = true

        var source: FeedMerge.Source {
            let end = stored.last?.upperBound ?? 0
            var gaps: [FeedGap] = []
            if stored.count == 2 {
                gaps = [FeedGap(after: all[stored[0].upperBound - 1].id, cursor: .mock("\(stored[0].upperBound)"))]
            }
            return FeedMerge.Source(
                items: stored.flatMap { all[$0] }, gaps: gaps, isEnd: end == all.count, isAwaited: isAwaited)
        }

        mutating func answer(_ request: FeedRequest, count: Int) {
            switch request {
            case .page(let cursor):
                let start = Int(cursor.rawValue) ?? 0
                let end = min(start + count, stored[1].lowerBound)
                stored[0] = stored[0].lowerBound..<end
                if end == stored[1].lowerBound { stored = [stored[0].lowerBound..<stored[1].upperBound] }
            default:
                let last = stored.last ?? 0..<0
                let end = min(last.upperBound + count, all.count)
                stored = stored.dropLast() + [last.lowerBound..<end]
            }
        }
    }

    private func value(_ item: FeedItem, _ order: CombinedFeedOrder) -> Double? {
        switch order {
        case .newest: item.post.created.map { $0.timeIntervalSince1970 }
        case .score: item.post.score.map { Double($0) }
        case .interleaved: nil
        }
    }

    /// All posts of all sources in the order that the rules give them.
    private func oracle(_ sources: [[FeedItem]], _ order: CombinedFeedOrder) -> [Post.ID] {
        var rest = sources.map { $0.map { ($0, false) } }
        var given = sources.map { _ in 0 }
        var result: [Post.ID] = []
        var turn = -1
        while true {
            for index in rest.indices {
                while let first = rest[index].first, result.contains(first.0.id) {
                    rest[index].removeFirst()
                    given[index] += 1
                }
            }
            let open = rest.indices.filter { !rest[$0].isEmpty }
            if open.isEmpty { return result }
            var best = open[0]
            if order == .interleaved {
                best = open.first { $0 > turn } ?? open[0]
            } else {
                func isBefore(_ left: Int, _ right: Int) -> Bool {
                    let (l, r) = (rest[left][0].0, rest[right][0].0)
                    if let a = value(l, order), let b = value(r, order), a != b { return a > b }
                    if given[left] != given[right] { return given[left] < given[right] }
                    return l.id.native < r.id.native
                }
                let valued = open.filter { value(rest[$0][0].0, order) != nil }
                let silent = open.filter { value(rest[$0][0].0, order) == nil }
                let bestValued = valued.sorted(by: isBefore).first
                let bestSilent = silent.sorted(by: isBefore).first
                if let a = bestValued, let b = bestSilent {
                    best = given[b] < given[a] ? b : a
                } else if let only = bestValued ?? bestSilent {
                    best = only
                }
            }
            result.append(rest[best].removeFirst().0.id)
            given[best] += 1
            turn = best
        }
    }

    private func servers(_ number: (Int) -> Int) -> [Server] {
        let names = (0..<60).map { "p\(100 + $0)" }
        return (0..<(1 + number(4))).map { _ in
            var seen: Set<String> = []
            let items = (0..<number(25)).compactMap { _ -> FeedItem? in
                let name = names[number(names.count)]
                guard seen.insert(name).inserted else { return nil }
                // What a post says is the same wherever it comes from; many say the same, and some nothing.
                let digits = (Int(name.dropFirst()) ?? 0) % 12
                let value = digits == 0 ? nil : digits
                let created = value.map { Date(timeIntervalSince1970: 1_700_000_000 - Double($0)) }
                return FeedItem(
                    post: .mock(name) {
                        $0.created = created
                        $0.score = value
                    })
            }
            guard items.count > 6, number(3) == 0 else { return Server(all: items, stored: []) }
            // Something was stored before, and a refresh did not reach it.
            let (head, tail) = (1 + number(2), 4 + number(2))
            return Server(all: items, stored: [0..<head, tail..<(tail + 1)])
        }
    }

    @Test func mergingPageByPageIsTheBeginningOfMergingAllAtOnce() {
        let seed = UInt64.random(in: .min ... .max)
        print("mergingPageByPageIsTheBeginningOfMergingAllAtOnce: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        for round in 0..<1_000 {
            var servers = servers(number)
            let order = CombinedFeedOrder.allCases[number(3)]
            let expected = oracle(servers.map(\.all), order)
            var merge = FeedMerge(order: order, sourceCount: servers.count)
            var isDone = false
            while !isDone {
                let count = merge.entries.count + 1 + number(8)
                let requests = merge.extend(to: count, over: servers.map(\.source))
                let ids = merge.entries.map(\.id)
                guard ids == Array(expected.prefix(ids.count)) else {
                    Issue.record("seed \(seed), round \(round), \(order): \(ids) is no beginning of \(expected)")
                    return
                }
                for (index, request) in requests { servers[index].answer(request, count: 1 + number(6)) }
                isDone = requests.isEmpty && ids.count < count
            }
            #expect(merge.entries.count == expected.count, "seed \(seed), round \(round), \(order)")
        }
    }

    @Test func withFailuresWhatStandsStaysAndEveryPostComesOnce() {
        let seed = UInt64.random(in: .min ... .max)
        print("withFailuresWhatStandsStaysAndEveryPostComesOnce: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        for round in 0..<300 {
            // Without holes: whoever gives what it has behind one has passed what is missing.
            var servers = servers(number).map { Server(all: $0.all, stored: []) }
            let order = CombinedFeedOrder.allCases[number(3)]
            var merge = FeedMerge(order: order, sourceCount: servers.count)
            for step in 0..<80 {
                let isLast = step > 20
                for index in servers.indices { servers[index].isAwaited = isLast || number(3) > 0 }
                let before = merge.entries
                let requests = merge.extend(to: before.count + 1 + number(8), over: servers.map(\.source))
                guard merge.entries.starts(with: before) else {
                    Issue.record("seed \(seed), round \(round): what stood has moved")
                    return
                }
                for index in requests.keys where !servers[index].isAwaited {
                    Issue.record("seed \(seed), round \(round): \(index) was asked though it failed")
                }
                for (index, request) in requests where number(4) > 0 {
                    servers[index].answer(request, count: 1 + number(6))
                }
            }
            let ids = merge.entries.map(\.id)
            #expect(Set(ids).count == ids.count, "seed \(seed), round \(round)")
            #expect(Set(ids) == Set(servers.flatMap { $0.all.map(\.id) }), "seed \(seed), round \(round)")
            for (index, server) in servers.enumerated() {
                let own = merge.entries.filter { $0.source == index }.map(\.id)
                let places = own.compactMap { id in server.all.firstIndex { $0.id == id } }
                #expect(places == places.sorted(), "seed \(seed), round \(round): not in the source's order")
            }
        }
    }

    /// The merged posts as the sources have them, looked up one by one.
    private func naiveItems(_ merge: FeedMerge, _ sources: [[FeedItem]]) -> [CombinedFeedItem] {
        merge.entries.compactMap { entry in
            let having = sources.indices.filter { index in sources[index].contains { $0.id == entry.id } }
            guard let first = having.first, let item = sources[first].first(where: { $0.id == entry.id }) else {
                return nil
            }
            return CombinedFeedItem(
                item: item, source: having.contains(entry.source) ? entry.source : first, sources: having)
        }
    }

    @Test func whatComesInFrontOrIsTakenAwayMeanwhileMovesNothing() {
        let seed = UInt64.random(in: .min ... .max)
        print("whatComesInFrontOrIsTakenAwayMeanwhileMovesNothing: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        func number(_ upper: Int) -> Int { Int(random.next() % UInt64(upper)) }
        for round in 0..<300 {
            var sources = servers(number).map(\.all)
            let order = CombinedFeedOrder.allCases[number(3)]
            let expected = oracle(sources, order)
            var merge = FeedMerge(order: order, sourceCount: sources.count)
            var new: Set<Post.ID> = []
            while merge.entries.count < expected.count {
                let count = merge.entries.count + 1 + number(12)
                let ends = sources.map { FeedMerge.Source(items: $0, isEnd: true) }
                #expect(merge.extend(to: count, over: ends).isEmpty)
                guard merge.entries.map(\.id) == Array(expected.prefix(count)) else {
                    Issue.record("seed \(seed), round \(round), \(order): \(merge.entries.map(\.id)), not \(expected)")
                    return
                }
                for index in sources.indices {
                    // Where nothing was taken from, what comes in front is not known to be new.
                    let own = merge.entries.filter { $0.source == index }.map(\.id)
                    guard !own.isEmpty else { continue }
                    // The first one tells the place, whatever else is gone.
                    sources[index].removeAll { own.dropFirst().contains($0.id) && number(8) == 0 }
                    // Some come in front of several sources.
                    let arrived = Set((0..<number(3)).map { _ in "new\(number(40))" })
                        .filter { name in !sources[index].contains { $0.id == .mock(name) } }
                    sources[index].insert(contentsOf: arrived.sorted().map { FeedItem(post: .mock($0)) }, at: 0)
                    new.formUnion(arrived.map { .mock($0) })
                }
                let changed = sources.map { FeedMerge.Source(items: $0, isEnd: true) }
                #expect(merge.arrivals(over: changed) == new, "seed \(seed), round \(round), \(order)")
                #expect(
                    merge.items(over: changed) == naiveItems(merge, sources), "seed \(seed), round \(round), \(order)")
            }
        }
    }
}
