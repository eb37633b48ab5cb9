import CommandKit
import Community
import Core

/// A person as the commands print them.
struct UserOutput: Encodable {
    let id: String
    let nick: String
    let picture: String?

    init(_ person: Person) {
        (id, nick, picture) = (person.id, person.nick, person.picture)
    }

    enum CodingKeys: CodingKey {
        case id, nick, picture
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(nick, forKey: .nick)
        try container.encode(picture, forKey: .picture)
    }
}

/// The JSON output of the commands of the account: who is signed in once they are done.
struct AccountOutput: Encodable {
    let user: UserOutput?
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case user, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user, forKey: .user)
        try container.encode(error, forKey: .error)
    }
}
