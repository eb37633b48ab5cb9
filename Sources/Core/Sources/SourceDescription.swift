/// The description of a source by its server.
public struct SourceDescription: Hashable, Sendable {
    /// Its name as the server spells it.
    public var name: SourceName
    /// Its title; `nil` where the server or the backend knows none.
    public var title: String?
    /// Whether it is not safe for work; `nil` where that is not known.
    public var isNSFW: Bool?
    /// The number of its subscribers; `nil` where that is not known.
    public var subscriberCount: Int?
    /// The reason that the server does not show it; `nil` where it does.
    public var restriction: SourceRestriction?
    /// The server's word to the account that asked on whether it is subscribed; `nil` where nobody is signed in, and
    /// where the answer may be one to nobody.
    public var confirmation: Confirmation?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: Its name as the server spells it.
    ///   - title: Its title; cut off after 300 characters.
    ///   - isNSFW: Whether it is not safe for work.
    ///   - subscriberCount: The number of its subscribers; a negative number counts as not known.
    ///   - restriction: The reason that the server does not show it.
    public init(
        name: SourceName, title: String? = nil, isNSFW: Bool? = nil, subscriberCount: Int? = nil,
        restriction: SourceRestriction? = nil
    ) {
        self.name = name
        self.title = title.flatMap { $0.isEmpty ? nil : String($0.prefix(300)) }
        self.isNSFW = isNSFW
        self.subscriberCount = subscriberCount.flatMap { $0 >= 0 ? $0 : nil }
        self.restriction = restriction
    }
}

/// The reason that a server does not show a source that exists.
public enum SourceRestriction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Shown to members only.
    case privateMembers = "private"
    /// Shown only to those who have agreed to see it.
    case quarantined
    /// Closed by the site.
    case banned
    /// A user whose account is suspended.
    case suspended
    /// Refused for an unknown reason.
    case forbidden
}
