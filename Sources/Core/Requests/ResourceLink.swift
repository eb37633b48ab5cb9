/// A link of a site's posts, in the form that is stored and that caches use as a key.
///
/// A link into the backend's own host starts with `/` and is relative to the backend's base; any other is an absolute
/// `http` or `https` URL. ``EndpointProvider/url(for:)`` resolves it when it is asked for. Two sites that have the same
/// path have two links.
///
/// Inside of a post only the text is stored: the site is the post's.
public struct ResourceLink: Hashable, Sendable, CustomStringConvertible {
    /// The site whose posts hold it.
    public let site: Site
    /// The text: a path from the base, query included, or an absolute URL.
    public let text: String

    /// Creates a link from its text.
    ///
    /// - Parameters:
    ///   - text: A path that starts with `/`, or an absolute URL. Not checked.
    ///   - site: The site whose posts hold it.
    public init(_ text: String, on site: Site) {
        self.site = site
        self.text = text
    }

    /// Whether the link is relative to its backend's base.
    public var isRelative: Bool { text.utf8.first == UInt8(ascii: "/") }

    public var description: String { text }
}
