import Cloud
import Core
import Foundation

/// The links of a backend without its own: absolute ones lead where they say, relative ones to the site's
/// public address.
struct PublicLinks: EndpointProvider {
    let site: Site
    private let base: BaseAddress?
    /// Reads whole URLs where there is no address; nothing of the site lies below it.
    private let elsewhere: BaseAddress

    init(_ profile: SiteProfile) {
        site = profile.site
        elsewhere = BaseAddress(host: "nowhere.invalid", site: profile.site)
        do {
            base = try profile.publicAddress.map { url throws(DataError) in try BaseAddress(url, site: profile.site) }
        } catch {
            // An address that nothing may be sent to leads nowhere; absolute links still do.
            base = nil
        }
    }

    func request(for link: ResourceLink) throws -> NetworkRequest {
        if let base { return try base.request(for: link) }
        guard !link.isRelative else {
            throw DataError(.invalidInput, message: "'\(site)' has no address that relative links belong to.")
        }
        return try elsewhere.request(for: link)
    }

    func url(for link: ResourceLink) -> URL? {
        // Never by `URL` itself: it takes `javascript:` and `file:` for addresses too, and posts come from anybody.
        if let base { return base.url(for: link) }
        return link.isRelative ? nil : elsewhere.url(for: link)
    }

    func link(for text: String) -> ResourceLink? {
        if let base { return base.link(for: text) }
        guard let link = elsewhere.link(for: text), !link.isRelative else { return nil }
        return link
    }
}
