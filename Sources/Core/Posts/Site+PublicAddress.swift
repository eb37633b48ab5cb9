public import Foundation

extension Site {
    /// Where people find the site's posts in a browser; `nil` for a site that has no such place, or none that is known.
    ///
    /// It belongs to the site and not to the road: a post of Reddit's is found there also when it came by the API's host
    /// or from a server on this device that was asked in Reddit's place. A Lemmy server on a loopback address is nowhere
    /// for anybody else.
    public var publicAddress: URL? {
        if self == .reddit { return URL(string: "https://www.reddit.com") }
        let prefix = "lemmy:"
        guard rawValue.hasPrefix(prefix), let url = URL(string: "https://" + rawValue.dropFirst(prefix.count)),
            let host = url.host(percentEncoded: false), url.user == nil, url.query == nil, url.fragment == nil
        else { return nil }
        let isLoopback =
            host == "localhost" || host.hasSuffix(".localhost") || host.hasPrefix("127.") || host == "::1"
            || host == "[::1]"
        return host.isEmpty || isLoopback ? nil : url
    }
}
