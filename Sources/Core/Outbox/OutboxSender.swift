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

/// An entry with what is known of its target when it is sent.
package struct OutboxRequest: Equatable, Sendable {
    /// The entry.
    package let entry: OutboxEntry
    /// The site's own id of its target; `nil` where it has no target.
    package let target: String?
    /// The site's own ids of what the entries made that it waited for, in their order, such as uploads.
    package let parts: [String]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - target: The site's own id of its target.
    ///   - parts: The site's own ids of what the entries made that it waited for; none by default.
    package init(_ entry: OutboxEntry, target: String?, parts: [String] = []) {
        self.entry = entry
        self.target = target
        self.parts = parts
    }
}
