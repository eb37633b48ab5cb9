public import Core

/// A ``Core/SourceProvider`` for tests of view models: records its calls and answers as scripted.
///
/// ``changes()`` needs no script: its streams are told with ``announceChange()``. For a list that works without a script
/// take
/// ``Core/DefaultSourceProvider`` on ``InMemoryOfflineSourceProvider``.
public final class MockSourceProvider: SourceProvider, Mock {
    /// What ``move(_:to:)`` was called with.
    public struct MoveCall: Hashable, Sendable, CustomStringConvertible {
        /// Which source.
        public var id: SubscribedSource.ID
        /// Its index once it has moved.
        public var index: Int

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - id: Which source.
        ///   - index: Its index once it has moved.
        public init(_ id: SubscribedSource.ID, to index: Int) {
            self.id = id
            self.index = index
        }

        /// The arguments as one reads them in code.
        public var description: String { "\(id), to: \(index)" }
    }

    /// Whose list, and how names are read there.
    public let names: SourceNames
    /// Where unexpected calls are collected.
    public let log: MockLog
    /// Scripts and records ``sources()``.
    public let onSources: MockMethod<Void, StoredSources>
    /// Scripts and records ``add(_:)``.
    public let onAdd: MockMethod<String, SourceAddition>
    /// Scripts and records ``remove(_:)``.
    public let onRemove: MockMethod<SubscribedSource.ID, SubscribedSource>
    /// Scripts and records ``restore(_:)``.
    public let onRestore: MockMethod<SubscribedSource, Void>
    /// Scripts and records ``move(_:to:)``.
    public let onMove: MockMethod<MoveCall, Void>
    /// Scripts and records ``open(_:)``.
    public let onOpen: MockMethod<SubscribedSource.ID, Void>
    /// Scripts and records ``verifyPending()``.
    public let onVerifyPending: MockMethod<Void, SourceVerification>
    private let announcements = Announcements<Void>()

    /// Creates a mock without answers; what returns nothing does nothing.
    ///
    /// - Parameters:
    ///   - site: Whose list; the demonstration server's by default.
    ///   - log: Where unexpected calls are collected; one of its own by default.
    public init(site: Site = .demo, log: MockLog = MockLog()) {
        names = SourceNames(SiteProfiles()[site])
        self.log = log
        onSources = MockMethod("MockSourceProvider.sources", log: log)
        onAdd = MockMethod("MockSourceProvider.add", log: log)
        onRemove = MockMethod("MockSourceProvider.remove", log: log)
        onRestore = MockMethod("MockSourceProvider.restore", log: log) { _ in }
        onMove = MockMethod("MockSourceProvider.move", log: log) { _ in }
        onOpen = MockMethod("MockSourceProvider.open", log: log) { _ in }
        onVerifyPending = MockMethod("MockSourceProvider.verifyPending", log: log)
    }

    /// Tells everybody who follows the list that it may have changed.
    public func announceChange() {
        announcements.send(())
    }

    /// Waits until the list is followed by so many, or more.
    ///
    /// - Parameter count: How many.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForFollowers(_ count: Int = 1) async throws {
        try await announcements.waitForListeners(count)
    }

    /// A stream that ``announceChange()`` tells.
    ///
    /// - Returns: A stream that ends when its consumer does.
    public func changes() -> AsyncStream<Void> { announcements.stream() }

    /// Answers as ``onSources`` says.
    ///
    /// - Returns: The scripted list.
    /// - Throws: The scripted error.
    public func sources() async throws -> StoredSources { try await onSources.answer(to: ()) }

    /// Answers as ``onAdd`` says.
    ///
    /// - Parameter text: What was typed.
    /// - Returns: The scripted result.
    /// - Throws: The scripted error.
    public func add(_ text: String) async throws -> SourceAddition { try await onAdd.answer(to: text) }

    /// Answers as ``onRemove`` says.
    ///
    /// - Parameter id: Which source.
    /// - Returns: The scripted source.
    /// - Throws: The scripted error.
    public func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource {
        try await onRemove.answer(to: id)
    }

    /// Answers as ``onRestore`` says; does nothing by default.
    ///
    /// - Parameter source: Which source.
    /// - Throws: The scripted error.
    public func restore(_ source: SubscribedSource) async throws { try await onRestore.answer(to: source) }

    /// Answers as ``onMove`` says; does nothing by default.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index once it has moved.
    /// - Throws: The scripted error.
    public func move(_ id: SubscribedSource.ID, to index: Int) async throws {
        try await onMove.answer(to: MoveCall(id, to: index))
    }

    /// Answers as ``onOpen`` says; does nothing by default.
    ///
    /// - Parameter id: Which source.
    /// - Throws: The scripted error.
    public func open(_ id: SubscribedSource.ID) async throws { try await onOpen.answer(to: id) }

    /// Answers as ``onVerifyPending`` says.
    ///
    /// - Returns: The scripted result.
    /// - Throws: The scripted error.
    public func verifyPending() async throws -> SourceVerification { try await onVerifyPending.answer(to: ()) }
}
