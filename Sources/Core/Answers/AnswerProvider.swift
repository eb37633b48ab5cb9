public import Foundation

/// A provider of the answers to accounts: replies to what they wrote, and mentions of them.
///
/// Contract:
/// - What it hands out has been committed to the database.
/// - A failure to reach the server is a value, ``AnswerUpdate/error``, beside what is stored; it never removes data.
/// - Requests go out as the account that is named, and never as another one or as nobody.
/// - One refresh is in flight for an account; who asks meanwhile gets its result.
/// - Marks go through the outbox, are shown at once, and survive a refresh that does not know of them.
/// - Cancelling the calling task throws `CancellationError`.
/// - Safe from any thread.
public protocol AnswerProvider: Sendable {
    /// The sites whose accounts have answers.
    var sites: [Site] { get }

    /// Reads what is stored.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - isUnreadOnly: Whether only what is not read is wanted.
    ///   - limit: The greatest number; `nil` for all.
    /// - Returns: The answers, the newest first.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func stored(for account: AccountKey, isUnreadOnly: Bool, limit: Int?) async throws -> AnswerUpdate

    /// Fetches what is new and what is not read, stores it, and reads all that is stored.
    ///
    /// It goes on until it meets what is stored, some pages at most, and begins with one page where nothing is.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - priority: The priority of the requests.
    /// - Returns: The answers, and why nothing came, if so.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func refresh(for account: AccountKey, priority: RequestPriority) async throws -> AnswerUpdate

    /// Fetches what follows the stored answers, stores it, and reads all that is stored.
    ///
    /// It asks nothing where nothing follows, and refreshes where nothing was fetched yet.
    ///
    /// - Parameter account: The account.
    /// - Returns: The answers, and why nothing came, if so.
    /// - Throws: `CancellationError`, ``DataError`` when the database fails.
    func loadMore(for account: AccountKey) async throws -> AnswerUpdate

    /// Marks answers as read or as unread; when this returns, that is stored and shown.
    ///
    /// What is so already is not queued.
    ///
    /// - Parameters:
    ///   - isRead: Whether they are read.
    ///   - ids: The answers; of several accounts, if need be.
    /// - Returns: What was queued, in the order of the answers: none, one or two for each.
    /// - Throws: ``DataError`` with the code `notFound` where one of them is not stored, and nothing is queued then;
    ///   as ``WritingProvider/queue(_:as:id:undo:)``.
    @discardableResult
    func mark(_ isRead: Bool, _ ids: [Answer.ID]) async throws -> [OutboxItem.ID]

    /// Marks all stored answers to an account as read, one by one: what comes later stays unread.
    ///
    /// - Parameter account: The account.
    /// - Returns: What was queued.
    /// - Throws: As ``mark(_:_:)``.
    @discardableResult
    func markAllRead(for account: AccountKey) async throws -> [OutboxItem.ID]

    /// Announces changes of what is stored of anybody's answers, their marks included, from now on.
    ///
    /// - Returns: A stream that ends when its consumer does, newest only.
    func changes() -> AsyncStream<Void>
}

extension AnswerProvider {
    /// Reads all that is stored.
    ///
    /// - Parameter account: The account.
    /// - Returns: The answers, the newest first.
    /// - Throws: As ``stored(for:isUnreadOnly:limit:)``.
    public func stored(for account: AccountKey) async throws -> AnswerUpdate {
        try await stored(for: account, isUnreadOnly: false, limit: nil)
    }

    /// Fetches what is new for a person who waits; otherwise as ``refresh(for:priority:)``.
    ///
    /// - Parameter account: The account.
    /// - Returns: The answers, and why nothing came, if so.
    /// - Throws: As ``refresh(for:priority:)``.
    public func refresh(for account: AccountKey) async throws -> AnswerUpdate {
        try await refresh(for: account, priority: .userInitiated)
    }
}

/// The answers to an account as they are stored, with how that came.
public struct AnswerUpdate: Equatable, Sendable {
    /// The account.
    public var account: AccountKey
    /// The answers, the newest first.
    public var answers: [Answer]
    /// The number of stored answers of the account that are not read.
    public var unreadCount: Int
    /// The number of stored answers of which ``answers`` are the newest.
    public var count: Int
    /// Whether the server has more behind what is stored, as far as it is known.
    public var hasMore: Bool
    /// The date at which the newest were last fetched; `nil` for never.
    public var refreshed: Date?
    /// The number of answers that this call has stored for the first time and that are not read.
    public var newCount: Int
    /// The origin of what this call has brought.
    public var origin: DataOrigin
    /// The reason why nothing came, or not all of it; `nil` where nothing failed.
    public var error: DataError?
    /// What could not be read of the answers that came.
    public var issues: [DecodeIssue]

    /// Creates an update.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - answers: The answers, the newest first; none by default.
    ///   - unreadCount: The number of stored answers that are not read; those of `answers` by default.
    ///   - hasMore: Whether the server has more; false by default.
    ///   - refreshed: The date at which the newest were last fetched; never by default.
    ///   - error: The reason why nothing came; none by default.
    public init(
        account: AccountKey, answers: [Answer] = [], unreadCount: Int? = nil, hasMore: Bool = false,
        refreshed: Date? = nil, error: DataError? = nil
    ) {
        self.account = account
        self.answers = answers
        self.unreadCount = unreadCount ?? answers.count { !$0.isRead }
        count = answers.count
        self.hasMore = hasMore
        self.refreshed = refreshed
        newCount = 0
        origin = .database
        self.error = error
        issues = []
    }
}
