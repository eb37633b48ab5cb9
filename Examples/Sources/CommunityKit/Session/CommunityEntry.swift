import CommandKit
import Community
import Core

/// An item of the outbox in the words of this program: a like is a vote, a comment a reply.
struct CommunityEntry {
    /// Its kind (`publish`, `edit`, `delete`, `like`, `comment`, `uncomment`, `follow`, `profile`, `donations`, `message`
    /// or `payment`, or the stored name of one that this program does not know), what it is about, and what it says.
    let subject: EntrySubject
    /// The post that it is about, by the server's id or that of the item that makes it; nil for others.
    var post: String?

    init(_ item: OutboxItem, of services: CommunityWiring) {
        let (people, publishing, sending) = (services.peopleKinds, services.publishing, services.sending)
        let native = item.target?.native
        let isOn = item.value.map { $0 == "1" || $0 == "true" }
        post = item.kind == .publishPost ? item.id.rawValue : item.target?.kind == .post ? native : nil
        switch item.kind {
        case .vote:
            subject = EntrySubject(kind: "like", target: native, value: .flag(isOn ?? false))
        case .reply:
            subject = EntrySubject(kind: "comment", target: native, text: item.text)
        case .delete:
            subject = EntrySubject(kind: item.target?.kind == .comment ? "uncomment" : "delete", target: native)
        case .publishPost:
            let new = Self.content(of: item, publishing.newPosts)
            subject = EntrySubject(kind: "publish", text: new?.text)
        case .editPost:
            let edit = Self.content(of: item, publishing.edits)
            subject = EntrySubject(kind: "edit", target: native, text: edit?.text)
        case people.follow.name:
            let wish = Self.content(of: item, people.follow)
            subject = EntrySubject(kind: "follow", target: wish?.person.id, value: wish.map { .flag($0.isFollowed) })
        case people.profile.name:
            let wish = Self.content(of: item, people.profile)
            subject = EntrySubject(
                kind: "profile", value: wish.map { .field($0.field.rawValue) },
                text: wish?.field == .picture ? nil : wish?.value)
        case people.donations.name:
            let wish = Self.content(of: item, people.donations)
            subject = EntrySubject(kind: "donations", value: wish.map { .flag($0.isOn) })
        case sending.kind.name:
            let message = Self.content(of: item, sending.kind)
            subject = EntrySubject(kind: "message", target: native, text: message?.text)
        default:
            subject = EntrySubject(
                kind: item.kind.rawValue, target: native, value: isOn.map { .flag($0) }, text: item.text)
        }
    }

    /// The payload of an item; nil for one that another version has queued, which is shown by its kind alone.
    private static func content<Payload>(of item: OutboxItem, _ kind: IntentKind<Payload>) -> Payload? {
        // Its reason is said where it is to be sent.
        item.payload.flatMap { try? kind.payload(of: $0) }
    }
}
