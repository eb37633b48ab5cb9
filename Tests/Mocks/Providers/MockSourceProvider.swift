public import Core

/// A ``Core/SourceProvider`` for tests: records its calls and returns scripted results.
///
/// ``changes()`` needs no script: ``announceChange()`` announces a change. For a list that works without a
/// script use ``Core/DefaultSourceProvider`` on ``InMemoryOfflineSourceProvider``.
public final class MockSourceProvider: SourceProvider, Mock {
    /// The arguments of a call of ``move(_:to:)``.
    public struct MoveCall: Hashable, Sendable, CustomStringConvertible {
        /// The source's id.
        public var id: SubscribedSource.ID
        /// Its index after the move.
        public var index: Int

        /// Creates a record of a call.
        ///
        /// - Parameters:
        ///   - id: The source's id.
        ///   - index: Its index after the move.
        package init(_ id: SubscribedSource.ID, to index: Int) {
            self.id = id
            self.index = index
        }

        public var description: String { "\(id), to: \(index)" }
    }

    public let names: SourceNameParser
    /// The log that collects unexpected calls.
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
    ///   - site: The site of the list; the demonstration server's by default.
    ///   - log: The log that collects unexpected calls; one of its own by default.
    package init(site: Site = .demo, log: MockLog = MockLog()) {
        names = SourceNameParser(SiteProfiles()[site])
        self.log = log
        onSources = MockMethod("MockSourceProvider.sources", log: log)
        onAdd = MockMethod("MockSourceProvider.add", log: log)
        onRemove = MockMethod("MockSourceProvider.remove", log: log)
        onRestore = MockMethod("MockSourceProvider.restore", log: log) { _ in }
        onMove = MockMethod("MockSourceProvider.move", log: log) { _ in }
        onOpen = MockMethod("MockSourceProvider.open", log: log) { _ in }
        onVerifyPending = MockMethod("MockSourceProvider.verifyPending", log: log)
    }

    /// Announces a change of the list.
    public func announceChange() {
        announcements.send(())
    }

    /// Waits until the changes have a number of listeners, or more.
    ///
    /// - Parameter count: The number of listeners.
    /// - Throws: `CancellationError` when the waiting task is cancelled.
    public func waitForFollowers(_ count: Int = 1) async throws {
        try await announcements.waitForListeners(count)
    }

    public func changes() -> AsyncStream<Void> { announcements.stream() }

    public func sources() async throws -> StoredSources { try await onSources.answer(to: ()) }

    public func add(_ text: String) async throws -> SourceAddition { try await onAdd.answer(to: text) }

    public func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource {
        try await onRemove.answer(to: id)
    }

    public func restore(_ source: SubscribedSource) async throws { try await onRestore.answer(to: source) }

    public func move(_ id: SubscribedSource.ID, to index: Int) async throws {
        try await onMove.answer(to: MoveCall(id, to: index))
    }

    public func open(_ id: SubscribedSource.ID) async throws { try await onOpen.answer(to: id) }

    public func verifyPending() async throws -> SourceVerification { try await onVerifyPending.answer(to: ()) }
}
