import CommandKit
import Core

/// The intents of one command of the reader on their way into the outbox and out of it.
typealias WriteRun = CommandKit.WriteRun<Session>

extension WriteRun {
    /// The account that writes.
    ///
    /// - Parameter typed: The command's text, which becomes a draft where nobody is found who writes it; nil for none.
    /// - Returns: The account; that of the token where it cannot be found out now whose that is.
    /// - Throws: The exit status where nobody is signed in, once that was printed; why it cannot be found out.
    mutating func account(keeping typed: TypedDraft?) async throws -> AccountKey {
        let session = session
        return try await account { try await session.keep(typed) }
    }

    /// Finds what a typed id names; nil where nothing here has that id.
    func thing(_ id: String) async throws -> Things.Thing? {
        try await Things(session, writing.outbox.value).thing(id)
    }

    /// Queues an intent about something that a typed id names; an id that nothing here has is noted.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - account: The account.
    ///   - intent: Makes the intent.
    /// - Throws: What `WritingProvider.queue` throws, and why the store cannot be read.
    mutating func queue(
        about id: String, as account: AccountKey, _ intent: (Things.Thing) -> WriteIntent
    ) async throws {
        guard let thing = try await thing(id) else { return miss(id) }
        do {
            try await queue(intent(thing), as: account)
        } catch WritingError.unknownItem {
            // It left the outbox, and nobody knows what the site calls it.
            miss(id)
        }
    }
}
