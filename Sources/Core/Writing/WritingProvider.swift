public import Foundation

/// A provider of writing: it takes what a person wants to change on a server, and sends it when it can be sent.
///
/// Contract:
/// - What is queued is stored before it is shown, and stays until the server has it or a person gives it up. No text is
///   sent twice unless a person says so. The one exception is a server over plain `http`: a page in place of its answer
///   counts as a portal's, by which nothing arrived. Where the request had arrived all the same, the text is there
///   twice. Over TLS no portal can answer, and such an answer is looked into before anything is sent again.
/// - An item belongs to one account, and is sent with that account's session or not at all.
/// - ``outbox`` has what a call changed when the call returns.
/// - In a process that only reads the store, what is queued is left for the one that writes, and decisions and sending
///   throw ``DataError`` with the code `storeBusy`.
/// - Safe from any thread.
public protocol WritingProvider: Sendable {
    /// Everything that is unsent, and what was sent lately.
    var outbox: ObservableValue<OutboxState> { get }

    /// Reads what is stored, where that was not done yet: ``outbox`` has all of it when this returns.
    ///
    /// Every other call does that by itself. The default implementation does nothing.
    ///
    /// - Throws: A ``CodedError`` when it cannot be read.
    func load() async throws

    /// Returns what can be written to a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: The kinds of items; none where nothing can be written.
    func kinds(on site: Site) -> Set<OutboxItem.Kind>

    /// Returns the rules of texts on a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: Its limits; `nil` where nothing can be written.
    func rules(on site: Site) -> WritingRules?

    /// Returns the accounts of a site, one of which writes.
    ///
    /// - Parameter site: The site.
    /// - Returns: The accounts on this device, and each change; `nil` where nothing can be written.
    func accounts(on site: Site) -> ObservableValue<SiteAccounts>?

    /// Returns the account that writes to a site now: the one in use there.
    ///
    /// Where the server has not yet told who that is, it is asked.
    ///
    /// - Parameter site: The site.
    /// - Returns: The account.
    /// - Throws: ``DataError`` with the code `unauthorized` where nobody is signed in, `invalidInput` where nothing
    ///   can be written to the site, the failure of asking; `CancellationError`.
    func account(on site: Site) async throws -> AccountKey

    /// Queues what a person wants; when this returns, it is stored and shown, and it is sent as soon as that is
    /// possible.
    ///
    /// A text of an id that is known already is not queued again, so a call that failed may be repeated with its id. An
    /// edit or a deletion of something unsent changes or removes that; the item is then the one that is changed.
    ///
    /// - Parameters:
    ///   - intent: What the person wants.
    ///   - account: The account.
    ///   - id: The id of the new item; `nil` for one that is made now.
    ///   - undo: The time for which it can be taken back before it is sent.
    /// - Returns: The id of the item; `nil` where nothing has to be sent, as the server has that already.
    /// - Throws: ``WritingError``; ``DataError`` with the code `invalidInput` for a text that the site would not take;
    ///   a ``CodedError`` when it cannot be stored.
    @discardableResult
    func queue(
        _ intent: WriteIntent, as account: AccountKey, id: OutboxItem.ID?, undo: Duration
    ) async throws -> OutboxItem.ID?

    /// Queues several wishes at once, such as marks of all posts of a list: votes, saves, hides, marks and
    /// subscriptions.
    ///
    /// - Parameters:
    ///   - intents: What the person wants; no texts.
    ///   - account: The account.
    /// - Returns: The ids of the items, without those that need not be sent. A provider that can stores all of them or
    ///   none; the default queues one after the other.
    /// - Throws: As ``queue(_:as:id:undo:)``.
    func queue(_ intents: [WriteIntent], as account: AccountKey) async throws -> [OutboxItem.ID]

    /// Follows a person's decision on an item, or on a notice.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - id: The item, or the notice.
    /// - Throws: ``WritingError``; a ``CodedError`` when it cannot be stored.
    func decide(_ decision: OutboxDecision, on id: OutboxItem.ID) async throws

    /// Sends what an account has to be sent now, and waits until nothing more can be done now.
    ///
    /// The outbox's own pauses between tries end; a server's pause does not, nor the time after which an item that was
    /// not found counts as not sent.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - ids: The items that are waited for; `nil` for all of the account.
    /// - Throws: `CancellationError` when the task is cancelled; what is under way goes on.
    func send(as account: AccountKey, waitingFor ids: [OutboxItem.ID]?) async throws
}

extension WritingProvider {
    public func load() async throws {}

    public func queue(_ intents: [WriteIntent], as account: AccountKey) async throws -> [OutboxItem.ID] {
        var ids: [OutboxItem.ID] = []
        for intent in intents {
            if let id = try await queue(intent, as: account, id: nil, undo: .zero) { ids.append(id) }
        }
        return ids
    }

    /// Queues what a person wants, to be sent at once; otherwise as ``queue(_:as:id:undo:)``.
    ///
    /// - Parameters:
    ///   - intent: What the person wants.
    ///   - account: The account.
    /// - Returns: The id of the item; `nil` where nothing has to be sent.
    /// - Throws: As ``queue(_:as:id:undo:)``.
    @discardableResult
    public func queue(_ intent: WriteIntent, as account: AccountKey) async throws -> OutboxItem.ID? {
        try await queue(intent, as: account, id: nil, undo: .zero)
    }
}

