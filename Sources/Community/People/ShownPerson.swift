public import Core
public import Foundation

/// A person as screens show them: what the server said, with everything of one's own that is not sent over it.
///
/// Whether somebody is followed is one fact, in every screen: whether they are in the *own* following. The own place among
/// the followers of others, and so their count, follows from it.
public struct ShownPerson: Hashable, Sendable {
    /// The person.
    public internal(set) var person: Person
    /// Whether it is the person who looks.
    public internal(set) var isMe: Bool
    /// The e-mail address; `nil` in the profiles of others.
    public internal(set) var email: String?
    /// The phone number; `nil` where there is none, and in the profiles of others.
    public internal(set) var phone: String?
    /// Whether the person who looks follows them; `nil` while that is not known, and false for oneself.
    public internal(set) var isFollowed: Bool?
    /// The people who follow them.
    public internal(set) var followers: [PersonRow]
    /// The people whom they follow.
    public internal(set) var following: [PersonRow]
    /// The ids of their posts.
    public internal(set) var postIDs: [String]
    /// Whether they take donations; `nil` while that is not known.
    public internal(set) var takesDonations: Bool?
    /// Whether something that is shown is not sent yet.
    public internal(set) var isPending: Bool

    /// The number of people who follow them.
    public var followerCount: Int { followers.count }
    /// The number of people whom they follow.
    public var followingCount: Int { following.count }
    /// The number of their posts.
    public var postCount: Int { postIDs.count }
}

/// A person in a list, such as of followers.
public struct PersonRow: Hashable, Sendable, Identifiable {
    /// The person.
    public internal(set) var person: Person
    /// Whether it is the person who looks.
    public internal(set) var isMe: Bool
    /// Whether the person who looks follows them; `nil` while that is not known, and false for oneself.
    public internal(set) var isFollowed: Bool?

    public var id: String { person.id }
}

/// What is known of a person, as it is read.
public struct PersonState: Sendable {
    /// The person; `nil` where nothing is known of them.
    public internal(set) var person: ShownPerson?
    /// The date of the request that the profile was last the answer to; `nil` where there is none.
    public internal(set) var fetched: Date?
    /// The place that the profile came from; `nil` where there is none.
    public internal(set) var origin: ResourceOrigin?
    /// Whether the server is being asked.
    public internal(set) var isRefreshing = false
    /// The error of the last request; `nil` where it succeeded or there was none.
    public internal(set) var error: DataError?
}

/// Whom the person who looks follows.
struct OwnFollowing: Equatable, Sendable {
    /// The id of the person who looks.
    let id: String
    /// The person who looks, as they are shown; `nil` where nothing of them is known.
    var me: Person?
    /// Whom they follow, with what is not sent over it; `nil` where that is not known.
    var ids: Set<String>?
    /// What they wish of single people and is not sent; it tells where nothing else does.
    var wishes: [String: Bool] = [:]

    /// Whether a person is followed; `nil` while that is not known.
    func isFollowed(_ user: String) -> Bool? {
        if user == id { return false }
        return ids.map { $0.contains(user) } ?? wishes[user]
    }

    /// A row of a list.
    func row(_ person: Person) -> PersonRow {
        let isMe = person.id == id
        return PersonRow(person: isMe ? me ?? person : person, isMe: isMe, isFollowed: isFollowed(person.id))
    }

    /// The rows of a list, each person once.
    func rows(_ people: [Person]) -> [PersonRow] {
        var seen: Set<String> = []
        return people.filter { seen.insert($0.id).inserted }.map(row)
    }

    /// The followers of a person, among whom is whoever looks where they follow that person, and nowhere else.
    func followers(of profile: Profile) -> [PersonRow] {
        var people = profile.followers
        switch isFollowed(profile.person.id) {
        case true? where !people.contains { $0.id == id }: people.append(me ?? Person(id: id, nick: ""))
        case false?: people.removeAll { $0.id == id }
        default: break
        }
        return rows(people)
    }

    /// A person as they are shown.
    func shown(_ profile: Profile, takesDonations: Bool?, isPending: Bool) -> ShownPerson {
        let isMe = profile.person.id == id
        return ShownPerson(
            person: isMe ? me ?? profile.person : profile.person, isMe: isMe, email: isMe ? profile.email : nil,
            phone: isMe ? profile.phone : nil, isFollowed: isFollowed(profile.person.id),
            followers: followers(of: profile), following: rows(profile.following), postIDs: profile.postIDs,
            takesDonations: takesDonations, isPending: isPending)
    }
}
