import Core

/// The live window of an ``InMemoryRecordTable``.
struct InMemoryTableWindows<Row: Identifiable & Equatable & Sendable>: AsyncSequence, Sendable
where Row.ID: Comparable & Sendable {
    typealias Element = TableWindow<Row>
    typealias Failure = any Error

    let table: InMemoryRecordTable<Row>
    let request: TableRequest<Row.ID>

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(table: table, request: request)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        private let follower: Follower
        private let request: TableRequest<Row.ID>
        private var anchor = InMemoryRecordTable<Row>.Anchor.start
        private var last: (window: TableWindow<Row>, version: Int)?
        private var isEnded = false

        init(table: InMemoryRecordTable<Row>, request: TableRequest<Row.ID>) {
            follower = Follower(table)
            self.request = request
        }

        mutating func next() async throws -> TableWindow<Row>? {
            guard !isEnded else { return nil }
            isEnded = true
            let table = follower.table
            while !Task.isCancelled {
                if let version = last?.version {
                    do {
                        try await table.state.wait { $0.version > version || $0.isClosed }
                    } catch {
                        return nil  // Cancelled.
                    }
                }
                guard !table.state.withLock({ $0.isClosed }) else { return nil }
                let reading = try table.read(request, from: anchor)
                anchor = reading.anchor
                let isNews = reading.window != last?.window
                last = (reading.window, reading.version)
                guard isNews else { continue }
                isEnded = false
                return reading.window
            }
            return nil
        }
    }

    /// Counts itself among the followers while it lives.
    private final class Follower: Sendable {
        let table: InMemoryRecordTable<Row>

        init(_ table: InMemoryRecordTable<Row>) {
            self.table = table
            table.state.withLock { $0.readers += 1 }
        }

        deinit {
            table.state.withLock { $0.readers -= 1 }
        }
    }
}
