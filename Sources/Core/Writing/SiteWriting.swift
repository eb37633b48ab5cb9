package import Foundation

/// The part of a backend that writes: the rules of its site, the accounts, and the sender.
///
/// A class, since it is passed on with each intent and never changes.
package final class SiteWriting: Sendable {
    /// What a sender is given by the app around it.
    package struct Services: Sendable {
        /// The memory of what was stored before an attempt.
        package let known: any KnownThings
        /// The clock.
        package let time: any TimeProvider
        /// Told of the dates of the server.
        package let tell: @Sendable (Date) -> Void

        /// Creates services.
        ///
        /// - Parameters:
        ///   - known: The memory of what was stored before an attempt.
        ///   - time: The clock.
        ///   - tell: Told of the dates of the server.
        package init(
            known: any KnownThings, time: any TimeProvider, tell: @escaping @Sendable (Date) -> Void
        ) {
            self.known = known
            self.time = time
            self.tell = tell
        }
    }

    /// The rules of the site.
    package let rules: WritingRules
    /// The kinds that its sender sends.
    package let kinds: Set<OutboxEntry.Kind>
    /// The least seconds between two sends; 0 for none.
    package let pace: TimeInterval
    /// The accounts of the site.
    package let accounts: any AccountProvider
    /// Asks the server who is in use, where that is not known.
    package let identify: @Sendable () async throws -> SignedInAccount?
    /// Makes the sender.
    package let makeSender: @Sendable (Services) -> any OutboxSender

    /// Creates the part.
    ///
    /// - Parameters:
    ///   - rules: The rules of the site.
    ///   - kinds: The kinds that its sender sends; the built-in ones by default.
    ///   - pace: The least seconds between two sends; none by default.
    ///   - accounts: The accounts of the site.
    ///   - identify: Asks the server who is in use, where that is not known.
    ///   - makeSender: Makes the sender.
    package init(
        rules: WritingRules, kinds: Set<OutboxEntry.Kind> = Set(OutboxEntry.Kind.builtIn), pace: TimeInterval = 0,
        accounts: any AccountProvider, identify: @escaping @Sendable () async throws -> SignedInAccount?,
        makeSender: @escaping @Sendable (Services) -> any OutboxSender
    ) {
        self.rules = rules
        self.kinds = kinds
        self.pace = pace
        self.accounts = accounts
        self.identify = identify
        self.makeSender = makeSender
    }
}
