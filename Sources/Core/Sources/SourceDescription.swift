/// What a server says of a source.
public struct SourceDescription: Hashable, Sendable {
    /// Its name as the server spells it.
    public var name: SourceName
    /// Its title; `nil` where the server or the road knows none.
    public var title: String?
    /// Whether it is not safe for work; `nil` where that is not known.
    public var isNSFW: Bool?
    /// How many have subscribed to it; `nil` where that is not known.
    public var subscriberCount: Int?
    /// Why it is not shown; `nil` where it is.
    public var restriction: SourceRestriction?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - name: Its name as the server spells it.
    ///   - title: Its title; what is beyond 300 characters is cut off.
    ///   - isNSFW: Whether it is not safe for work.
    ///   - subscriberCount: How many have subscribed to it; a negative number counts as none known.
    ///   - restriction: Why it is not shown.
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
