/// The part of a backend that fetches answers: replies to what an account wrote, and mentions of it.
///
/// Contract:
/// - It asks as the account of the request and as nobody else; an answer as to anybody is an error with the code
///   `unauthorized`, never an empty page.
/// - It knows nothing of what is stored, and stores nothing.
/// - One answer that cannot be read never costs the page: it becomes a ``DecodeIssue``. Private messages are left out,
///   without one.
/// - The newest come first. Fetching marks nothing as read.
/// - Cancelling the calling task ends the request and throws `CancellationError`.
public protocol OnlineAnswerProvider: Sendable {
    /// The site of the answers.
    var site: Site { get }

    /// Fetches one page.
    ///
    /// - Parameter request: The account, and which page.
    /// - Returns: The page.
    /// - Throws: ``NetworkError`` when there is no answer that can be read, ``DataError`` with the code `invalidInput`
    ///   when the request cannot be made, `CancellationError`.
    func fetchAnswers(_ request: AnswerPageRequest) async throws -> AnswerPage
}

/// A request for one page of the answers to an account.
public struct AnswerPageRequest: Hashable, Sendable {
    /// The account.
    public var account: AccountKey
    /// The position of the page; `nil` for the newest.
    public var cursor: PageCursor?
    /// Whether only what is not read is asked for.
    public var isUnreadOnly: Bool
    /// The number of answers that are wanted; a server may send fewer.
    public var limit: Int
    /// The priority of the request.
    public var priority: RequestPriority

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - cursor: The position of the page; the newest by default.
    ///   - isUnreadOnly: Whether only what is not read is asked for; false by default.
    ///   - limit: The number of answers that are wanted; 50 by default.
    ///   - priority: The priority of the request.
    public init(
        _ account: AccountKey, cursor: PageCursor? = nil, isUnreadOnly: Bool = false, limit: Int = 50,
        priority: RequestPriority = .userInitiated
    ) {
        self.account = account
        self.cursor = cursor
        self.isUnreadOnly = isUnreadOnly
        self.limit = limit
        self.priority = priority
    }
}

/// One page of the answers to an account, as its server sent it.
public struct AnswerPage: Hashable, Sendable {
    /// The answers, the newest first.
    public var answers: [Answer]
    /// The position of the next page; `nil` at the end.
    public var next: PageCursor?
    /// The last answers of the lists that go on behind this page: where all of them are known, so is what follows.
    public var ends: [Answer.ID]
    /// What could not be read.
    public var issues: [DecodeIssue]
    /// The name of the backend, for people to read.
    public var source: String

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - answers: The answers, the newest first.
    ///   - next: The position of the next page; `nil`, the default, at the end.
    ///   - ends: The last answers of the lists that go on; `nil`, the default, where the page is of one list.
    ///   - issues: What could not be read; nothing by default.
    ///   - source: The name of the backend.
    public init(
        _ answers: [Answer] = [], next: PageCursor? = nil, ends: [Answer.ID]? = nil, issues: [DecodeIssue] = [],
        source: String
    ) {
        self.answers = answers
        self.next = next
        self.ends = ends ?? (next == nil ? [] : answers.last.map { [$0.id] } ?? [])
        self.issues = issues
        self.source = source
    }
}
