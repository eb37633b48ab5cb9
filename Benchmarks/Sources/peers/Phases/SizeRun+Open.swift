import Deals
import Foundation

extension SizeRun {
    private static let firstWindow = DealWindow(order: .date, isDescending: true, place: .offset(0))

    func openCleanly(_ order: [PeerKind]) async throws {
        var samples: [PeerKind: Samples] = [:]
        for _ in 0..<5 {
            for peer in order {
                let (took, found) = try await openOnce(peer.store, folder(peer))
                try check(found >= count, "deals are missing after a clean close of \(peer.rawValue)")
                samples[peer, default: Samples()].add(took)
            }
        }
        for (peer, times) in samples {
            add(times.median, .open, peer)
            note("open \(peer.rawValue): \(times.values.map(\.short).joined(separator: ", ")) ms")
        }
    }

    /// Kills a process in the middle of its ingest, and opens copies of what it left.
    func openKilled(_ peer: PeerKind, _ round: Int) async throws {
        let killed = folder(peer, "killed")
        try settings.copy(folder(peer), to: killed)
        // At another moment in each round.
        let acknowledged = try ChildProcess.ingestAndKill(
            peer, killed, from: count + 1, seed: settings.seed, afterBatches: 150 + 61 * round)
        var samples = Samples()
        for _ in 0..<3 {
            let opened = folder(peer, "opened")
            try settings.remove(opened)
            try settings.copy(killed, to: opened)
            let (took, found) = try await openOnce(peer.store, opened)
            try check(found >= count + acknowledged, "\(peer.rawValue) lost acknowledged deals after kill -9")
            samples.add(took)
            try settings.remove(opened)
        }
        try settings.remove(killed)
        add(samples.median, .kill, peer)
        note(
            "open after kill \(peer.rawValue): \(samples.values.map(\.short).joined(separator: ", ")) ms, "
                + "\(acknowledged) deals acknowledged before it")
    }

    /// Measures opening and the first window, and counts the deals.
    private func openOnce<Store: Peer>(_ type: Store.Type, _ folder: String) async throws -> (Duration, Int) {
        let clock = ContinuousClock()
        let begin = clock.now
        let store = try await Store.open(folder, isSynced: false)
        let window = try store.window(Self.firstWindow)
        let took = clock.now - begin
        try check(window.count == 100, "the first window has \(window.count) deals")
        let found = try store.count()
        try await store.close()
        return (took, found)
    }

    func memory(_ peer: PeerKind) throws {
        let usage = try ChildProcess.memory(peer, folder(peer), count: count, seed: settings.seed)
        add(usage.growth, .memory, peer)
        note(
            "memory \(peer.rawValue): grew by \(usage.growth.short) MB to \(usage.resident.short) MB, "
                + "peak \(usage.peak.short) MB")
    }
}
