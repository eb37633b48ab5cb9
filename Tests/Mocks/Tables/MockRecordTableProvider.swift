public import Core

/// A ``Core/RecordTableProvider`` for tests of view models: records its calls and answers as scripted.
///
/// The first value of a live window is scripted with ``onWindows``, and each later one sent with ``send(_:)``.
public final class MockRecordTableProvider<Row: Identifiable & Equatable & Sendable>: RecordTableProvider, Mock
where Row.ID: Sendable {
    /// The arguments of a call of ``rank(of:by:)``.
    public struct RankCall: Hashable, Sendable {
        /// The row.
        public var id: Row.ID
        /// The order of the table.
        public var sort: TableSort

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - id: The row.
        ///   - sort: The order of the table.
        public init(_ id: Row.ID, by sort: TableSort) {
            self.id = id
            self.sort = sort
        }
    }

    /// The log of unexpected calls.
    public let log: MockLog
    /// The columns that rows can be sorted by.
    public let columns: [TableColumn]
    /// Scripts and records ``window(_:)``.
    public let onWindow: MockMethod<TableRequest<Row.ID>, TableWindow<Row>>
    /// Scripts and records ``rank(of:by:)``.
    public let onRank: MockMethod<RankCall, Int?>
    /// Scripts the first value of each live window, and records what was asked for when it is iterated.
    public let onWindows: MockMethod<TableRequest<Row.ID>, TableWindow<Row>>
    fileprivate let sent = Announcements<TableWindow<Row>>()

    /// Creates a mock without answers.
    ///
    /// - Parameters:
    ///   - columns: The names of its columns; `id` by default.
    ///   - log: The log of unexpected calls; one of its own by default.
    public init(columns: [String] = ["id"], log: MockLog = MockLog()) {
        self.columns = columns.map { TableColumn(TableColumn.ID(rawValue: $0)) }
        self.log = log
        onWindow = MockMethod("MockRecordTableProvider.window", log: log)
        onRank = MockMethod("MockRecordTableProvider.rank", log: log)
        onWindows = MockMethod("MockRecordTableProvider.windows", log: log)
    }

    /// Sends a window to every live window that is being followed, whatever was asked for; none is left out.
    ///
    /// - Parameter window: The window.
    public func send(_ window: TableWindow<Row>) {
        sent.send(window)
    }

    /// Answers as ``onWindow`` says.
    ///
    /// - Parameter request: The part of the table.
    /// - Returns: The scripted window.
    /// - Throws: The scripted error.
    public func window(_ request: TableRequest<Row.ID>) async throws -> TableWindow<Row> {
        try await onWindow.answer(to: request)
    }

    /// Answers as ``onRank`` says.
    ///
    /// - Parameters:
    ///   - id: The row.
    ///   - sort: The order of the table.
    /// - Returns: The scripted rank.
    /// - Throws: The scripted error.
    public func rank(of id: Row.ID, by sort: TableSort) async throws -> Int? {
        try await onRank.answer(to: RankCall(id, by: sort))
    }

    /// A live window that begins as ``onWindows`` says and goes on with what is sent.
    ///
    /// - Parameter request: The part of the table.
    /// - Returns: The windows.
    public func windows(_ request: TableRequest<Row.ID>) -> any AsyncSequence<TableWindow<Row>, any Error> & Sendable {
        MockTableWindows(provider: self, request: request)
    }
}

private struct MockTableWindows<Row: Identifiable & Equatable & Sendable>: AsyncSequence, Sendable
where Row.ID: Sendable {
    typealias Element = TableWindow<Row>
    typealias Failure = any Error

    let provider: MockRecordTableProvider<Row>
    let request: TableRequest<Row.ID>

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(provider: provider, request: request, later: provider.sent.stream().makeAsyncIterator())
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let provider: MockRecordTableProvider<Row>
        let request: TableRequest<Row.ID>
        var later: AsyncStream<TableWindow<Row>>.AsyncIterator
        var hasBegun = false

        mutating func next() async throws -> TableWindow<Row>? {
            guard hasBegun else {
                hasBegun = true
                return try await provider.onWindows.answer(to: request)
            }
            return await later.next()
        }
    }
}
