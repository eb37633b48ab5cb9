public import Foundation

/// Something that a person wants to change on a server and that is not done yet, or was done lately.
public struct OutboxItem: Identifiable, Hashable, Sendable {
    /// The id, in a form that no site's id has; a thing that is not sent yet has it everywhere in place of its own.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
        /// The id as text.
        public let rawValue: String

        /// Creates an id.
        ///
        /// - Parameter rawValue: The id as text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Whether a text has the form of an item's id.
        ///
        /// - Parameter text: Any text.
        /// - Returns: True where no site's id can be meant.
        public static func isID(_ text: String) -> Bool { OutboxEntry.ID.isID(text) }

        public var description: String { rawValue }

        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of an item; open, as apps add their own.
    public struct Kind: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
        /// The name of the kind, as it is stored.
        public let rawValue: String

        /// Creates a kind.
        ///
        /// - Parameter rawValue: The name of the kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A vote.
        public static let vote = Kind(.vote)
        /// Whether something is saved on the server.
        public static let save = Kind(.save)
        /// Whether a post is hidden on the server.
        public static let hide = Kind(.hide)
        /// Whether something is read on the server.
        public static let read = Kind(.read)
        /// A comment.
        public static let reply = Kind(.reply)
        /// A change of one's own text.
        public static let edit = Kind(.edit)
        /// The deletion of something of one's own.
        public static let delete = Kind(.delete)
        /// A post.
        public static let submit = Kind(.submit)
        /// Whether the account is subscribed to a community.
        public static let subscribe = Kind(.subscribe)

        private init(_ kind: OutboxEntry.Kind) { self.init(rawValue: kind.rawValue) }

        public var description: String { rawValue }
    }

    /// The place of an item on its way to the server.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It waits for another item to be sent.
        case waiting
        /// It is to be sent.
        case pending
        /// It is being sent.
        case sending
        /// It may have arrived, and is being looked for.
        case checking
        /// Nobody could find out whether it arrived; nothing is sent until a person says so.
        case unsure
        /// It was refused for good, or it is too old to go out unasked; a person has to say.
        case failed
        /// It is done.
        case sent
    }

    /// The reason of a failure, or of waiting.
    public struct Reason: Hashable, Sendable {
        /// What keeps an item where a person may have to do something, or another item goes first.
        public enum Cause: Hashable, Sendable, CaseIterable {
            /// An item goes first of which nobody knows yet whether it arrived, and which is being looked for.
            case heldByLook
            /// An item goes first of which nobody could find out whether it arrived: a person has to say.
            case heldByUnsure
            /// Nobody could find out whether it arrived: a person has to say.
            case unsure

            /// A sentence that says what a person can do.
            var message: String {
                switch self {
                case .heldByLook: "It goes after another one, which may have arrived and is being looked for."
                case .heldByUnsure:
                    "It goes after another one. Nobody knows whether that arrived: decide about that first."
                case .unsure: "Nobody knows whether it arrived: say that it did, send it again, or give it up."
                }
            }
        }

        /// The stable code.
        public let code: ErrorCode
        /// A sentence for a person.
        public let message: String
        /// What keeps the item; `nil` where something went wrong.
        public let cause: Cause?

        /// Creates the reason of a failure.
        ///
        /// - Parameters:
        ///   - code: The stable code.
        ///   - message: A sentence for a person.
        package init(code: ErrorCode, message: String) {
            (self.code, self.message, cause) = (code, message, nil)
        }

        /// Creates a reason for which an item stays where it is.
        ///
        /// - Parameters:
        ///   - cause: What keeps it.
        ///   - failure: What went wrong before; nothing by default.
        package init(_ cause: Cause, after failure: OutboxEntry.Reason? = nil) {
            code = failure?.code ?? .unknown
            message = [failure?.message, cause.message].compactMap(\.self).joined(separator: " ")
            self.cause = cause
        }
    }

    /// The id.
    public let id: ID
    /// The account that sends it.
    public let account: AccountKey
    /// The kind.
    public let kind: Kind
    /// What it is about: what is voted on, answered, changed, or the community; `nil` where it is about nothing.
    ///
    /// Its native id is an item's where that is not sent.
    public let target: StatusTarget?
    /// The wish of a toggle: `1`, `-1` or `0`; `nil` for texts.
    public let value: String?
    /// The title of a post; `nil` for other kinds.
    public let title: String?
    /// The text; `nil` where there is none.
    public let text: String?
    /// The link of a post; `nil` where there is none.
    public let url: String?
    /// The place on its way.
    public let state: State
    /// The number of sends that were begun.
    public let attempts: Int
    /// The date at which it was queued; of what was sent, when it was done.
    public let created: Date
    /// The server's id of what was made; `nil` where nothing was made, or that is not known.
    public let result: String?
    /// The item that has to be sent first, or of which it has to be known first whether it arrived; `nil` for none.
    public let waitsFor: ID?
    /// The date before which it is not sent; `nil` where it does not wait for one.
    public let notBefore: Date?
    /// The reason of its last failure, passing or for good, or of waiting for another one that may have arrived; `nil`
    /// for none.
    public let reason: Reason?
    /// Whether this version of the app can send it; what it cannot send is kept.
    public let isKnown: Bool
    /// Whether it is a part of another one, such as an upload, that goes and leaves with that one: most lists leave it out.
    public let isPart: Bool
    /// The payload of a kind of the app's own; `nil` for built-in kinds, and for what was sent.
    public let payload: RawJSON?
    /// The files that belong to it, in their order; none of what was sent.
    public let files: [UploadFile]
    /// The moment at which the send began of which it is not known yet what became of it; `nil` where there is none.
    package let attempt: OutboxTime?
    /// What the server names its files by that are uploaded, in their order.
    package let uploaded: [String]
    /// Whether it is dropped only with consent, such as a payment whose money is taken.
    public let needsConsent: Bool

    /// What was made on the server, to be opened there: the comment of a reply, the post of a post.
    ///
    /// `nil` for what is not sent, where nothing was made, and where the server's id is not known.
    public var made: StatusTarget? {
        guard let result else { return nil }
        switch kind {
        case .reply:
            let prefix = WritingRules.lemmyCommentPrefix
            let native = result.hasPrefix(prefix) ? String(result.dropFirst(prefix.count)) : result
            return StatusTarget(.comment, site: account.site, native: native)
        case .submit: return StatusTarget(.post, site: account.site, native: result)
        default: return nil
        }
    }

    /// Creates an item of all its parts.
    package init(
        id: ID, account: AccountKey, kind: Kind, target: StatusTarget?, value: String?, title: String?, text: String?,
        url: String?, state: State, attempts: Int, created: Date, result: String?, waitsFor: ID?, notBefore: Date?,
        reason: Reason?, isKnown: Bool, isPart: Bool = false, payload: RawJSON? = nil, files: [UploadFile] = [],
        uploaded: [String] = [], needsConsent: Bool = false, attempt: OutboxTime? = nil
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.target = target
        self.value = value
        self.title = title
        self.text = text
        self.url = url
        self.state = state
        self.attempts = attempts
        self.created = created
        self.result = result
        self.waitsFor = waitsFor
        self.notBefore = notBefore
        self.reason = reason
        self.isKnown = isKnown
        self.isPart = isPart
        self.payload = payload
        self.files = files
        self.uploaded = uploaded
        self.attempt = attempt
        self.needsConsent = needsConsent
    }
}

