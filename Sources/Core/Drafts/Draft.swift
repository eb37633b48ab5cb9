public import Foundation

/// A text that somebody has begun to write and that is not in the outbox: not sent yet, or taken back.
///
/// It has the id that its entry of the outbox will have. So a call to ``WritingProvider/queue(_:as:id:undo:)`` that
/// failed may be repeated without a second text, and the commit that stores the entry removes the draft.
public struct Draft: Identifiable, Hashable, Sendable, Codable {
    /// The id of a draft: the one that its item will have.
    public typealias ID = OutboxItem.ID

    /// The id.
    public let id: ID
    /// The account that writes; `nil` for nobody, where nobody was signed in.
    public var account: AccountKey?
    /// What it is to be: a reply, an edit, a post.
    public let kind: OutboxItem.Kind
    /// The site that it is for.
    public let site: Site
    /// The post or the comment that is answered or edited; `nil` for a post.
    ///
    /// Its native id is an item's where that is not sent.
    public var target: StatusTarget?
    /// The post in whose thread it is; `nil` where there is none, or it is not known.
    public var thread: Post.ID?
    /// The community of a post as it was typed; `nil` for other kinds, and where none was typed.
    public var community: String?
    /// The title of a post; `nil` for other kinds.
    public var title: String?
    /// The text; `nil` where there is none.
    public var text: String?
    /// The link of a post; `nil` where there is none.
    public var url: String?
    /// Whether a post that has both is to be the link; `nil` where that is not known.
    public var isLink: Bool?
    /// The text of what is answered, which can be quoted; `nil` where it is not known.
    package var quotable: String?
    /// The date of the last change.
    public var date: Date
    /// The hash of the text that an edit changes, made by ``TextMatch/hash(_:)``; `nil` where it is not known.
    package var base: String?
    /// What is written of a kind of the app's own, as JSON: the payload of its intent; `nil` for built-in kinds, unless
    /// this version cannot read what was to be sent.
    public var content: String?
    /// The files, where there are some; apart from ``files``, as drafts of earlier versions have none.
    private var keptFiles: [UploadFile]?
    /// The files that are to be uploaded with it, in their order: their copies stay as long as the draft names them.
    public var files: [UploadFile] {
        get { keptFiles ?? [] }
        set { keptFiles = newValue.isEmpty ? nil : newValue }
    }

    /// Creates a draft without a text.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - account: The account that writes; `nil` for nobody.
    ///   - kind: What it is to be.
    ///   - site: The site that it is for.
    ///   - target: What is answered or edited; nothing by default.
    ///   - thread: The post in whose thread it is; not known by default.
    ///   - date: The date of the last change.
    public init(
        id: ID, account: AccountKey?, kind: OutboxItem.Kind, site: Site, target: StatusTarget? = nil,
        thread: Post.ID? = nil, date: Date
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.site = site
        self.target = target
        self.thread = thread
        self.date = date
    }

    /// Whether nothing is in it that somebody typed.
    public var isEmpty: Bool {
        content == nil && files.isEmpty && [title, text, url].allSatisfy { $0?.allSatisfy(\.isWhitespace) ?? true }
    }

    /// Makes it the edit of a text.
    ///
    /// - Parameter text: The text that is changed.
    package mutating func setBase(_ text: String) { base = TextMatch.hash(text) }

    /// Keeps the base of the draft with which somebody goes on, where the text that is changed is not known.
    ///
    /// - Parameter draft: The draft.
    package mutating func keepBase(of draft: Draft?) { base = base ?? draft?.base }

    /// Returns whether an edit changes a text, as far as is known.
    ///
    /// - Parameter text: The text as it is now.
    /// - Returns: False where it was another text when the edit was begun.
    package func isBased(on text: String) -> Bool { base.map { TextMatch.isText(of: $0, text) } ?? true }

