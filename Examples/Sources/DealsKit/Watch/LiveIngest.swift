import Core
import Database

/// Deals that stream into the store while somebody looks.
final class LiveIngest: Sendable {
    let expected: Int
    let progress = ObservableValue(IngestProgress())
    private let packets = PacketChannel<[Deal]>()
    private let server: DealServer
    private let task: Task<Void, any Error>

    /// Begins.
    ///
    /// - Parameters:
    ///   - store: The store for the deals.
    ///   - count: The number of deals.
    ///   - seed: The seed that they are generated from.
    ///   - pause: The least time between two packets, in seconds.
    init(into store: JSONStore, count: Int, seed: UInt64, pause: Double = 0) {
        expected = count
        let server = DealServer(count: count, seed: seed, pause: pause)
        self.server = server
        task = Task { [packets, progress] in
            _ = try await store.ingest(packets, into: Deal.schema, progress: progress)
        }
        server.subscribeToDeals { [packets] deals in
            if !packets.send(deals) { server.stop() }
        } onEnd: { [packets] in
            packets.finish()
        }
    }

    /// Waits until all deals are committed.
    func wait() async throws {
        try await task.value
    }

    /// Stops reading; deals that were read are still committed.
    func stop() {
        server.stop()
        packets.finish()
    }
}