/// What a person wants to change on a server.
public enum WriteIntent: Hashable, Sendable {
    /// A vote on a post or a comment; `nil` takes it back.
    case vote(Vote?, on: StatusTarget)
    /// Saving a post or a comment on the server, or taking that back.
    case save(Bool, StatusTarget)
    /// Hiding a post on the server, or showing it again.
    case hide(Bool, StatusTarget)
    /// Marking a post as read on the server, or as unread; or what it keeps of an answer
    /// (``AnswerProvider/mark(_:_:)``).
    case read(Bool, StatusTarget)
    /// Subscribing to a community, such as `swift` or `swift@lemmy.example`, or leaving it.
    case subscribe(Bool, to: String)
    /// A reply to a post or a comment, in the thread of a post; the native id of either may be an unsent item's id.
    case reply(String, to: StatusTarget, in: Post.ID?)
    /// A new post in a community.
    case submit(PostDraft, to: String)
    /// Another text for a post or a comment of one's own; the native id may be an unsent item's id.
    case edit(String, of: StatusTarget)
    /// The deletion of a post or a comment of one's own; the native id may be an unsent item's id.
    ///
    /// Where others wait for an unsent one, it has to be said what becomes of them.
    case delete(StatusTarget, OutboxDependants? = nil)
    /// Something of a kind of the app's own.
    case own(OwnIntent)
}

/// A post that a person writes: a title with a text, a link, or nothing more.
public struct PostDraft: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The text; `nil` for none.
    public var text: String?
    /// The link; `nil` for none.
    public var url: String?

    /// Creates a post.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - text: The text; none by default.
    ///   - url: The link; none by default.
    public init(title: String, text: String? = nil, url: String? = nil) {
        self.title = title
        self.text = text
        self.url = url
    }
}

/// A person's decision on an item of the outbox, or on a notice of it.
public enum OutboxDecision: Hashable, Sendable {
    /// Send it now or again; from another account of the site where one is named and the item has failed.
    case send(as: AccountKey?)
    /// Take it as arrived.
    case arrived(OutboxDependants?)
    /// Give it up; a text becomes a draft.
    ///
    /// What needs consent (``IntentKind/needsConsent``), such as a payment whose money is taken, is given up only with
    /// it: ask for it apart from everything else.
    case giveUp(OutboxDependants?, withConsent: Bool = false)
    /// Change its text.
    case edit(String)
    /// Change all words of a post that is not sent, and send it to another community where one is named.
    case editPost(PostDraft, to: String? = nil)
    /// Dismiss the notice of this id.
    case dismiss
    /// Delete the copy that the notice of this id tells of, and dismiss it.
    case deleteCopy
}

/// The reason for which something cannot be queued, or a decision cannot be followed.
public enum WritingError: CodedError, Hashable, LocalizedError, CustomStringConvertible {
    /// There is no such item.
    case unknownItem
    /// The item is being sent or looked for.
    case underWay
    /// Other items wait for it: what becomes of them has to be said.
    case hasDependants([OutboxItem.ID])
    /// Nobody knows whether the item arrived.
    case unsure
    /// Only a text that has failed can be sent from another account, and only of the same site.
    case notFailed
    /// The text was given up; what is sent again is a new one.
    case givenUp
    /// What is answered is being deleted.
    case targetDeleted
    /// The thing is not on the server yet, so it takes replies, edits and a deletion alone.
    case notSent
    /// These items, such as payments whose money is taken, are given up only with consent.
    case needsConsent([OutboxItem.ID])
    /// The item's state has no use for that.
    case notApplicable

    public var code: ErrorCode {
        switch self {
        case .unknownItem: .notFound
        case .underWay: .storeBusy
        default: .invalidInput
        }
    }

    public var isRetryable: Bool { self == .underWay }

    public var retryAfter: Duration? { nil }

    public var description: String {
        switch self {
        case .unknownItem: "Nothing unsent has this id. Look at the outbox."
        case .underWay: "It is being sent, or it is being found out whether it arrived. Try again in a minute."
        case .hasDependants(let ids):
            ids.count == 1
                ? "1 unsent reply waits for it. Say what becomes of it: given up, kept as a draft, or sent as an answer "
                    + "to what it answered."
                : "\(ids.count) unsent replies wait for it. Say what becomes of them: given up, kept as drafts, or sent "
                    + "as answers to what it answered."
        case .unsure: "Nobody knows whether it arrived. Say that it did, or send it again."
        case .notFailed: "Only a text that was refused can be sent from another account of the same site."
        case .givenUp: "It was given up. Write it anew from its draft."
        case .targetDeleted: "What it answers is being deleted."
        case .notSent: "It is not sent yet, so it can only be answered, edited or deleted. Try again once it is sent."
        case .needsConsent:
            "Money may be taken already, so this is dropped only with explicit consent. Otherwise let it be sent."
        case .notApplicable: "That does not apply to it now. Look at the outbox."
        }
    }

    public var errorDescription: String? { description }
}
