/// A field of the own profile that a person changes.
public enum ProfileField: String, Hashable, Sendable, Codable, CaseIterable {
    /// The name that others see.
    case nick
    /// The phone number.
    case phone
    /// The picture.
    case picture

    /// The rule of what is typed; `nil` for the picture.
    public var rule: FieldRule? {
        switch self {
        case .nick: .nick
        case .phone: .phone
        case .picture: nil
        }
    }
}

/// A wish to follow a person, or not to: the payload of ``PeopleKinds/follow``.
public struct FollowWish: Hashable, Sendable, Codable {
    /// The person, as they are shown among those who are followed.
    public var person: Person
    /// Whether the person is followed.
    public var isFollowed: Bool

    /// Creates a wish.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - isFollowed: Whether the person is followed.
    public init(_ person: Person, _ isFollowed: Bool) {
        self.person = person
        self.isFollowed = isFollowed
    }

    /// Lays the wish over the own profile; twice is as once.
    func apply(to profile: inout Profile?) {
        let isThere = profile?.following.contains { $0.id == person.id } ?? true
        if isFollowed, !isThere { profile?.following.append(person) }
        if !isFollowed { profile?.following.removeAll { $0.id == person.id } }
    }
}

/// A wish for one field of the own profile: the payload of ``PeopleKinds/profile``.
public struct ProfileWish: Hashable, Sendable, Codable {
    /// The field.
    public var field: ProfileField
    /// The text of the field; for the picture, the name by which ``PeopleKinds`` finds its bytes.
    public var value: String

    /// Creates a wish.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - value: The text of the field; for the picture, the name by which its bytes are found.
    public init(_ field: ProfileField, _ value: String) {
        self.field = field
        self.value = value
    }

    /// Lays the wish over the own profile.
    ///
    /// A picture is shown once the server has named its path.
    func apply(to profile: inout Profile?) {
        switch field {
        case .nick: profile?.person.nick = value
        case .phone: profile?.phone = value
        case .picture: break
        }
    }
}

/// A wish to take donations, or not to: the payload of ``PeopleKinds/donations``.
public struct DonationWish: Hashable, Sendable, Codable {
    /// Whether donations are taken.
    public var isOn: Bool
    /// The own nick, for the title of the marker post.
    public var nick: String

    /// Creates a wish.
    ///
    /// - Parameters:
    ///   - isOn: Whether donations are taken.
    ///   - nick: The own nick.
    public init(_ isOn: Bool, nick: String) {
        self.isOn = isOn
        self.nick = nick
    }
}

/// What is known of a person's donations: they are taken where a marker post is there.
public struct DonationMarkers: Hashable, Sendable, Codable {
    /// Whether donations are taken.
    public var isOn: Bool
    /// The ids of the marker posts, the newest first, as the server last said; more than one only by mishap.
    public var posts: [String]

    /// Creates what is known.
    ///
    /// - Parameters:
    ///   - isOn: Whether donations are taken.
    ///   - posts: The ids of the marker posts; none by default.
    public init(isOn: Bool, posts: [String] = []) {
        self.isOn = isOn
        self.posts = posts
    }
}
