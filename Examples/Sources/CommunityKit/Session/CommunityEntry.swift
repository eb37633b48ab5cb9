import CommandKit
import Community
import Core

/// An item of the outbox in the words of this program: a like is a vote, a comment a reply.
struct CommunityEntry {
    /// Its kind (`publish`, `edit`, `delete`, `like`, `comment`, `uncomment`, `follow`, `profile`, `donations`, `message`
    /// or `payment`, or the stored name of one that this program does not know), what it is about, and what it says.
    let subject: EntrySubject
    /// The post that it is about, by the server's id or that of the item that makes it; nil for others.
    let post: String?

    init(_ item: OutboxItem, of services: CommunityWiring) {
        let (people, publishing, sending) = (services.peopleKinds, services.publishing, services.sending)
        let native = item.target?.native
        let isOn = item.value.map { $0 == "1" || $0 == "true" }
        let payload = item.payload
        post = item.kind == .publishPost ? item.id.rawValue : item.target?.kind == .post ? native : nil
        // What another version has queued is shown by its kind alone.
        switch item.kind {
        case .vote:
            subject = EntrySubject(kind: "like", target: native, value: .flag(isOn ?? false))
        case .reply:
            subject = EntrySubject(kind: "comment", target: native, text: item.text)
        case .delete:
            subject = EntrySubject(kind: item.target?.kind == .comment ? "uncomment" : "delete", target: native)
        case .publishPost:
            let new = payload.flatMap { try? publishing.newPosts.payload(of: $0) }
            subject = EntrySubject(kind: "publish", text: new?.text)
        case .editPost:
            let edit = payload.flatMap { try? publishing.edits.payload(of: $0) }
            subject = EntrySubject(kind: "edit", target: native, text: edit?.text)
        case people.follow.name:
            let wish = payload.flatMap { try? people.follow.payload(of: $0) }
            subject = EntrySubject(kind: "follow", target: wish?.person.id, value: wish.map { .flag($0.isFollowed) })
        case people.profile.name:
            let wish = payload.flatMap { try? people.profile.payload(of: $0) }
            subject = EntrySubject(
                kind: "profile", value: wish.map { .field($0.field.rawValue) },
                text: wish?.field == .picture ? nil : wish?.value)
        case people.donations.name:
            let wish = payload.flatMap { try? people.donations.payload(of: $0) }
            subject = EntrySubject(kind: "donations", value: wish.map { .flag($0.isOn) })
        case sending.kind.name:
            let message = payload.flatMap { try? sending.kind.payload(of: $0) }
            subject = EntrySubject(kind: "message", target: native, text: message?.text)
        default:
            subject = EntrySubject(
                kind: item.kind.rawValue, target: native, value: isOn.map { .flag($0) }, text: item.text)
        }
    }
}
