import Foundation
import ServerKit

/// Joining, logging in, refreshing and leaving.
extension CommunityDesk {
    private struct JoinFields: Decodable {
        var email: String?
        var password: String?
        var nick: String?
        var phoneNum: String?
    }

    private struct EmailFields: Decodable {
        var email: String?
    }

    private struct LoginFields: Decodable {
        var email: String?
        var password: String?
    }

    func join(_ request: CommunityRequest) throws -> Answer {
        let fields: JoinFields = try request.fields()
        let (email, password) = (try given(fields.email, "email"), try given(fields.password, "password"))
        let nick = try given(fields.nick, "nick")
        let person = try store.change { state in
            guard state.member(email: email) == nil else { throw Refusal(409, "There is such a member already.") }
            let person = Person(
                id: state.newID(), email: email, password: password, nick: nick, phone: fields.phoneNum)
            state.people.append(person)
            return person
        }
        var json = JSONObject([
            ("user_id", .string(person.id)), ("email", .string(person.email)), ("nick", .string(person.nick)),
        ])
        if let phone = person.phone { json.add("phoneNum", .string(phone)) }
        return .json(.object(json))
    }

    func checkEmail(_ request: CommunityRequest) throws -> Answer {
        let fields: EmailFields = try request.fields()
        let email = try given(fields.email, "email")
        guard try store.state().member(email: email) == nil else {
            throw Refusal(409, "The address is not available.")
        }
        return .json(.object([("message", .string("The address is available."))]))
    }

    func logIn(_ request: CommunityRequest) throws -> Answer {
        let fields: LoginFields = try request.fields()
        let (email, password) = (try given(fields.email, "email"), try given(fields.password, "password"))
        guard let person = try store.state().member(email: email), person.password == password else {
            throw Refusal(401, "The account or the password is wrong.")
        }
        let end = endOfAccess
        let (access, refresh) = try store.change { state in
            (state.tokens.addAccess(of: person.id, until: end), state.tokens.addRefresh(of: person.id))
        }
        var json = JSONObject([
            ("user_id", .string(person.id)), ("email", .string(person.email)), ("nick", .string(person.nick)),
        ])
        if let picture = person.picture { json.add("profileImage", .string(picture)) }
        json.add([("accessToken", .string(access)), ("refreshToken", .string(refresh))])
        return .json(.object(json))
    }

    /// Gives a new access token for an old one, whose time may be over, and a refresh token of the same person.
    func refresh(_ request: CommunityRequest) throws -> Answer {
        let state = try store.state()
        let owner: String
        switch state.tokens.worth(ofAccess: request.header("Authorization") ?? "", at: store.time) {
        case .unknown: throw Refusal.invalidToken
        case .expired(let person), .good(let person): owner = person
        }
        switch state.tokens.worth(ofRefresh: request.header("Refresh") ?? "", at: store.time) {
        case .unknown: throw Refusal(401, "The refresh token is not valid.")
        case .expired: throw Refusal.refreshExpired
        case .good(let person):
            guard person == owner, state.member(person) != nil else { throw Refusal.noPermission }
        }
        let end = endOfAccess
        let access = try store.change { $0.tokens.addAccess(of: owner, until: end) }
        return .json(.object([("accessToken", .string(access))]))
    }

    /// Ends a membership: posts, comments, likes and followings of that person go, rooms stay with what was said.
    func withdraw(_ visit: Visit) throws -> Answer {
        let me = visit.me
        try store.change { state in
            state.change(person: me.id) { person in
                person.isWithdrawn = true
                person.following = []
            }
            state.posts.removeAll { $0.author == me.id }
            for index in state.posts.indices {
                state.posts[index].likes.removeAll { $0 == me.id }
                state.posts[index].comments.removeAll { $0.author == me.id }
            }
            for index in state.people.indices { state.people[index].following.removeAll { $0 == me.id } }
        }
        return .json(
            .object([("user_id", .string(me.id)), ("email", .string(me.email)), ("nick", .string(me.nick))]))
    }

    private var endOfAccess: Int { store.time + Int(configuration.accessLifetime / .milliseconds(1)) }

    /// A value that has to be there.
    ///
    /// - Throws: ``Refusal`` with 400 where it is not, or blank.
    func given(_ value: String?, _ name: String) throws -> String {
        guard let value, !value.isBlank else { throw Refusal.missing(name) }
        return value
    }
}
