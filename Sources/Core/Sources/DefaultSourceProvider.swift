import Foundation

/// The standard ``SourceProvider``: stores the list, and looks up added sources on the server.
///
/// | the server's answer | result of adding the source |
/// | --- | --- |
/// | it exists | added as `verified`, with the server's spelling |
/// | it is private, quarantined, banned or suspended (403) | added as `restricted`, with the reason |
/// | it does not exist (404, or Reddit's redirect to its search) | refused |
/// | none: offline, timed out, rate limited, closed, unreadable | added as `pending`, with the reason |
///
/// A restricted source is added because it exists and may open again. A new list is empty.
public final class DefaultSourceProvider: SourceProvider {
    public let names: SourceNameParser

    private let offline: any OfflineSourceProvider
    private let online: (any OnlineSourceProvider)?
    private let time: any TimeProvider
    private let boot: BootID
    private let statuses: (any OfflineStatusProvider)?
    private let additions = SingleFlight<SubscribedSource.ID, SourceAddition>()
    private let verifications = SingleFlight<Site, SourceVerification>()

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - names: The parser of the site's names.
    ///   - offline: The store of the list; the registered one by default.
    ///   - online: The provider that looks up sources of the same site; with `nil`, every added source is `pending`.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        names: SourceNameParser,
        offline: any OfflineSourceProvider = Dependency.resolve((any OfflineSourceProvider).self),
        online: (any OnlineSourceProvider)?,
        time: any TimeProvider = Dependency.clock
    ) {
        precondition(
            online.map { $0.site == names.site } ?? true, "The online provider of a list of sources has another site.")
        self.names = names
        self.offline = offline
        self.online = online
        self.time = time
        boot = Dependency.boot
        let isKept = Dependency.current.isRegistered((any OfflineStatusProvider).self)
        statuses = isKept ? Dependency.resolve((any OfflineStatusProvider).self) : nil
    }

    public func sources() async throws -> StoredSources {
        try await translated { try await offline.sources(on: names.site) }
    }

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

    public func add(_ text: String) async throws -> SourceAddition {
        let name = try names.name(of: text)
        return try await additions.value(for: names.profile.sourceID(of: name)) { _ in
            try await translated { try await self.add(name) }
        }
    }

    public func remove(_ id: SubscribedSource.ID) async throws -> SubscribedSource {
        let removed = try await translated { try await offline.remove(id, at: time.now) }
        guard let removed else { throw DataError(isMissing: id) }
        return removed
    }

    public func restore(_ source: SubscribedSource) async throws {
        _ = try await translated { try await offline.restore(source, at: time.now) }
    }

    public func move(_ id: SubscribedSource.ID, to index: Int) async throws {
        let isThere = try await translated { try await offline.move(id, to: index, at: time.now) }
        guard isThere else { throw DataError(isMissing: id) }
    }

    public func open(_ id: SubscribedSource.ID) async throws {
        _ = try await translated { try await offline.open(id, at: time.now) }
    }

    public func verifyPending() async throws -> SourceVerification {
        try await verifications.value(for: names.site) { _ in
            try await translated { try await self.checkPending() }
        }
    }

    /// The numbers of callers that wait for additions and for verifications.
    var additionWaiterCount: Int { additions.counts.waiters }
    var verificationWaiterCount: Int { verifications.counts.waiters }
}

extension DataError {
    fileprivate init(isMissing id: SubscribedSource.ID) {
        self.init(
            .notFound, message: "'\(id.name)' is not in the list.", underlying: SourceError.missing(id))
    }
}

// MARK: - Looking up sources

extension DefaultSourceProvider {
    private func add(_ name: SourceName) async throws -> SourceAddition {
        let stored = try await offline.sources(on: names.site)
        // Checked before the lookup; the commit checks once more.
        try refuseKnown(name, in: stored)
        var source = SubscribedSource(name, on: names.profile, added: time.now)
        var reason: DataError?
        do {
            let result = try await lookUp(name, priority: .userInitiated, isManual: true)
            guard result != .unknown else {
                throw DataError(
                    .notFound, message: "There is no \(name) on \(names.site), or it was banned. Check the spelling.",
                    underlying: SourceError.unknown(name))
            }
            source.update(with: result, at: time.now)
            try refuseKnown(source.name, in: stored)
            if case .restricted(let restriction) = source.state { reason = DataError(source.name, is: restriction) }
        } catch let error as CancellationError {
            throw error
        } catch let error as DataError where error.code == .invalidInput || error.code == .notFound {
            throw error
        } catch {
            // A failure because nobody waits any more is a cancellation.
            try Task.checkCancellation()
            reason = DataError(isUnchecked: name, because: DataError(error))
        }
        try Task.checkCancellation()
        return SourceAddition(source: try await offline.add(source, at: time.now), reason: reason)
    }

