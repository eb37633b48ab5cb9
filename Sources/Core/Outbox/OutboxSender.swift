package import Foundation

/// A sender of entries of some kinds to one site, which also finds out what became of them.
///
/// Contract:
/// - A call is for one account, whose session it uses and no other; without one it answers `sessionOver`.
/// - ``send(_:)`` says "unknown" for every failure after which the server may have acted, and "later" only where it
///   certainly has not.
/// - ``look(for:)`` and ``read(_:)`` ask the server itself: no cache, no request that somebody else has begun. An answer
///   as to anybody is `sessionOver`.
/// - A cancelled call ends soon; what it returns or throws then is not believed.
package protocol OutboxSender: Sendable {
    /// Sends entries in one request; more than one only where their policy allows a batch.
    ///
    /// - Parameter requests: The entries, with what is known of their targets.
    /// - Returns: The answer, for all of them.
    /// - Throws: `CancellationError`. Any other error counts as "nobody knows".
    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer

    /// Looks whether an entry arrived.
    ///
    /// - Parameter request: The entry. What is found is of its account, in the same place, equal in text, and not older
    ///   than ``OutboxEntry/doubtfulSince``.
    /// - Returns: What was found.
    /// - Throws: `CancellationError`. Any other error is a look that failed for a passing reason.
    func look(for request: OutboxRequest) async throws -> OutboxFinding

    /// Reads the value of the toggle that an entry was about.
    ///
    /// - Parameter request: The last entry of the lane.
    /// - Returns: The value that the server has for its account.
    /// - Throws: `CancellationError`. Any other error is a read that failed for a passing reason.
    func read(_ request: OutboxRequest) async throws -> OutboxReading

    /// Returns what the value of a toggle means as confirmed state.
    ///
    /// - Parameters:
    ///   - value: The value that the server has.
    ///   - entry: The entry.
    /// - Returns: The confirmed values of its target; `nil` where the kind has none.
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues?
}

extension OutboxSender {
    /// Sends entries; an error is an answer that nobody knows.
    func answer(to requests: [OutboxRequest]) async -> OutboxAnswer {
        do {
            return try await send(requests)
        } catch {
            return .unknown(OutboxEntry.Reason(error), isAnswered: false)
        }
    }

    /// Looks for an entry; an error is a look that failed for a passing reason.
    func finding(of request: OutboxRequest) async -> OutboxFinding {
        do {
            return try await look(for: request)
        } catch {
            return .failed(OutboxEntry.Reason(error), isPassing: true)
        }
    }

    /// Reads a toggle; an error is a read that failed for a passing reason.
    func reading(of request: OutboxRequest) async -> OutboxReading {
        do {
            return try await read(request)
        } catch {
            return .failed(isPassing: true)
        }
    }
}

/// An entry with what is known of its target when it is sent.
package struct OutboxRequest: Equatable, Sendable {
    /// The entry.
    package let entry: OutboxEntry
    /// The site's own id of its target; `nil` where it has no target.
    package let target: String?
    /// The site's own ids of what the entries made that it waited for, in their order, such as uploads.
    package let parts: [String]
    /// For a look, the site's own ids of what other entries of the lane have made: none of them is this entry's.
    package let claimed: Set<String>
    /// The seconds since the first send of which nobody knows what became of it, by the clock since boot; `nil` where
    /// there was none, and where it was before this boot.
    package let doubt: TimeInterval?
    /// The seconds since the last send, by the clock since boot; `nil` where there was none, and where it was before
    /// this boot.
    package let lastDoubt: TimeInterval?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - target: The site's own id of its target.
    ///   - parts: The site's own ids of what the entries made that it waited for; none by default.
    ///   - claimed: For a look, the site's own ids of what other entries of the lane have made; none by default.
    ///   - now: The moment, from which the sends before it have their ages; without one, the default, none has.
    package init(
        _ entry: OutboxEntry, target: String?, parts: [String] = [], claimed: Set<String> = [],
        at now: OutboxTime? = nil
    ) {
        self.entry = entry
        self.target = target
        self.parts = parts
        self.claimed = claimed
        doubt = now.flatMap { entry.doubtfulSince?.seconds(to: $0) }
        lastDoubt = now.flatMap { entry.lastAttempt?.seconds(to: $0) }
    }
}

extension OutboxTime {
    /// The seconds from this moment to a later one of the same boot; `nil` for one of another boot.
    ///
    /// Unlike ``age(at:serverDate:)``, it is never less than what has passed: no date that somebody has set counts.
    fileprivate func seconds(to now: OutboxTime) -> TimeInterval? {
        boot == now.boot ? max(0, now.uptime - uptime) : nil
    }
}

/// The accounts that a sender sends for.
package protocol OutboxAccounts: Sendable {
    /// Returns what it takes to ask a server as an account.
    ///
    /// - Parameter account: The account of an entry, never the current one.
    /// - Returns: The way to the server with that account's own session; `nil` where it has none.
    /// - Throws: A ``CodedError`` where that cannot be told now, `CancellationError`.
    func writer(for account: AccountKey) async throws -> OutboxWriter?
}

/// An account as its sender needs it: the requests that carry its session, and who it is to its server.
package struct OutboxWriter: Sendable {
    /// The requests with that account's session, and never with another one or none.
    package let requests: any RequestProvider
    /// The account's name on its site; `nil` where it is not known.
    package let name: String?
    /// The server's id of the account.
    package let id: String
    /// The files of intents; `nil` where nothing keeps any.
    var uploads: DefaultUploadProvider?

    /// Creates what is known of an account.
    ///
    /// - Parameters:
    ///   - requests: The requests with that account's session.
    ///   - name: The account's name on its site; `nil` where it is not known.
    ///   - id: The server's id of the account.
    package init(requests: any RequestProvider, name: String?, id: String) {
        self.requests = requests
        self.name = name
        self.id = id
    }
}
