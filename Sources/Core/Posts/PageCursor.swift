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

    /// Creates the cursor that an answer gives, where it gives one.
    ///
    /// At the end there is none. Servers say that in several ways: a missing value, `null`, an empty text, `0`.
    ///
    /// - Parameter next: What the answer says of the next page.
    public init?(next: String?) {
        guard let next, !next.isEmpty, next != "0" else { return nil }
        rawValue = next
    }

    /// The server's words.
    public var description: String { rawValue }
}
