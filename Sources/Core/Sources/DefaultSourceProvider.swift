import Foundation

/// The list of sources of one site: kept in a database, and checked against a cloud.
///
/// | the server says | adding it |
/// | --- | --- |
/// | there is one | adds it as `verified`, as the server spells it |
/// | it is private, quarantined, banned or suspended (403) | adds it as `restricted`, and says why |
/// | there is none (404, or Reddit's redirect to its search) | is refused |
/// | nothing: offline, too late, too busy, closed, unreadable | adds it as `pending`, and says why |
///
/// A restricted source is added because it exists, and may open again; what it has meanwhile is the reason for its empty
/// feed. A new list has no sources: nobody's taste is a default.
public final class DefaultSourceProvider: SourceProvider {
    /// Whose list, and how names are read there.
    public let names: SourceNames

    let offline: any OfflineSourceProvider
    let online: (any OnlineSourceProvider)?
    let time: any TimeProvider
    private let additions = SharedWork<SubscribedSource.ID, SourceAddition>()
    private let verifications = SharedWork<Site, SourceVerification>()

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - names: Whose list, and how names are read there.
    ///   - offline: Where the list is kept; the registered one by default.
    ///   - online: The cloud, of the same site; `nil` for none, and then every source that is added is `pending`.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        names: SourceNames, offline: any OfflineSourceProvider = Dependency.resolve((any OfflineSourceProvider).self),
        online: (any OnlineSourceProvider)?,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        precondition(online.map { $0.site == names.site } ?? true, "The cloud of a list of sources has another site.")
        self.names = names
        self.offline = offline
        self.online = online
        self.time = time
    }

    /// The list as it is stored.
    ///
    /// - Returns: The sources in the person's own order.
    /// - Throws: ``DataError`` when the database fails.
    public func sources() async throws -> StoredSources {
        try await translated { try await offline.sources(on: names.site) }
    }

    /// Says that the list may have changed, from now on.
    ///
    /// - Returns: A stream that ends when its consumer does, or with the store; newest only.
    public func changes() -> AsyncStream<Void> {
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let changes = offline.changes()
        let site = names.site
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let pump = Task {
            for await change in changes where change.sites.contains(site) { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in pump.cancel() }
        return stream
    }

    /// Adds a source, checked against the server when there is one.
    ///
    /// - Parameter text: What was typed or pasted; see ``SourceNames``.
    /// - Returns: The source as it is stored, and why it is not verified where it is not.
    /// - Throws: ``DataError``: `invalidInput` for what is no name, is in the list already or is one too many,
    ///   `notFound` when the server says that there is no such source; the database's; `CancellationError`.
    public func add(_ text: String) async throws -> SourceAddition {
        let name = try names.name(of: text)
        return try await additions.value(for: names.profile.sourceID(of: name)) {
            try await translated { try await self.add(name) }
        }
    }

    /// Takes a source out of the list.
    ///
    /// - Parameter id: Which source.
    /// - Returns: The source as it was, for ``restore(_:)``.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    public func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource {
        let removed = try await translated { try await offline.remove(id, at: time.now) }
        guard let removed else { throw DataError(isMissing: id) }
        return removed
    }

    /// Puts a source back that was removed: where it was, with all that was known of it.
    ///
    /// - Parameter source: What ``remove(_:)`` returned.
    /// - Throws: ``DataError`` with the code `invalidInput` when the list is full; the database's.
    public func restore(_ source: SubscribedSource) async throws {
        _ = try await translated { try await offline.restore(source, at: time.now) }
    }

    /// Moves a source to another place in the person's own order.
    ///
    /// - Parameters:
    ///   - id: Which source.
    ///   - index: Its index once it has moved, from 0; clamped to the list.
    /// - Throws: ``DataError`` with the code `notFound` when the list does not have it; the database's.
    public func move(_ id: SubscribedSource.ID, to index: Int) async throws {
        let isThere = try await translated { try await offline.move(id, to: index, at: time.now) }
        guard isThere else { throw DataError(isMissing: id) }
    }

    /// Notes that the person opened a source.
    ///
    /// - Parameter id: Which source; one that is not in the list is no error.
    /// - Throws: ``DataError`` when the database fails.
    public func open(_ id: SubscribedSource.ID) async throws {
        _ = try await translated { try await offline.open(id, at: time.now) }
    }

    /// Checks the sources that are `pending`, one after the other, with requests that nobody waits for.
    ///
    /// Calls at the same time are one round.
    ///
    /// - Returns: What was checked, and why the rest was not.
    /// - Throws: ``DataError`` when the database fails; `CancellationError`.
    public func verifyPending() async throws -> SourceVerification {
        try await verifications.value(for: names.site) {
            try await translated { try await self.checkPending() }
        }
    }

    /// How many wait for additions, and how many for a round of checking.
    var additionWaiterCount: Int { additions.waiterCount }
    var verificationWaiterCount: Int { verifications.waiterCount }
}

extension DataError {
    /// The list has no such source.
    fileprivate init(isMissing id: SubscribedSource.ID) {
        self.init(
            .notFound, message: "'\(id.name)' is not in the list.", underlying: SourceRefusal.missing(id))
    }
}
