import CommandKit
import Community
import Core

/// A profile as the commands print it.
struct ProfileOutput: Encodable {
    let person: ShownPerson

    enum CodingKeys: CodingKey {
        case id, nick, picture, followers, following, posts, isFollowed, takesDonations
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(person.person.id, forKey: .id)
        try container.encode(person.person.nick, forKey: .nick)
        try container.encode(person.person.picture, forKey: .picture)
        try container.encode(person.followerCount, forKey: .followers)
        try container.encode(person.followingCount, forKey: .following)
        try container.encode(person.postCount, forKey: .posts)
        try container.encode(person.isFollowed ?? false, forKey: .isFollowed)
        try container.encode(person.takesDonations, forKey: .takesDonations)
    }
}

/// The JSON output of `profile`.
struct OneProfileOutput: Encodable {
    let profile: ProfileOutput?
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case profile, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(profile, forKey: .profile)
        try container.encode(error, forKey: .error)
    }
}

/// A person of a list as the commands print them.
struct RowOutput: Encodable {
    let row: PersonRow

    enum CodingKeys: CodingKey {
        case id, nick, picture, isFollowed
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(row.person.id, forKey: .id)
        try container.encode(row.person.nick, forKey: .nick)
        try container.encode(row.person.picture, forKey: .picture)
        try container.encode(row.isFollowed ?? false, forKey: .isFollowed)
    }
}

/// The JSON output of `followers` and `following`.
struct PeopleOutput: Encodable {
    let users: [RowOutput]
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case users, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(error, forKey: .error)
    }
}
