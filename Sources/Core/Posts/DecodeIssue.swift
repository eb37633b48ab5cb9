/// A part of a server's answer that could not be decoded, or that is not plausible.
public struct DecodeIssue: Hashable, Sendable, Codable {
    /// The index among the answer's entries, from 0; `nil` for the answer as a whole.
    public var index: Int?
    /// The reason, for a developer: the path to it and what was expected, or a word such as `suspiciousEmpty`.
    public var reason: String

    /// Creates an issue.
    ///
    /// - Parameters:
    ///   - index: The position among the answer's children.
    ///   - reason: The reason, for a developer.
    public init(index: Int? = nil, reason: String) {
        self.index = index
        self.reason = reason
    }

    /// An empty answer for a feed that has stored posts.
    public static let suspiciousEmpty = DecodeIssue(reason: "suspiciousEmpty")
}
