public import Foundation

/// An endpoint provider for several sites, made of one for each.
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
    package init(_ first: any EndpointProvider, _ others: [any EndpointProvider]) {
        self.first = first
        providers = Dictionary(([first] + others).map { ($0.site, $0) }) { earlier, _ in earlier }
    }

    public var site: Site { first.site }

    public func request(for link: ResourceLink) throws -> NetworkRequest {
        if let provider = providers[link.site] { return try provider.request(for: link) }
        if let absolute = link.asAbsolute(on: first.site) { return try first.request(for: absolute) }
        throw DataError(
            .invalidInput,
            message: "The site '\(link.site)' has no backend here. Give its EndpointProvider to the "
                + "RoutingEndpointProvider as well.")
    }

    public func url(for link: ResourceLink) -> URL? {
        if let provider = providers[link.site] { return provider.url(for: link) }
        return link.asAbsolute(on: first.site).flatMap(first.url(for:))
    }

    public func link(for text: String) -> ResourceLink? { first.link(for: text) }

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
