import ArgumentParser
import Foundation

/// The documents that are written and opened after a kill.
struct DocumentShape: Sendable {
    let kind: FigureKind
    /// The length of a text in bytes.
    let length: Int
    /// The number of documents in a commit.
    let batch: Int
    /// The number of commits of the process that is killed.
    let killed: Int

    static let all = [
        DocumentShape(kind: .killSmall, length: 1_000, batch: 100, killed: 250),
        DocumentShape(kind: .killLarge, length: 100_000, batch: 10, killed: 60),
    ]

    /// The number of documents beside so many deals: 2 GB of the long ones at most.
    func count(beside deals: Int) -> Int { length < 10_000 ? deals : min(20_000, deals / 50) }
}

extension SizeRun {
    /// Opens what a process left that was killed while it wrote documents.
    func openKilledDocuments(_ order: [PeerKind], _ round: Int) async throws {
        for shape in DocumentShape.all where settings.figures.contains(shape.kind) {
            for peer in order { try await openKilled(peer, peer.documents, shape, round) }
        }
    }

    private func openKilled<Store: DocumentPeer>(
        _ peer: PeerKind, _ type: Store.Type, _ shape: DocumentShape, _ round: Int
    ) async throws {
        let folder = folder(peer, "documents")
        try settings.remove(folder)
        settings.settleDisk()
        let count = shape.count(beside: count)
        let store = try await Store.open(folder)
        for first in stride(from: 1, through: count, by: shape.batch) {
            let ids = first..<min(count + 1, first + shape.batch)
            try await store.commit(ids.map { Document($0, length: shape.length) })
        }
        try await store.close()
        var samples = Samples()
        var known = count
        for kill in 0..<3 {
            // At another moment each time.
            known += try ChildProcess.writeAndKill(
                peer, folder, shape, from: known + 1, afterBatches: shape.killed + 7 * round + 3 * kill)
            let clock = ContinuousClock()
            let begin = clock.now
            let store = try await Store.open(folder)
            let newest = try store.newest(10)
            samples.add(clock.now - begin)
            try check(newest.count == 10, "the first window has \(newest.count) documents")
            let found = try store.count()
            try check(found >= known, "\(peer.rawValue) lost acknowledged documents after kill -9")
            known = found
            try await store.close()
        }
        add(samples.median, shape.kind, peer)
        note(
            "\(shape.kind.rawValue) \(peer.rawValue): \(samples.values.map(\.short).joined(separator: ", ")) ms, "
                + "\(count) documents before, \(known) after, \(try settings.size(of: folder) / 1_000_000) MB on disk")
        try settings.remove(folder)
    }
}

/// Writes documents without end, and says after each commit how many are in.
struct DocumentChild: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "document-child", shouldDisplay: false)

    @Option var peer: PeerKind
    @Option var folder: String
    @Option var first: Int
    @Option var length: Int
    @Option var batch: Int

    func run() async throws {
        try await write(peer.documents)
    }

    private func write<Store: DocumentPeer>(_ type: Store.Type) async throws {
        let store = try await Store.open(folder)
        var committed = 0
        while true {
            let ids = first + committed..<first + committed + batch
            try await store.commit(ids.map { Document($0, length: length) })
            committed += batch
            try FileHandle.standardOutput.write(contentsOf: Data("\(committed)\n".utf8))
        }
    }
}
