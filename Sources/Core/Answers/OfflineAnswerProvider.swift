package import Foundation

/// A store of the answers to accounts.
///
/// Contract:
/// - A commit is one atomic, buffered batch. Nothing that is stored is lost by it.
/// - Whether an answer is read is what the server confirmed to its account, with the marks that are not sent yet laid
///   over it: ``OfflineStatusProvider`` says the same of ``Answer/Notice``s.
/// - What belongs to one account is never given to another.
/// - Safe from any thread.
package protocol OfflineAnswerProvider: Sendable {
    /// Reads the answers to an account, the newest first.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - isUnreadOnly: Whether only what is not read is wanted.
    ///   - limit: The greatest number; `nil` for all.
    /// - Returns: The answers, and how many there are.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in the stored answers to the account.
    func answers(of account: AccountKey, isUnreadOnly: Bool, limit: Int?) async throws -> StoredAnswers

    /// Stores what a server sent, with what it said of the marks.
    ///
    /// - Parameter commit: What it sent.
    /// - Returns: The answers that were not stored before.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func commit(_ commit: AnswerCommit) async throws -> Set<Answer.ID>

    /// Removes old answers; what is not read stays, and what a mark is not sent of.
    ///
    /// - Parameters:
    ///   - date: What is older is removed.
    ///   - isDryRun: Whether nothing is changed.
    /// - Returns: How many answers were removed, or would be, and their bytes.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    @discardableResult
    func forget(before date: Date, isDryRun: Bool) async throws -> RetentionReport.Amount

    /// Returns the number of the store's last commit.
    ///
    /// - Returns: The number; `nil` where it is not known.
    func lastCommit() async -> UInt64?

    /// Announces each commit that changes what this store says of anybody's answers.
    ///
    /// - Returns: A stream that ends when its consumer does, or with the store; newest only.
    func changes() -> AsyncStream<Void>
}

/// The stored answers to an account.
package struct StoredAnswers: Hashable, Sendable {
    /// The answers, the newest first.
    package var answers: [Answer] = []
    /// The number of stored answers of which these are the newest.
    package var count = 0
    /// The number of stored answers that are not read.
    package var unreadCount = 0
    /// The position of the next page on the server; `nil` at the end, and before anything was fetched.
    package var next: PageCursor?
    /// The date at which the newest were last fetched; `nil` for never.
    package var refreshed: Date?

    /// Creates what is stored; nothing by default.
    package init() {}
}

/// What a server sent, to be stored.
package struct AnswerCommit: Hashable, Sendable {
    /// The place of what was sent among what is stored.
    package enum Place: Hashable, Sendable {
        /// The newest. What follows begins at the cursor, or at the stored one with `nil`.
        case head(AnswerTail?)
        /// Behind what is stored; what follows begins at the cursor.
        case tail(AnswerTail)
        /// What is not read, wherever it stands; all that is not in it is read, where it is whole.
        case unread(isWhole: Bool)
    }

    /// The account.
    package let account: AccountKey
    /// The answers.
    package var answers: [Answer]
    /// Their place.
    package var place: Place
    /// The number of the store's last commit when the request began, and the time.
    package var asOf: UInt64?
    /// The time when the request began.
    package var begun: OutboxTime?
    /// The date.
    package var date: Date

    /// Creates a commit.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - answers: The answers; those to another account are left out.
    ///   - place: Their place among what is stored.
    ///   - asOf: The number of the store's last commit when the request began.
    ///   - begun: The time when the request began.
    ///   - date: The date.
    package init(
        _ account: AccountKey, _ answers: [Answer], _ place: Place, asOf: UInt64? = nil, begun: OutboxTime? = nil,
        date: Date
    ) {
        self.account = account
        self.answers = answers.filter { $0.id.account == account && $0.id.comment.site == account.site }
        self.place = place
        self.asOf = asOf
        self.begun = begun
        self.date = date
    }
}

/// What follows the stored answers on the server.
package struct AnswerTail: Hashable, Sendable {
    /// The position of the next page; `nil` where nothing follows.
    package let next: PageCursor?

    /// Creates a tail.
    ///
    /// - Parameter next: The position of the next page; `nil` where nothing follows.
    package init(_ next: PageCursor?) { self.next = next }
}
