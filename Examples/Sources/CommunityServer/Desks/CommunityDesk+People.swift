import Foundation
import ServerKit

/// Profiles and following.
extension CommunityDesk {
    func profile(_ visit: Visit) throws -> Answer {
        let person = try member(visit.route[0], in: visit.state)
        return .json(Renderer(state: visit.state).profile(person, isOwn: person.id == visit.me.id))
    }

    func changeProfile(_ visit: Visit) throws -> Answer {
        func text(_ name: String) throws -> String? {
            guard let part = visit.request.parts.first(where: { $0.name == name }) else { return nil }
            return try given(String(validating: part.data, as: UTF8.self), name)
        }
        let (nick, phone) = (try text("nick"), try text("phoneNum"))
        let picture = visit.request.parts.first { $0.name == "profile" }
        guard nick != nil || phone != nil || picture != nil else {
            throw Refusal(400, "There is nothing to change: nick, phoneNum or profile.")
        }
        if let picture { try check(picture) }
        let json = try store.change { state in
            let path = try picture.map { part in
                let path = "\(Picture.folder)/profiles/\(state.newID()).jpeg"
                try store.shelf.put(part.data, at: path)
                state.files[path] = StoredFile(owner: visit.me.id, contentType: "image/jpeg")
                return path
            }
            state.change(person: visit.me.id) { person in
                person.nick = nick ?? person.nick
                person.phone = phone ?? person.phone
                person.picture = path ?? person.picture
            }
            guard let person = state.member(visit.me.id) else { throw Refusal.noPermission }
            return Renderer(state: state).profile(person, isOwn: true)
        }
        return .json(json)
    }

    func follow(_ visit: Visit, _ isFollowing: Bool) throws -> Answer {
        let id = visit.route[0]
        guard id != visit.me.id else { throw Refusal(400, "Nobody follows oneself.") }
        let other = try store.change { state in
            guard let other = state.member(id) else { throw Refusal.accountNotFound }
            let wasFollowing = state.member(visit.me.id)?.following.contains(id) ?? false
            if isFollowing, wasFollowing { throw Refusal(409, "You follow this account already.") }
            state.change(person: visit.me.id) { person in
                if isFollowing { person.following.append(id) } else { person.following.removeAll { $0 == id } }
            }
            return other
        }
        return .json(
            .object([
                ("nick", .string(visit.me.nick)), ("opponent_nick", .string(other.nick)),
                ("following_status", .bool(isFollowing)),
            ]))
    }

    /// The member whose id a read names.
    ///
    /// - Throws: ``Refusal`` with 400 for nobody: reads by id have no other status for that.
    func member(_ id: String, in state: CommunityState) throws -> Person {
        guard let person = state.member(id) else { throw Refusal(400, "There is no such account.") }
        return person
    }
}