/// What an outbox has to show.
public struct OutboxState: Equatable, Sendable {
    /// Everything unsent, in the order in which it was queued.
    ///
    /// The first one who asks after a change waits until all are made.
    public var items: [OutboxItem] {
        get { unsent.all }
        set { unsent = OutboxItems(newValue) }
    }
    /// What was sent in the last 30 days, what was sent last first.
    public var sent: [OutboxItem] {
        get { recent.all }
        set { recent = OutboxItems(newValue) }
    }
    /// What has to be said of what is over, the newest first.
    ///
    /// Wishes that a server did not take, and late copies of texts that were given up; each stays for 30 days, or
    /// until it is dismissed.
    public var notices: [OutboxNotice] = []
    private var unsent: OutboxItems
    private var recent: OutboxItems
    /// The number of stored items that this version cannot read: they are kept, and unsent.
    public var unreadableCount: Int
    /// Whether something is being sent or looked for now.
    public var isBusy: Bool
    /// The error of the store that keeps anything from being sent, or what other programs have left from being taken
    /// over; `nil` while there is none.
    public var error: DataError?

    /// Creates a state; an empty one by default.
    ///
    /// - Parameters:
    ///   - items: Everything unsent.
    ///   - sent: What was sent lately.
    ///   - unreadableCount: The number of stored items that this version cannot read.
    ///   - isBusy: Whether something is being sent or looked for now.
    ///   - error: The error of the store.
    public init(
        items: [OutboxItem] = [], sent: [OutboxItem] = [], unreadableCount: Int = 0, isBusy: Bool = false,
        error: DataError? = nil
    ) {
        self.init(
            unsent: OutboxItems(items), sent: OutboxItems(sent), unreadableCount: unreadableCount, isBusy: isBusy,
            error: error)
    }

    /// Creates a state whose items may still have to be made.
    init(unsent: OutboxItems, sent: OutboxItems, unreadableCount: Int, isBusy: Bool, error: DataError?) {
        self.unsent = unsent
        recent = sent
        self.unreadableCount = unreadableCount
        self.isBusy = isBusy
        self.error = error
    }

    /// The number of items that are unsent, those that this version cannot read included and parts left out: for a badge.
    public var unsentCount: Int { unsent.wholeCount + unreadableCount }

    /// The number of unsent items of one account, as far as this version can read them; without parts.
    ///
    /// - Parameter account: The account.
    /// - Returns: The number.
    public func unsentCount(of account: AccountKey) -> Int { items.count { $0.account == account && !$0.isPart } }

    /// The accounts that have something unsent, in the order in which they queued it.
    public var accounts: [AccountKey] {
        var seen: Set<AccountKey> = []
        return items.map(\.account).filter { seen.insert($0).inserted }
    }

    /// The number of items that wait for a person's decision: failed ones, and those of which nobody knows.
    public var undecidedCount: Int { items.count { $0.state == .failed || $0.state == .unsure } }
}
