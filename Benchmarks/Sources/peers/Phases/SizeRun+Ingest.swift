import Deals
import Foundation

extension SizeRun {
    static let batch = 100

    /// The times of a stream's commits.
    struct CommitTimes {
        var total = Duration.zero
        var longest = Duration.zero
        /// The number of committed deals.
        var count = 0

        mutating func add(_ took: Duration, _ deals: Int) {
            total += took
            longest = max(longest, took)
            count += deals
        }
    }

    /// Commits a stream in batches, and times nothing but the commits.
    func commit<Store: Peer>(_ deals: [Deal], to store: Store) async throws -> CommitTimes {
        let clock = ContinuousClock()
        var times = CommitTimes()
        var start = 0
        while start < deals.count {
            let end = min(start + Self.batch, deals.count)
            let begin = clock.now
            try await store.commit(deals[start..<end])
            times.add(clock.now - begin, end - start)
            start = end
        }
        return times
    }

    func ingest(_ peer: PeerKind) async throws {
        try await ingest(into: peer.store, folder(peer), deals, .ingest)
    }

    func shuffled(_ round: Int, _ order: [PeerKind]) async throws {
        let stream = DealSource(seed: settings.seed &+ 1).shuffled(count: count)
        for peer in order {
            try settings.remove(folder(peer))
            try await ingest(into: peer.store, folder(peer), stream, .shuffled)
        }
        if round == 0 { try await compare(order, "after the shuffled ingest") }
        for peer in order { try settings.remove(folder(peer)) }
    }

    func synced(_ order: [PeerKind]) async throws {
        let stream = Array(deals.prefix(100_000))
        for peer in order {
            let folder = folder(peer, "synced")
            try settings.remove(folder)
            try await ingest(into: peer.store, folder, stream, .synced)
            try settings.remove(folder)
        }
    }

    private func ingest<Store: Peer>(
        into type: Store.Type, _ folder: String, _ stream: [Deal], _ kind: FigureKind
    ) async throws {
        settings.settleDisk()
        let store = try await Store.open(folder, isSynced: kind == .synced)
        let times = try await commit(stream, to: store)
        let closing = ContinuousClock()
        let begin = closing.now
        try await store.close()
        let closed = closing.now - begin
        let seconds = times.total.milliseconds / 1000
        add(seconds, kind, Store.kind)
        if kind != .synced {
            longestCommits[Store.kind] = max(longestCommits[Store.kind] ?? 0, times.longest.milliseconds)
        }
        note(
            "\(kind.rawValue) \(Store.kind.rawValue): \(seconds.short) s, \(Int(Double(stream.count) / seconds)) deals/s, "
                + "longest commit \(times.longest.milliseconds.short) ms, close \(closed.milliseconds.short) ms, "
                + "\(try settings.size(of: folder) / 1_000_000) MB on disk")
    }

    /// Whether both sides hold the same: counts, and windows of every column in both directions.
    func compare(_ order: [PeerKind], _ moment: String) async throws {
        guard Set(order) == Set(PeerKind.allCases) else { return }
        let lantern = try await LanternPeer.open(folder(.lantern), isSynced: false)
        let grdb = try GRDBPeer.open(folder(.grdb), isSynced: false)
        let count = try grdb.count()
        try check(try lantern.count() == count, "\(moment), the counts differ")
        for order in DealOrder.allCases {
            for isDescending in [false, true] {
                for offset in [0, count / 7, count / 2, max(0, count - 60), count] {
                    let window = DealWindow(order: order, isDescending: isDescending, place: .offset(offset))
                    let ours = try lantern.window(window)
                    let place = "\(moment), \(order.name)\(isDescending ? " descending" : "") at \(offset)"
                    // Ties are in ascending id both ways in Lantern, which SQLite has to sort for; so this is not
                    // timed.
                    try check(try grdb.windowAsLanternSorts(window) == ours, place)
                    let peers = try grdb.window(window)
                    if isDescending {
                        try check(peers.map(order.key) == ours.map(order.key), "the measured query, \(place)")
                    } else {
                        try check(peers == ours, "the measured query, \(place)")
                    }
                }
            }
        }
        try await lantern.close()
        try grdb.close()
        note("\(moment): \(count) deals on both sides, and the same windows")
    }
}