    private func checkPending() async throws -> SourceVerification {
        let pending = try await offline.sources(on: names.site).sources.filter { $0.state == .pending }
        var result = SourceVerification()
        for source in pending {
            try Task.checkCancellation()
            let lookup: SourceLookupResult
            do {
                lookup = try await lookUp(source.name, priority: .background, isManual: false)
            } catch let error as CancellationError {
                throw error
            } catch {
                try Task.checkCancellation()
                let error = DataError(error)
                result.error = result.error ?? error
                if Self.concernsAllRequests(error.code) { break }
                continue
            }
            try Task.checkCancellation()
            // It may have been removed meanwhile.
            if let updated = try await offline.update(source.id, with: lookup, at: time.now) {
                result.checked.append(updated)
            }
        }
        result.pendingCount = try await offline.sources(on: names.site).sources.count { $0.state == .pending }
        return result
    }

    private func lookUp(
        _ name: SourceName, priority: RequestPriority, isManual: Bool
    ) async throws -> SourceLookupResult {
        guard let online else { throw DataError(.offline, isRetryable: true) }
        var request = SourceRequest(name, on: names.site, priority: priority)
        request.isManual = isManual
        do {
            let begun = time.moment(in: boot)
            let description = try await normalizingCancellation { [request] in try await online.lookUp(request) }
            if var said = description.confirmation, let statuses {
                said.noteBegin(asOf: nil, at: begun)
                try await statuses.store(said)
            }
            return .known(description, id: names.profile.sourceID(of: description.name))
        } catch let error as any CodedError where error.code == .notFound {
            return .unknown
        }
    }

    private func refuseKnown(_ name: SourceName, in stored: StoredSources) throws {
        if let known = stored.source(named: name, on: names.profile) { throw DataError(isDuplicateOf: known) }
        if stored.sources.count >= SubscribedSource.maximumCount { throw DataError.sourceListIsFull }
    }

    /// Whether a failure concerns the network or the server, so that the next request would fail as well.
    private static func concernsAllRequests(_ code: ErrorCode) -> Bool {
        let codes: Set<ErrorCode> = [
            .offline, .timedOut, .rateLimited, .accessClosed, .unauthorized, .sessionExpired, .captivePortal,
            .pinMismatch,
        ]
        return codes.contains(code)
    }
}

extension DataError {
    /// Creates the error of a store that has a source already.
    package init(isDuplicateOf known: SubscribedSource) {
        self.init(
            .invalidInput, message: "\(known.name) is in the list already.",
            underlying: SourceError.duplicate(known.name))
    }

    /// The error of a store whose list has the maximum number of sources.
    package static var sourceListIsFull: DataError {
        DataError(
            .invalidInput,
            message: "The list is full: it has \(SubscribedSource.maximumCount) sources. Remove one first.",
            underlying: SourceError.full(count: SubscribedSource.maximumCount))
    }

    fileprivate init(isUnchecked name: SourceName, because error: DataError) {
        self.init(
            error.code, message: "\(name) was added and could not be checked yet. \(error.message)",
            isRetryable: error.isRetryable, retryAfter: error.retryAfter, underlying: SourceError.unchecked(name))
    }

    fileprivate init(_ name: SourceName, is restriction: SourceRestriction) {
        let what =
            switch restriction {
            case .privateMembers: "is private: the server shows it to its members only."
            case .quarantined: "is quarantined: the server shows it only to those who have agreed to see it."
            case .banned: "is banned: the server does not show it any more."
            case .suspended: "is suspended: the server does not show what this account posted."
            case .forbidden: "is there, and the server does not show it to you."
            }
        self.init(
            .forbidden, message: "\(name) was added, but it \(what)",
            underlying: SourceError.restricted(name, restriction))
    }
}
