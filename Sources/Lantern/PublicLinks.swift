import Cloud
import Core
import Foundation

/// The links of a backend that has said nothing of its own: they lead where they say, and relative ones to the site's
/// public address.
struct PublicLinks: EndpointProvider {
    let site: Site
    private let base: BaseAddress?

    init(_ profile: SiteProfile) {
        site = profile.site
        do {
            base = try profile.publicAddress.map { url throws(DataError) in try BaseAddress(url, site: profile.site) }
        } catch {
            // An address that nothing may be sent to leads nowhere; absolute links still do.
            base = nil
        }
    }

    func request(for endpoint: Endpoint) throws -> NetworkRequest {
        guard let base else {
            guard case .resource(let link) = endpoint, !link.isRelative, let url = URL(string: link.text),
                url.scheme == "https", url.user() == nil
            else {
                throw DataError(.invalidInput, message: "'\(site)' has no address that relative links belong to.")
            }
            return NetworkRequest(url, expectation: .data)
        }
        return try base.request(for: endpoint)
    }

    func url(for link: ResourceLink) -> URL? {
        base?.url(for: link) ?? (link.isRelative ? nil : URL(string: link.text))
    }

    func link(for text: String) -> ResourceLink? {
        if let base { return base.link(for: text) }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return ResourceLink(text, on: site)
    }
}
