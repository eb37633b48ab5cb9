import Foundation

/// Asking the server about sources.
extension DefaultSourceProvider {
    func add(_ name: SourceName) async throws -> SourceAddition {
        let stored = try await offline.sources(on: names.site)
        // Known before the server is asked; the commit itself makes sure once more.
        try refuseKnown(name, in: stored)
        var source = SubscribedSource(name, on: names.profile, added: time.now)
        var reason: DataError?
        do {
            let verdict = try await verdict(on: name, priority: .userInitiated, isManual: true)
            guard verdict != .unknown else {
                throw DataError(
                    .notFound, message: "There is no \(name) on \(names.site), or it was banned. Check the spelling.",
                    underlying: SourceRefusal.unknown(name))
            }
            source.settle(verdict, at: time.now)
            try refuseKnown(source.name, in: stored)
            if case .restricted(let restriction) = source.state { reason = DataError(source.name, is: restriction) }
        } catch let error as CancellationError {
            throw error
        } catch let error as DataError where error.code == .invalidInput || error.code == .notFound {
            throw error
        } catch {
            // What fails because nobody waits any more is no failure.
            try Task.checkCancellation()
            reason = DataError(isUnchecked: name, because: DataError(error))
        }
        try Task.checkCancellation()
        return SourceAddition(source: try await offline.add(source, at: time.now), reason: reason)
    }

    func checkPending() async throws -> SourceVerification {
        let pending = try await offline.sources(on: names.site).sources.filter { $0.state == .pending }
        var result = SourceVerification()
        for source in pending {
            try Task.checkCancellation()
            let verdict: SourceVerdict
            do {
                verdict = try await self.verdict(on: source.name, priority: .background, isManual: false)
            } catch let error as CancellationError {
                throw error
            } catch {
                try Task.checkCancellation()
                let error = DataError(error)
                result.error = result.error ?? error
                if Self.meetsEverybody(error.code) { break }
                continue
            }
            try Task.checkCancellation()
            // It may have been removed while the server was asked.
            if let settled = try await offline.settle(source.id, verdict, at: time.now) {
                result.checked.append(settled)
            }
        }
        result.pendingCount = try await offline.sources(on: names.site).sources.count { $0.state == .pending }
        return result
    }

    private func verdict(on name: SourceName, priority: RequestPriority, isManual: Bool) async throws -> SourceVerdict {
        guard let online else { throw DataError(.offline, isRetryable: true) }
        var request = SourceRequest(name, on: names.site, priority: priority)
        request.isManual = isManual
        do {
            let description = try await asking { [request] in try await online.lookUp(request) }
            return .known(description, id: names.profile.sourceID(of: description.name))
        } catch let error as any CodedError where error.code == .notFound {
            return .unknown
        }
    }

    private func refuseKnown(_ name: SourceName, in stored: StoredSources) throws {
        if let known = stored.source(named: name, on: names.profile) { throw DataError(isDuplicateOf: known) }
        if stored.sources.count >= SubscribedSource.maximumCount { throw DataError.sourceListIsFull }
    }

    /// Whether a failure is about the way to the server, so that the next request would meet it as well.
    private static func meetsEverybody(_ code: ErrorCode) -> Bool {
        let codes: Set<ErrorCode> = [
            .offline, .timedOut, .rateLimited, .accessClosed, .unauthorized, .sessionExpired, .captivePortal,
            .pinMismatch,
        ]
        return codes.contains(code)
    }
}

extension DataError {
    /// A list has a source already; what stores of sources throw.
    ///
    /// - Parameter known: The one that it has.
    public init(isDuplicateOf known: SubscribedSource) {
        self.init(
            .invalidInput, message: "\(known.name) is in the list already.",
            underlying: SourceRefusal.duplicate(known.name))
    }

    /// A list has as many sources as it can have; what stores of sources throw.
    public static var sourceListIsFull: DataError {
        DataError(
            .invalidInput,
            message: "The list is full: it has \(SubscribedSource.maximumCount) sources. Remove one first.",
            underlying: SourceRefusal.full(count: SubscribedSource.maximumCount))
    }

    fileprivate init(isUnchecked name: SourceName, because error: DataError) {
        self.init(
            error.code, message: "\(name) was added and could not be checked yet. \(error.message)",
            isRetryable: error.isRetryable, retryAfter: error.retryAfter, underlying: SourceRefusal.unchecked(name))
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
            underlying: SourceRefusal.restricted(name, restriction))
    }
}
