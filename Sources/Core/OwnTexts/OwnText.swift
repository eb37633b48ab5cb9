/// What an account did with a text of its own that its server's copy does not say yet: wrote it, edited it or deleted
/// it.
///
/// It stands beside a comment of a thread, or a post, that is shown as the account wants it to be. A text that its
/// server does not have has the item's id in place of the site's.
public struct OwnText: Hashable, Sendable {
    /// One thing that the account wants, and that is not done yet.
    public struct Intent: Identifiable, Hashable, Sendable {
        /// The item of the outbox: what is retried, cancelled or edited by it.
        public let id: OutboxItem.ID
        /// The kind: a reply, a post, an edit, a deletion.
        public let kind: OutboxItem.Kind
        /// The place on its way to the server.
        public let state: OutboxItem.State
        /// The reason of its last failure, passing or for good; `nil` for none.
        public let reason: OutboxItem.Reason?
        /// The text as the account wants it; `nil` for a deletion, and where this version cannot read it.
        public let text: String?

        /// Creates an intent, for a preview or a test.
        ///
        /// - Parameters:
        ///   - id: The item of the outbox.
        ///   - kind: The kind.
        ///   - state: The place on its way.
        ///   - reason: The reason of its last failure.
        ///   - text: The text as the account wants it.
        public init(
            id: OutboxItem.ID, kind: OutboxItem.Kind, state: OutboxItem.State, reason: OutboxItem.Reason? = nil,
            text: String? = nil
        ) {
            self.id = id
            self.kind = kind
            self.state = state
            self.reason = reason
            self.text = text
        }
    }

    /// The item that made the text; `nil` for one that the server had before this app.
    ///
    /// Before it was sent, its id named the text everywhere; a front end that lists texts by ``name`` does not see that
    /// change.
    public var made: OutboxItem.ID?
    /// What is not done yet, in the order in which it was queued; nothing once the server has all of it.
    public var unsent: [Intent]
    /// Whether the text is shown as deleted: its deletion is on its way, or the server has taken it.
    ///
    /// A deletion that failed does not count: the text is back.
    public var isDeleted: Bool
    /// The text of the server's copy where another one is shown, because of an edit; `nil` where there is none.
    public var serverText: String?

    /// Creates the facts about a text.
    ///
    /// - Parameters:
    ///   - made: The item that made it; none by default.
    ///   - unsent: What is not done yet; nothing by default.
    ///   - isDeleted: Whether it is shown as deleted.
    ///   - serverText: The text of the server's copy where another one is shown.
    public init(
        made: OutboxItem.ID? = nil, unsent: [Intent] = [], isDeleted: Bool = false, serverText: String? = nil
    ) {
        self.made = made
        self.unsent = unsent
        self.isDeleted = isDeleted
        self.serverText = serverText
    }

    /// The kinds that are not sent, failed ones too, each once, in the order in which they were queued.
    public var pending: [OutboxItem.Kind] {
        unsent.reduce(into: []) { kinds, intent in
            if !kinds.contains(intent.kind) { kinds.append(intent.kind) }
        }
    }

    /// The intent that a row tells of: the first that a person has to decide about, else the first that is under way,
    /// else the last; `nil` where the server has everything.
    public var shownIntent: Intent? {
        unsent.first { $0.state == .failed || $0.state == .unsure }
            ?? unsent.first { $0.state == .sending || $0.state == .checking } ?? unsent.last
    }

    /// The state of ``shownIntent``.
    public var state: OutboxItem.State? { shownIntent?.state }

    /// Whether the server does not have the text at all: it is new, and unsent.
    public var isUnsent: Bool { made != nil && unsent.contains { $0.id == made } }
}

extension OwnText {
    /// Returns the name of a comment that stays the same when the comment is sent.
    ///
    /// - Parameter id: The comment, as the thread has it now.
    /// - Returns: The id that it had before it was sent; the same id for one that was always the server's.
    public func name(of id: Comment.ID) -> Comment.ID {
        made.map { Comment.ID(site: id.site, native: $0.rawValue) } ?? id
    }
}
