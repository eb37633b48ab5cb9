import Deals
import Foundation
import Synchronization

extension SizeRun {
    /// Windows in the middle by offset, and from random keys, over every column in both directions.
    func windows(_ order: [PeerKind], _ round: Int) async throws {
        var stores: [any Peer] = []
        for peer in order { stores.append(try await peer.store.open(folder(peer), isSynced: false)) }
        for case let grdb as GRDBPeer in stores where !areQueriesChosen {
            try grdb.chooseQueries(depth: count / 2)
            areQueriesChosen = true
            _ = try grdb.plans()
            let chosen = GRDBPeer.tuning.withLock { $0.covering }
            let covering = DealOrder.allCases.filter(chosen.contains).map(\.name)
            note(
                "GRDB's windows by offset: "
                    + (covering.isEmpty
                        ? "plain OFFSET is faster for every column"
                        : "a covering subselect is faster for \(covering.joined(separator: ", "))"))
        }
        let source = DealSource(seed: settings.seed &+ UInt64(round))
        if wants(.depth) {
            try measure(.depth, stores, samples: 100) { order, isDescending in
                let stray = max(1, count / 1_000)
                let offset = max(0, min(count - 100, count / 2 - stray / 2 + source.below(stray)))
                return DealWindow(order: order, isDescending: isDescending, place: .offset(offset))
            }
        }
        if wants(.key) {
            try measure(.key, stores, samples: 100) { order, isDescending in
                DealWindow(order: order, isDescending: isDescending, place: .key(deals[source.below(count)]))
            }
        }
        for store in stores { try await store.close() }
    }

    /// The mean over columns and directions of the median time of a window; the first ten of each kind warm up.
    private func measure(
        _ kind: FigureKind, _ stores: [any Peer], samples: Int, _ make: (DealOrder, Bool) -> DealWindow
    ) throws {
        let clock = ContinuousClock()
        var medians: [PeerKind: [Double]] = [:]
        for order in DealOrder.allCases {
            for isDescending in [false, true] {
                let windows = (0..<samples + 10).map { _ in make(order, isDescending) }
                var answers: [[[IndexedKey]]] = []
                for store in stores {
                    var times = Samples()
                    var found: [[IndexedKey]] = []
                    for (number, window) in windows.enumerated() {
                        let begin = clock.now
                        let deals = try store.window(window)
                        let took = clock.now - begin
                        if number >= 10 { times.add(took) }
                        found.append(deals.map { IndexedKey($0, order, isDescending) })
                    }
                    answers.append(found)
                    medians[type(of: store).kind, default: []].append(times.median)
                }
                try check(answers.allSatisfy { $0 == answers[0] }, "\(kind.rawValue) windows by \(order.name)")
            }
        }
        for (peer, values) in medians {
            add(values.mean, kind, peer)
            let columns = zip(DealOrder.allCases, 0...).map { order, index in
                "\(order.name) \(values[2 * index].short)/\(values[2 * index + 1].short)"
            }
            note("\(kind.rawValue) \(peer.rawValue), up/down: \(columns.joined(separator: ", ")) ms")
        }
    }

    /// Reads and commits at once, for each side.
    ///
    /// Where the machine itself stood still for as long as a commit may take, that says nothing about either side, and both
    /// are measured again with the same tables: three times at most.
    func readDuringIngest(_ order: [PeerKind]) async throws {
        for attempt in 1...4 {
            var measured: [ReadsDuringIngest] = []
            for peer in order { measured.append(try await reads(peer.store)) }
            let pause = measured.filter(\.isPauseMachines).map(\.pause).max() ?? .zero
            guard pause > .milliseconds(10), attempt < 4 else {
                for (peer, found) in zip(order, measured) {
                    add(found.windows.percentile(0.99), .reads, peer)
                    add(found.commits.longest.milliseconds, .readLongest, peer)
                }
                return
            }
            note("the machine stood still for \(pause.milliseconds.short) ms: reads during ingest are measured again")
            try await ingestAgain(order)
        }
    }

