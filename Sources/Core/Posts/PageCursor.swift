/// Where the next page begins, in the server's own words.
///
/// Opaque: it comes from a page and goes back to the server.
public struct PageCursor: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The server's words.
    public let rawValue: String

    /// Creates a cursor.
    ///
    /// - Parameter rawValue: The server's words.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The server's words.
    public var description: String { rawValue }
}