    /// Returns two devices' copies of one draft merged: the one that was changed later, and of one date always the same.
    func merging(_ other: Draft) -> Draft {
        precondition(other.id == id, "Two drafts, '\(id)' and '\(other.id)', cannot be merged.")
        if date != other.date { return date < other.date ? other : self }
        return other.rank.lexicographicallyPrecedes(rank) ? self : other
    }

    private var rank: [UInt8] {
        let parts = [account?.description, target?.description, community, title, text, url, quotable, base, content]
        let flags = (isLink.map { "\($0)" } ?? "") + files.map { "\u{2}" + $0.id }.joined()
        return Array(
            (parts.map { $0 ?? "" } + [flags, thread?.description ?? "", kind.rawValue, site.rawValue])
                .joined(separator: "\u{1}").utf8)
    }
}

extension Draft {
    /// Creates the draft of what was to be sent; `nil` for what has no text: a toggle, a deletion, a part of something.
    ///
    /// - Parameters:
    ///   - entry: The entry of the outbox.
    ///   - id: The id of the draft.
    ///   - date: The date of the draft.
    package init?(_ entry: OutboxEntry, id: OutboxEntry.ID, date: Date) {
        guard !entry.policy.isToggle, !entry.policy.isPart else { return nil }
        let source = entry.target.flatMap { $0.kind == .source ? $0 : nil }
        // Of a token whose person is not known, a draft is nobody's: who signs in may take it over.
        let account = entry.account.isOfToken ? nil : entry.account
        self.init(
            id: ID(rawValue: id.rawValue), account: account, kind: OutboxItem.Kind(rawValue: entry.kind.rawValue),
            site: entry.account.site, target: source == nil ? entry.target : nil, thread: entry.thread, date: date)
        // What this version cannot read is kept as it is, for one that can.
        if OutboxEntry.Kind.builtIn.contains(entry.kind), let text = try? OutboxText(of: entry) {
            (title, self.text, url, base) = (text.title, text.text, text.url, text.base)
            isLink = entry.kind == .submit ? text.url != nil : nil
            thread = thread ?? text.post.map { Post.ID(site: entry.account.site, native: $0) }
        } else {
            content = entry.payload.text
        }
        files = entry.files
        if entry.kind == .submit, let source {
            community = source.native.hasPrefix("r/") ? String(source.native.dropFirst(2)) : source.native
        }
        if isEmpty { return nil }
    }

    /// Names the thing that it is about, or in whose thread it is, anew.
    ///
    /// - Parameters:
    ///   - native: The id by which it is named.
    ///   - name: The other id.
    package mutating func rename(_ native: String, to name: String) {
        if let target, target.native == native {
            self.target = StatusTarget(target.kind, site: target.site, native: name)
        }
        if let thread, thread.native == native { self.thread = Post.ID(site: thread.site, native: name) }
    }

    /// Whether it says the same as another draft, whatever their ids, dates and accounts.
    ///
    /// - Parameter other: The other draft.
    /// - Returns: True where sending the one would send the other's words.
    package func hasSameWords(as other: Draft) -> Bool {
        kind == other.kind && title == other.title && text == other.text && url == other.url
            && content == other.content && files == other.files
    }
}

extension OutboxEntry.ID {
    /// The id of the draft that its text becomes once it is given up: always the same one.
    package var draftID: OutboxEntry.ID {
        let hash = SHA256.hash(Data("draft of \(rawValue)".utf8))
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return OutboxEntry.ID(high: word(hash[0..<8]), low: word(hash[8..<16]))
    }
}

extension OutboxItem.ID {
    /// Makes an id that no other item has.
    ///
    /// - Parameter random: The source of random numbers.
    public init(random: any RandomSource) {
        self.init(rawValue: OutboxEntry.ID(random: random).rawValue)
    }

    /// The id of the draft that an item's text becomes once it is given up: always the same one.
    public var draftID: OutboxItem.ID {
        OutboxItem.ID(rawValue: OutboxEntry.ID(rawValue: rawValue).draftID.rawValue)
    }
}