    /// Reads windows on a thread of its own at full speed while deals come in.
    ///
    /// Both sides are read for the same time: of the faster one the windows right after opening, when nothing has been
    /// read before, would else be a larger part of all.
    private func reads<Store: Peer>(_ type: Store.Type) async throws -> ReadsDuringIngest {
        settings.settleDisk()
        let store = try await Store.open(folder(Store.kind), isSynced: false)
        let reader = WindowReader(store: store, deals: deals, seed: settings.seed)
        reader.start()
        let watch = PauseWatch()
        let times: CommitTimes
        do {
            times = try await commit(to: store, for: .seconds(5) * (Double(count) / 1_000_000))
        } catch {
            _ = watch.finish()
            _ = try? reader.finish()  // The first error is the one that counts.
            throw error
        }
        let (pause, isMachines) = watch.finish()
        let samples = try reader.finish()
        try await store.close()
        note(
            "reads during ingest \(Store.kind.rawValue): \(samples.values.count) windows, median \(samples.median.short), "
                + "p99 \(samples.percentile(0.99).short), longest \(samples.percentile(1).short) ms; "
                + "\(Int(Double(times.count) / (times.total.milliseconds / 1000))) deals/s, "
                + "longest commit \(times.longest.milliseconds.short) ms, the machine's own longest pause "
                + "\(pause.milliseconds.short) ms")
        return ReadsDuringIngest(windows: samples, commits: times, pause: pause, isPauseMachines: isMachines)
    }
}

/// What reads and commits at once gave for one side.
private struct ReadsDuringIngest {
    let windows: Samples
    let commits: SizeRun.CommitTimes
    /// The longest pause meanwhile of a thread that only looks at the clock.
    let pause: Duration
    /// Whether nothing that was measured can have been in its way.
    let isPauseMachines: Bool
}

extension SizeRun {
    /// Commits new deals in batches for some time, and never fewer than a fifth of those that are there.
    private func commit<Store: Peer>(to store: Store, for duration: Duration) async throws -> CommitTimes {
        let source = DealSource(seed: settings.seed &+ 2)
        let clock = ContinuousClock()
        let start = clock.now
        var times = CommitTimes()
        while clock.now - start < duration || times.count < max(10_000, count / 5) {
            let batch = source.deals(from: count + 1 + times.count, count: Self.batch)
            let begin = clock.now
            try await store.commit(batch[...])
            times.add(clock.now - begin, batch.count)
        }
        return times
    }
}

/// The part of two answers that has to be equal.
///
/// Descending, the peer has ties in descending id so that it need not sort; there only the column can be compared.
private struct IndexedKey: Equatable {
    let id: Int?
    let column: String

    init(_ deal: Deal, _ order: DealOrder, _ isDescending: Bool) {
        id = isDescending ? nil : deal.id
        column = "\(order.key(of: deal))"
    }
}

/// A thread that reads windows until it is told to end: half of them from a key, half a little below the top.
private final class WindowReader<Store: Peer>: Sendable {
    private let store: Store
    private let deals: [Deal]
    private let seed: UInt64
    private let isEnding = Atomic(false)
    private let result = Mutex<Result<Samples, any Error>>(.success(Samples()))
    private let ended = DispatchSemaphore(value: 0)

    init(store: Store, deals: [Deal], seed: UInt64) {
        self.store = store
        self.deals = deals
        self.seed = seed
    }

    func start() {
        let thread = Thread { [self] in
            let outcome = Result { try read() }
            result.withLock { $0 = outcome }
            ended.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }

    /// Ends the reading; what was read last is in the samples.
    func finish() throws -> Samples {
        isEnding.store(true, ordering: .relaxed)
        ended.wait()
        return try result.withLock { $0 }.get()
    }

    private func read() throws -> Samples {
        let source = DealSource(seed: seed)
        let clock = ContinuousClock()
        var samples = Samples()
        while !isEnding.load(ordering: .relaxed) {
            let place: DealPlace =
                samples.values.count % 2 == 0
                ? .key(deals[source.below(deals.count)]) : .offset(source.below(min(1000, deals.count / 2)))
            let window = DealWindow(
                order: DealOrder.allCases[source.below(5)], isDescending: source.below(2) == 0, place: place)
            let begin = clock.now
            let found = try store.window(window)
            samples.add(clock.now - begin)
            let isCut = if case .key = place { true } else { false }
            try check(found.count == 100 || isCut && !found.isEmpty, "a window has \(found.count) deals")
        }
        return samples
    }
}
