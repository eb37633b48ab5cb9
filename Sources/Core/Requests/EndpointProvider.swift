public import Foundation

/// A provider that turns the links of a site's posts into requests and URLs, and its server's URLs into links.
///
/// One speaks for one site; ``RoutingEndpointProvider`` is made of several. Links are all that it is asked for: to
/// pictures and videos, and to what a person shares. A backend makes the requests for its own server's pages,
/// threads and sources itself, as Documentation/Backends.md shows; a type that conforms to this may hold them as well.
///
/// Contract:
/// - Pure and quick: no network, no disk, no waiting; safe from any thread.
/// - `link(for:)` and `url(for:)` are inverse: a URL that points into the backend's own host becomes a link relative to
///   its base, every other one is kept as it is, so a store survives a server that moves.
/// - A relative link of another site is none of its own, and never asked for at its base.
public protocol EndpointProvider: Sendable {
    /// The site of the server, and of the links that it makes.
    var site: Site { get }

    /// Makes the request for the image, video or other file that a link leads to.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: The request, which takes any bytes, with the headers that the backend wants.
    /// - Throws: ``DataError`` with the code `invalidInput` for a link that is none, that must not be followed, or that
    ///   is a relative one of another site; its message says why.
    func request(for link: ResourceLink) throws -> NetworkRequest

    /// Returns the current URL of a link.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: An absolute URL, or `nil` when the link is none, or is a relative one of another site.
    func url(for link: ResourceLink) -> URL?

    /// Returns the link to store for a URL as the server writes it.
    ///
    /// - Parameter text: The URL as the server wrote it, absolute or relative.
    /// - Returns: The link, of ``site``; `nil` for text that is no `http` or `https` URL and no path.
    func link(for text: String) -> ResourceLink?

    /// Returns the link to store for a URL as the server of a site writes it.
    ///
    /// The default knows ``site`` alone.
    ///
    /// - Parameters:
    ///   - text: The URL as the server wrote it, absolute or relative.
    ///   - site: The site whose post holds it.
    /// - Returns: The link, of that site; `nil` where nothing is known of the site, and for text that is no link.
    func link(for text: String, on site: Site) -> ResourceLink?
}

extension EndpointProvider {
    /// Returns the link to store for a URL of the server, where it is the server of this provider's own site.
    ///
    /// - Parameters:
    ///   - text: The URL as the server wrote it, absolute or relative.
    ///   - site: The site whose post holds it.
    /// - Returns: The link; `nil` for another site, and for text that is no link.
    public func link(for text: String, on site: Site) -> ResourceLink? {
        site == self.site ? link(for: text) : nil
    }
}
