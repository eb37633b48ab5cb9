public import Core

extension ResourceLink {
    /// Makes a link of the site that mocked posts have by default.
    ///
    /// - Parameters:
    ///   - text: A path that starts with `/`, or an absolute URL.
    ///   - site: The site whose posts hold it.
    /// - Returns: The link.
    public static func mock(_ text: String, site: Site = .demo) -> ResourceLink { ResourceLink(text, on: site) }
}
