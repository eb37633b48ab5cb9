public import Core
public import Foundation

/// The addresses of an OAuth server with Reddit's paths (`/api/v1/authorize` and others): the site that issues tokens,
/// and the API that accepts them.
///
/// | what | address |
/// | --- | --- |
/// | the page for people | `{site}/api/v1/authorize` |
/// | tokens | `{site}/api/v1/access_token` |
/// | taking tokens back | `{site}/api/v1/revoke_token` |
/// | requests with a token | `{api}/…`, and nowhere else |
///
/// A site with other paths needs a `SessionProvider` of its own.
public struct OAuthServer: Sendable, Hashable {
    /// The address that issues tokens.
    let site: BaseAddress
    /// The address of the API that accepts tokens.
    let api: BaseAddress

    /// Reddit's addresses: `https://www.reddit.com` and `https://oauth.reddit.com`.
    public static let reddit = OAuthServer(
        site: BaseAddress(scheme: "https", host: "www.reddit.com", site: .reddit),
        api: BaseAddress(scheme: "https", host: "oauth.reddit.com", site: .reddit))

    /// Creates a server that is both the site and the API, as a test server on a loopback address is.
    ///
    /// - Parameter baseURL: The URL that every path is added to.
    /// - Throws: `DataError` with the code `invalidInput` when it is neither `https` nor a loopback address, or has a
    ///   query, a fragment, a user or a password.
    public init(baseURL: URL) throws(DataError) {
        try self.init(siteURL: baseURL, apiURL: baseURL)
    }

    /// Creates a server whose API has another address than its site.
    ///
    /// - Parameters:
    ///   - siteURL: The URL before the paths that hand out tokens.
    ///   - apiURL: The URL before the paths that take them.
    /// - Throws: `DataError` with the code `invalidInput` when one is neither `https` nor a loopback address, or has a
    ///   query, a fragment, a user or a password.
    public init(siteURL: URL, apiURL: URL) throws(DataError) {
        self.init(site: try BaseAddress(siteURL, site: .reddit), api: try BaseAddress(apiURL, site: .reddit))
    }

    private init(site: BaseAddress, api: BaseAddress) {
        (self.site, self.api) = (site, api)
    }

    /// The beginning of the addresses that hand out tokens, by which what is stored is known.
    var issuer: String { site.text("") }

    /// Whether a token may go along with a request: to the API itself, not to another host, port, scheme or path.
    ///
    /// - Parameter url: Where the request goes.
    /// - Returns: True for what lies below the API's base.
    func takesTokens(at url: URL) -> Bool {
        guard let base = URL(string: api.text("/")), AddressRule.isSameOrigin(base, url) else { return false }
        return api.link(for: url.absoluteString)?.isRelative ?? false
    }
}
