public import Foundation

/// Turns endpoints into requests, and links into URLs: the one place that knows a backend's addresses.
///
/// Contract:
/// - Pure and quick: no network, no disk, no waiting; safe from any thread.
/// - Every parameter is percent-encoded, and numbers are clamped to what the backend accepts.
/// - `link(for:)` and `url(for:)` are inverse: a URL that points into the backend's own host becomes a link relative to
///   its base, every other one is kept as it is, so a store survives a server that moves.
public protocol EndpointProvider: Sendable {
    /// The request that asks for an endpoint.
    ///
    /// - Parameter endpoint: What to ask for.
    /// - Returns: The request, with the headers that the backend wants.
    /// - Throws: ``DataError`` with the code `invalidInput` when the endpoint cannot be asked for here, such as a
    ///   subreddit whose name has a slash; its message says what is allowed.
    func request(for endpoint: Endpoint) throws -> NetworkRequest

    /// The URL of a link, for now.
    ///
    /// - Parameter link: A link of this backend's posts.
    /// - Returns: An absolute URL, or `nil` when the link is none.
    func url(for link: ResourceLink) -> URL?

    /// The link to keep for what the server calls a URL.
    ///
    /// - Parameter text: The URL as the server wrote it, absolute or relative.
    /// - Returns: The link, or `nil` for text that is no `http` or `https` URL and no path.
    func link(for text: String) -> ResourceLink?
}
