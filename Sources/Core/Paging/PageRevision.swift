/// The revision of an answer, such as its ETag, by which an unchanged answer is recognised.
///
/// Opaque: an ``OnlinePostProvider`` makes it from the server's validators or from the body, the database keeps it with
/// the feed whose first page it belongs to, and the next refresh brings it back.
public struct PageRevision: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The text, at most some hundred bytes.
    public let rawValue: String

    /// Creates a revision.
    ///
    /// - Parameter rawValue: Its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}
