/// The way on which intents come from processes without the store to the one that has it.
///
/// Contract:
/// - What was left survives power loss once ``leave(_:)`` has returned, and becomes part of the outbox once.
/// - Safe from any thread.
package protocol IntentHandover: Sendable {
    /// Whether this process only reads the store, so that its intents are left for the one that writes.
    var isLeaving: Bool { get }

    /// Leaves an intent for the process that writes, whichever that is.
    ///
    /// - Parameter intent: The intent.
    /// - Throws: A ``CodedError`` when the disk fails; nothing is left then, except with the code `outcomeUnknown`.
    func leave(_ intent: HandedIntent) async throws

    /// Takes into the store what was left, and returns what is not part of the outbox yet, in the order in which it was
    /// left.
    ///
    /// Each stays until it is named in a commit (``OutboxCommit/handed``).
    ///
    /// - Returns: The intents.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func handed() async throws -> [HandedIntent]

    /// Returns what was left and is not part of the outbox yet, as a process that only reads sees it.
    ///
    /// An intent that is not among them, and was left before the call, has been taken over: what is read from the store after the
    /// call has it, unless it is done by then.
    ///
    /// - Returns: The ids of the entries.
    /// - Throws: A ``CodedError`` when the folder or the store cannot be read.
    func waiting() async throws -> Set<OutboxEntry.ID>

    /// A new stream of the times at which something was taken into the store, or, in a process that reads, at which the
    /// outbox changed; newest only.
    func changes() -> AsyncStream<Void>
}
