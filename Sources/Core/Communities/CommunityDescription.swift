public import Foundation

/// What a site says of one of its communities: its description, its rules, its numbers.
public struct CommunityDescription: Codable, Hashable, Sendable {
    /// The name as the server spells it, without `r/`.
    public var name: String
    /// The title; `nil` where there is none.
    public var title: String?
    /// The description in Markdown; `nil` where there is none.
    ///
    /// On a site whose communities have no list of rules, rules stand here.
    public var text: String?
    /// The rules in their order; `nil` where the site has no list of them.
    public var rules: [CommunityRule]?
    /// The number of subscribers; `nil` where it is not known.
    public var subscriberCount: Int?
    /// Whether the account that asked is subscribed; `nil` where nobody did, or that is not known, and in what is stored:
    /// a description is everybody's.
    public var isSubscribed: Bool?
    /// Whether it is not safe for work; `nil` where that is not known.
    public var isNSFW: Bool?
    /// The date when it was founded; `nil` where it is not known.
    public var created: Date?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: The name as the server spells it.
    ///   - title: The title; none by default.
    ///   - text: The description in Markdown; none by default.
    ///   - rules: The rules; no list of them by default.
    ///   - subscriberCount: The number of subscribers; a negative one counts as not known, the default.
    ///   - isSubscribed: Whether the account that looks is subscribed; not known by default.
    ///   - isNSFW: Whether it is not safe for work; not known by default.
    ///   - created: The date when it was founded; not known by default.
    public init(
        name: String, title: String? = nil, text: String? = nil, rules: [CommunityRule]? = nil,
        subscriberCount: Int? = nil, isSubscribed: Bool? = nil, isNSFW: Bool? = nil, created: Date? = nil
    ) {
        self.name = name
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
        self.text = text.flatMap { $0.isEmpty ? nil : $0 }
        self.rules = rules
        self.subscriberCount = subscriberCount.flatMap { $0 >= 0 ? $0 : nil }
        self.isSubscribed = isSubscribed
        self.isNSFW = isNSFW
        self.created = created
    }
}

/// A rule of a community.
public struct CommunityRule: Codable, Hashable, Sendable {
    /// The rule in a few words.
    public var title: String
    /// The whole rule in Markdown; `nil` where the title says all.
    public var text: String?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - title: The rule in a few words.
    ///   - text: The whole rule in Markdown; none by default.
    public init(_ title: String, text: String? = nil) {
        self.title = title
        self.text = text.flatMap { $0.isEmpty ? nil : $0 }
    }
}
