/// A provider of what the database keeps for one account, as a whole: taking over what was done signed out, and
/// removing all of it.
///
/// Nothing happens by itself at a sign-in or a sign-out: a person asks for it.
package protocol OfflineAccountProvider: Sendable {
    /// Gives an account what was done on its site while nobody was signed in, in one synced commit.
    ///
    /// Drafts become the account's and are nobody's no longer. Marks are copied and stay nobody's too; what the account has set or taken back itself, what its server has set
    /// and what it has not sent yet counts more. Votes are no marks of an account: they are returned, to be sent.
    /// Doing it again copies nothing again, but returns votes until the account has its own.
    ///
    /// - Parameter account: The account.
    /// - Returns: What was copied, and what is to be sent.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: O(*n*) in nobody's marks.
    func takeOver(for account: AccountKey) async throws -> TakenOver

    /// Returns what ``takeOver(for:)`` would do, and changes nothing.
    ///
    /// - Parameter account: The account.
    /// - Returns: What would be copied and sent.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in nobody's marks.
    func takenOver(for account: AccountKey) async throws -> TakenOver

    /// Removes what is stored for one account alone, in one synced commit: its own marks, what its server confirmed to
    /// it, its visits, its dismissals, its drafts and its feeds.
    ///
    /// Posts and comments stay, as everybody's do. Entries of the outbox stay, with what is shown of them: whoever
    /// signs out says what becomes of them.
    ///
    /// - Parameter account: The account.
    /// - Returns: The number of records that were removed.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: O(*n*) in the marks of all owners.
    @discardableResult
    func wipe(_ account: AccountKey) async throws -> Int

    /// Returns the accounts of a site that something was fetched for before the server had said whose they are; none by
    /// default, and in a process that only reads.
    ///
    /// - Parameter site: The site.
    /// - Returns: The accounts, by the places of their credentials.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func unnamed(on site: Site) async throws -> Set<SignedInAccount.ID>
}

extension OfflineAccountProvider {
    package func unnamed(on site: Site) async throws -> Set<SignedInAccount.ID> { [] }
}

/// What an account took over of what was done signed out.
package struct TakenOver: Hashable, Sendable {
    /// A vote that was set signed out.
    package struct SetVote: Hashable, Sendable {
        /// The post or comment.
        package let target: StatusTarget
        /// The vote.
        package let vote: Vote

        /// Creates a vote.
        package init(_ target: StatusTarget, _ vote: Vote) {
            (self.target, self.vote) = (target, vote)
        }
    }

    /// The number of posts, comments and visits whose marks the account has now and did not have before, and of drafts.
    package var count = 0
    /// The votes to queue for the account, in the order of their targets.
    package var votes: [SetVote] = []

    /// Creates a result; by default that there was nothing.
    package init(count: Int = 0, votes: [SetVote] = []) {
        (self.count, self.votes) = (count, votes)
    }
}
