/// The profiles of an app's sites.
///
/// Registered with `Dependency`, it tells view models how names are spelled and where posts are found in a browser.
/// Reddit, the demonstration, Hacker News and Lemmy's servers are known without being named.
public struct SiteProfiles: Sendable {
    private let profiles: [Site: SiteProfile]

    /// Creates the profiles of some sites.
    ///
    /// - Parameter profiles: The profiles; of several of one site the first counts. None by default.
    public init(_ profiles: [SiteProfile] = []) {
        self.profiles = Dictionary(profiles.map { ($0.site, $0) }) { first, _ in first }
    }

    /// Returns the profile of a site.
    ///
    /// - Parameter site: The site.
    /// - Returns: The one that was given, else the built-in one, else one that knows a front page and nothing more.
    public subscript(site: Site) -> SiteProfile {
        if let profile = profiles[site] { return profile }
        switch site {
        case .reddit: return .reddit
        case .demo: return .demo
        case .hackerNews: return .hackerNews
        default:
            let prefix = "lemmy:"
            guard site.rawValue.hasPrefix(prefix) else { return SiteProfile(site: site) }
            return .lemmy(host: String(site.rawValue.dropFirst(prefix.count)))
        }
    }
}
