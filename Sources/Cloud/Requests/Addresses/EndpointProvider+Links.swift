import Core

extension EndpointProvider {
    /// The link to keep for what a post of a site holds, also where these are the addresses of another site: a link is
    /// its post's.
    func link(for text: String, of site: Site) -> ResourceLink? {
        link(for: text, on: site) ?? link(for: text).map { ResourceLink($0.text, on: site) }
    }
}
