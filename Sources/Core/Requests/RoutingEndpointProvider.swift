public import Foundation

/// An ``EndpointProvider`` made of several, one for each site: what an app of several sites registers.
///
/// ```swift
/// Dependency.register((any EndpointProvider).self) {
///     RoutingEndpointProvider(RedditEndpointProvider(), try LemmyEndpointProvider(host: "lemmy.world"))
/// }
/// ```
///
/// What belongs to a site goes to the provider of that site. A link of a site that has none resolves where it is an
/// absolute URL; a relative one leads nowhere.
public struct RoutingEndpointProvider: EndpointProvider {
    private let first: any EndpointProvider
    private let providers: [Site: any EndpointProvider]

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - first: The provider of one site, which also resolves absolute URLs of sites that have none.
    ///   - others: Those of other sites. Of two for one site the earlier one counts.
    public init(_ first: any EndpointProvider, _ others: any EndpointProvider...) {
        self.init(first, others)
    }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - first: The provider of one site, which also resolves absolute URLs of sites that have none.
    ///   - others: Those of other sites. Of two for one site the earlier one counts.
    public init(_ first: any EndpointProvider, _ others: [any EndpointProvider]) {
        self.first = first
        providers = Dictionary(([first] + others).map { ($0.site, $0) }) { earlier, _ in earlier }
    }

    /// The first provider's site.
    public var site: Site { first.site }

    /// The request for what a link leads to, from the provider of its site.
    ///
    /// - Parameter link: A link of any site.
    /// - Returns: The request.
    /// - Throws: What the site's provider throws; ``DataError`` with the code `invalidInput` where there is none, but for
    ///   a link that is an absolute URL.
    public func request(for link: ResourceLink) throws -> NetworkRequest {
        if let provider = providers[link.site] { return try provider.request(for: link) }
        if let absolute = link.asAbsolute(on: first.site) { return try first.request(for: absolute) }
        throw DataError(
            .invalidInput,
            message: "The site '\(link.site)' has no backend here. Give its EndpointProvider to the "
                + "RoutingEndpointProvider as well.")
    }

    /// The URL of a link, for now.
    ///
    /// - Parameter link: A link of any site.
    /// - Returns: An absolute URL; `nil` when the link is none, or is relative and its site has no provider.
    public func url(for link: ResourceLink) -> URL? {
        if let provider = providers[link.site] { return provider.url(for: link) }
        return link.asAbsolute(on: first.site).flatMap(first.url(for:))
    }

    /// The link to keep for what the server of ``site`` calls a URL.
    ///
    /// - Parameter text: The URL as that server wrote it.
    /// - Returns: The link; `nil` for text that is none.
    public func link(for text: String) -> ResourceLink? { first.link(for: text) }

    /// The link to keep for what the server of a site calls a URL.
    ///
    /// - Parameters:
    ///   - text: The URL as the server wrote it.
    ///   - site: The site whose post holds it.
    /// - Returns: The link; `nil` for text that is none, and where the site has no provider.
    public func link(for text: String, on site: Site) -> ResourceLink? {
        providers[site]?.link(for: text, on: site)
    }
}

extension ResourceLink {
    /// The same URL as a link of another site; `nil` for a path, which means something else there.
    fileprivate func asAbsolute(on site: Site) -> ResourceLink? {
        isRelative ? nil : ResourceLink(text, on: site)
    }
}
