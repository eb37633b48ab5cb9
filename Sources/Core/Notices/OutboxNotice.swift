public import Foundation

/// A notice about something that the outbox is done with, and that a person has to know of.
///
/// It is stored until it is dismissed (``OutboxDecision/dismiss``), and for 30 days at most. A newer wish about the same
/// takes the place of a notice about an older one.
public struct OutboxNotice: Identifiable, Hashable, Sendable {
    /// The content of a notice.
    public enum Reason: Hashable, Sendable {
        /// The server kept another value, this one, although the wish was sent again and again: `1`, `-1` or `0`.
        case overruled(String)
        /// A text that was given up while nobody knew whether it had arrived is there: this comment or post.
        ///
        /// ``OutboxDecision/deleteCopy`` deletes it.
        case copy(StatusTarget)
    }

    /// The id of the item that it is about.
    public let id: OutboxItem.ID
    /// The account of that item.
    public let account: AccountKey
    /// The kind of that item.
    public let kind: OutboxItem.Kind
    /// The target of that item: the post or comment that was voted on or answered, or the community; `nil` for none.
    public let target: StatusTarget?
    /// The wish that the server did not take: `1`, `-1` or `0`, or the payload of a kind of the app's own; `nil` for a
    /// text.
    public let wish: String?
    /// The title of a post; `nil` for everything else.
    public let title: String?
    /// The text; `nil` where there is none.
    public let text: String?
    /// The date at which the server was taken at its word, or the text was given up.
    public let date: Date
    /// The content.
    public let reason: Reason

    /// Creates a notice, for a preview or a test.
    ///
    /// - Parameters:
    ///   - id: The id of the item that it is about.
    ///   - account: The account of that item.
    ///   - kind: The kind of that item.
    ///   - date: The date.
    ///   - reason: The content.
    public init(
        id: OutboxItem.ID, account: AccountKey, kind: OutboxItem.Kind, date: Date, reason: Reason
    ) {
        self.init(
            id: id, account: account, kind: kind, target: nil, wish: nil, title: nil, text: nil, date: date,
            reason: reason)
    }

    /// Creates a notice of all its parts.
    init(
        id: OutboxItem.ID, account: AccountKey, kind: OutboxItem.Kind, target: StatusTarget?, wish: String?,
        title: String?, text: String?, date: Date, reason: Reason
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.target = target
        self.wish = wish
        self.title = title
        self.text = text
        self.date = date
        self.reason = reason
    }
}

extension OutboxNotice {
    /// Creates the notice about what is kept of an entry; `nil` where nothing has to be said.
    ///
    /// - Parameter entry: What is kept.
    init?(_ entry: SentEntry) {
        guard entry.dismissed == nil else { return nil }
        let reason: Reason
        if let value = entry.overruled {
            reason = .overruled(value)
        } else if entry.givenUp != nil, let copy = OutboxItem(entry).made {
            reason = .copy(copy)
        } else {
            return nil
        }
        let content = entry.content
        self.init(
            id: OutboxItem.ID(rawValue: entry.id.rawValue), account: entry.account,
            kind: OutboxItem.Kind(rawValue: entry.kind.rawValue), target: entry.target, wish: entry.wish,
            title: content?.title, text: content?.text, date: entry.date, reason: reason)
    }
}

extension SentEntry {
    /// The words of a text that was given up; `nil` where there are none that this version can read.
    var content: OutboxText? {
        // What only a later version can read is shown without its words.
        givenUp.flatMap { try? JSONDecoder().decode(OutboxText.self, from: Data($0.text.utf8)) }
    }

    /// Whether something is or may be said of it: a copy of it may be found, or its wish was overruled.
    var isRemembered: Bool { dismissed == nil && (givenUp != nil || overruled != nil) }
}

extension DefaultOutboxProvider.State {
    /// The notices that have to be shown, the newest first.
    var notices: [OutboxNotice] {
        remembered.compactMap { sent[$0] }.compactMap(OutboxNotice.init).sorted { ($1.date, $1.id) < ($0.date, $0.id) }
    }
}
