import Core
import Database

/// Commits deals in batches of one size.
struct BatchWriter {
    let store: JSONStore
    let batchSize: Int
    let durability: Durability
    /// Told after each commit how many deals are committed so far.
    let onCommit: (Int) throws -> Void

    private(set) var committed = 0
    private var batch: [Deal] = []

    init(
        store: JSONStore, batchSize: Int, durability: Durability, onCommit: @escaping (Int) throws -> Void = { _ in }
    ) {
        self.store = store
        self.batchSize = batchSize
        self.durability = durability
        self.onCommit = onCommit
    }

    /// Takes packets to their end, and commits everything.
    ///
    /// - Parameter packets: The source.
    /// - Throws: The error that the source ends with, after all that it gave is committed; the error of a commit.
    mutating func run(_ packets: PacketChannel<[Deal]>) async throws {
        let failure: (any Error)?
        do {
            var iterator = packets.makeAsyncIterator()
            while let packet = try await next(&iterator) { try await add(packet) }
            failure = nil
        } catch let error as SourceFailure {
            failure = error.reason
        }
        if !batch.isEmpty { try await commit(batch) }
        batch = []
        if let failure { throw failure }
    }

    /// An error of the input, which is no reason to drop what was read before it.
    private struct SourceFailure: Error {
        let reason: any Error
    }

    private func next(_ iterator: inout PacketChannel<[Deal]>.AsyncIterator) async throws -> [Deal]? {
        do {
            return try await iterator.next()
        } catch {
            throw SourceFailure(reason: error)
        }
    }

    private mutating func add(_ packet: [Deal]) async throws {
        if batch.isEmpty, packet.count == batchSize { return try await commit(packet) }
        var rest = packet[...]
        while !rest.isEmpty {
            let piece = rest.prefix(batchSize - batch.count)
            batch.append(contentsOf: piece)
            rest = rest.dropFirst(piece.count)
            guard batch.count == batchSize else { return }
            try await commit(batch)
            batch.removeAll(keepingCapacity: true)
        }
    }

    private mutating func commit(_ deals: [Deal]) async throws {
        try await store.write(durability) { transaction in
            for deal in deals { try transaction.upsert(deal, in: Deal.schema) }
        }
        committed += deals.count
        try onCommit(committed)
    }
}
