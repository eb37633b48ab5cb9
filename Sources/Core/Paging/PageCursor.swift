/// The position in a feed at which a page begins, as the server names it.
///
/// Opaque: it comes from a page and goes back to the server.
public struct PageCursor: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The server's text for the position.
    public let rawValue: String

    /// Creates a cursor.
    ///
    /// - Parameter rawValue: The server's words.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates the cursor of the next page from a server's answer; `nil` where there is no next page.
    ///
    /// At the end there is none. Servers say that in several ways: a missing value, `null`, an empty text, `0`.
    ///
    /// - Parameter next: The answer's text for the next page; `nil`, an empty text and `0` stand for none.
    public init?(next: String?) {
        guard let next, !next.isEmpty, next != "0" else { return nil }
        rawValue = next
    }

    public var description: String { rawValue }
}
