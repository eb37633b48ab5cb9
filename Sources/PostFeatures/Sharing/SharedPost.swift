public import Core
public import Foundation

/// A post as other apps take it: a link, and a text for those that take no links.
///
/// ```swift
/// guard let shared = SharedPost(item) else { return }
/// present(UIActivityViewController(activityItems: [shared.link], applicationActivities: nil))
/// ```
///
/// It holds what anybody may see, and nothing of the person: no account, no status, and no parameter that would tell a
/// site who passed its link on.
public struct SharedPost: Identifiable, Hashable, Sendable {
    /// The id of the post.
    public let id: Post.ID
    /// The address where others find it: an absolute `http` or `https` URL.
    public let link: URL
    /// One line of plain text: the title, or the link where the title is empty.
    public let subject: String
    /// The title and, on a line of its own, the link; the link alone where the title is empty.
    public let text: String

    /// Creates what is shared of a post; `nil` for a post that nothing leads to, or only a link with a name or a
    /// password.
    ///
    /// The link is the first of these that there is:
    /// 1. the post's page, at its site's ``Core/SiteProfile/publicAddress``: what a person shares opens elsewhere too,
    ///    though this device may have asked a server of its own in the site's place,
    /// 2. the post's page, where the backend says it is, for a site without a public address,
    /// 3. what the post leads to.
    ///
    /// - Parameters:
    ///   - item: The post.
    ///   - endpoints: The provider of the backend's addresses; the registered `EndpointProvider` by default.
    ///   - profiles: The profiles with the sites' public addresses; the registered ones by default, else the built-in
    ///     ones.
    package init?(
        _ item: FeedItem, endpoints: any EndpointProvider = Dependency.resolve((any EndpointProvider).self),
        profiles: SiteProfiles = Dependency.resolve(SiteProfiles.self, default: SiteProfiles())
    ) {
        let post = item.post
        let home = profiles[post.id.site].publicAddress
        let candidates = [
            post.permalink.flatMap { Self.page($0, of: post.id.site, at: home, endpoints) },
            post.url.flatMap { Self.target($0, at: home, endpoints) },
        ]
        guard let link = candidates.lazy.compactMap({ $0 }).first(where: Self.isShareable) else { return nil }
        self.link = SharedLink.withoutTracking(link)
        id = post.id
        let title = SharedText.harmless(post.title)
        subject = title.isEmpty ? self.link.absoluteString : title
        text = title.isEmpty ? self.link.absoluteString : "\(title)\n\(self.link.absoluteString)"
    }

    /// The post's own page: a path, and for some backends a whole URL.
    private static func page(
        _ permalink: String, of site: Site, at home: URL?, _ endpoints: any EndpointProvider
    ) -> URL? {
        let link = endpoints.link(for: permalink, on: site) ?? ResourceLink(permalink, on: site)
        return target(link, at: home, endpoints)
    }

    private static func target(_ link: ResourceLink, at home: URL?, _ endpoints: any EndpointProvider) -> URL? {
        guard link.isRelative, let home else { return endpoints.url(for: link) }
        // Two slashes would make a host of the path's first part.
        guard !link.text.hasPrefix("//") else { return nil }
        // A path as it stands in a link may hold what a URL has to write in percents.
        return URL(string: home.absoluteString + link.text) ?? endpoints.url(for: link)
    }

    private static func isShareable(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return false }
        return url.host(percentEncoded: false)?.isEmpty == false && url.user == nil && url.password == nil
    }
}
