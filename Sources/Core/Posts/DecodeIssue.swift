/// Something in a server's answer that could not be read, or should not be believed.
public struct DecodeIssue: Hashable, Sendable, Codable {
    /// The position among the answer's children, from 0; `nil` when it is about the answer as a whole.
    public var index: Int?
    /// What is wrong, for a developer: the path to it and what was expected, or a word such as `suspiciousEmpty`.
    public var reason: String

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - index: The position among the answer's children.
    ///   - reason: What is wrong.
    public init(index: Int? = nil, reason: String) {
        self.index = index
        self.reason = reason
    }

    /// An empty answer over a feed that has posts.
    public static let suspiciousEmpty = DecodeIssue(reason: "suspiciousEmpty")
}
