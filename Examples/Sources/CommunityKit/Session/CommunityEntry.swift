import CommandKit
import Community
import Core

/// An item of the outbox in the words of this program: a like is a vote, a comment a reply.
struct CommunityEntry {
    /// The kind: `publish`, `edit`, `delete`, `like`, `comment`, `uncomment`, `follow`, `profile`, `donations`, `message`
    /// or `payment`; the stored name of one that this program does not know.
    let kind: String
    /// The post, the comment, the person or the room that it is about; nil for nothing.
    let target: String?
    /// The post in whose thread it is, or which it is about; nil for others.
    let post: String?
    /// The flag or the field; nil for neither.
    let value: WishOutput?
    /// The text; nil where there is none.
    let text: String?

    init(
        _ item: OutboxItem, _ people: PeopleKinds, _ publishing: CommunityPublishing, _ sending: MessageSending
    ) {
        let native = item.target?.native
        let isOn = item.value.map { $0 == "1" || $0 == "true" }
        let about = item.target?.kind == .post ? native : nil
        let payload = item.payload
        switch item.kind {
        case .vote:
            (kind, target, post, value, text) = ("like", native, about, .flag(isOn ?? false), nil)
        case .reply:
            (kind, target, post, value, text) = ("comment", native, about, nil, item.text)
        case .delete where item.target?.kind == .comment:
            (kind, target, post, value, text) = ("uncomment", native, nil, nil, nil)
        case .delete:
            (kind, target, post, value, text) = ("delete", native, about, nil, nil)
        case .publishPost:
            // What another version has queued is shown by its kind alone.
            let new = payload.flatMap { try? publishing.newPosts.payload(of: $0) }
            (kind, target, post, value, text) = ("publish", nil, item.id.rawValue, nil, new?.text)
        case .editPost:
            let edit = payload.flatMap { try? publishing.edits.payload(of: $0) }
            (kind, target, post, value, text) = ("edit", native, about, nil, edit?.text)
        case people.follow.name:
            let wish = payload.flatMap { try? people.follow.payload(of: $0) }
            (kind, target, post) = ("follow", wish?.person.id, nil)
            (value, text) = (wish.map { .flag($0.isFollowed) }, nil)
        case people.profile.name:
            let wish = payload.flatMap { try? people.profile.payload(of: $0) }
            (kind, target, post) = ("profile", nil, nil)
            (value, text) = (wish.map { .field($0.field.rawValue) }, wish?.field == .picture ? nil : wish?.value)
        case people.donations.name:
            let wish = payload.flatMap { try? people.donations.payload(of: $0) }
            (kind, target, post, value, text) = ("donations", nil, nil, wish.map { .flag($0.isOn) }, nil)
        case sending.kind.name:
            let message = payload.flatMap { try? sending.kind.payload(of: $0) }
            (kind, target, post, value, text) = ("message", native, nil, nil, message?.text)
        default:
            (kind, target, post, value, text) = (item.kind.rawValue, native, nil, isOn.map { .flag($0) }, item.text)
        }
    }
}
