import Cloud

/// A person of the community, as posts, comments, rooms and lists of followers name them.
public struct Person: Hashable, Sendable, Identifiable, Codable {
    /// The server's id, which never changes.
    public let id: String
    /// The name that is shown.
    public var nick: String
    /// The path of the picture; `nil` for none.
    public var picture: String?

    /// Creates a person.
    ///
    /// - Parameters:
    ///   - id: The server's id.
    ///   - nick: The name that is shown.
    ///   - picture: The path of the picture; none by default.
    public init(id: String, nick: String, picture: String? = nil) {
        self.id = id
        self.nick = nick
        self.picture = picture
    }

    /// Reads a person.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id or a name.
    init(_ json: JSONValue) throws(UnreadableElement) {
        id = try json.text("user_id")
        nick = try json.string("nick")
        picture = json["profileImage"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The profile of a person: who follows them, whom they follow, and which posts are theirs.
public struct Profile: Hashable, Sendable, Codable {
    /// The person.
    public var person: Person
    /// The e-mail address; `nil` in the profiles of others.
    public var email: String?
    /// The phone number; `nil` where there is none, and in the profiles of others.
    public var phone: String?
    /// The people who follow the person.
    public var followers: [Person]
    /// The people whom the person follows.
    public var following: [Person]
    /// The ids of the person's posts.
    public var postIDs: [String]

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - email: The e-mail address; none by default.
    ///   - phone: The phone number; none by default.
    ///   - followers: The people who follow the person; none by default.
    ///   - following: The people whom the person follows; none by default.
    ///   - postIDs: The ids of the person's posts; none by default.
    public init(
        _ person: Person, email: String? = nil, phone: String? = nil, followers: [Person] = [],
        following: [Person] = [], postIDs: [String] = []
    ) {
        self.person = person
        self.email = email
        self.phone = phone
        self.followers = followers
        self.following = following
        self.postIDs = postIDs
    }

    /// Reads a profile; people in its lists who cannot be read are left out.
    ///
    /// - Parameter json: The object.
    /// - Throws: ``UnreadableElement`` without an id or a name.
    init(_ json: JSONValue) throws(UnreadableElement) {
        person = try Person(json)
        email = json["email"]?.filledText
        phone = json["phoneNum"]?.filledText
        followers = json["followers"]?.readable(Person.init) ?? []
        following = json["following"]?.readable(Person.init) ?? []
        postIDs = json["posts"]?.elements?.compactMap(\.filledText) ?? []
    }
}
