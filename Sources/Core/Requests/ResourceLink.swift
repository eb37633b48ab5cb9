/// Where something lies, in the form that is stored and that caches use as a key.
///
/// A link into the backend's own host starts with `/` and is relative to the backend's base; any other is an absolute
/// `http` or `https` URL. ``EndpointProvider/url(for:)`` resolves it when it is asked for.
public struct ResourceLink: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The text: a path from the base, query included, or an absolute URL.
    public let rawValue: String

    /// Creates a link from its text.
    ///
    /// - Parameter rawValue: A path that starts with `/`, or an absolute URL. Not checked.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a link from its text.
    ///
    /// - Parameter text: A path that starts with `/`, or an absolute URL. Not checked.
    public init(_ text: String) {
        self.init(rawValue: text)
    }

    /// Whether the link is relative to its backend's base.
    public var isRelative: Bool { rawValue.utf8.first == UInt8(ascii: "/") }

    /// The text.
    public var description: String { rawValue }
}
