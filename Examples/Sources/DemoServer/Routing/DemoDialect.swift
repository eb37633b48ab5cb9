/// A way of speaking to the server: what its paths look like, who may ask, and what comes back.
public enum DemoDialect: String, Sendable, Hashable, CaseIterable {
    /// The public JSON: page paths that end in `.json`.
    case json
    /// The API behind OAuth: the same pages without an ending, for requests with a token. Every path that belongs to
    /// no other dialect is counted to this one.
    case oauth
    /// The feeds: page paths that end in `.rss`.
    case atom
    /// Lemmy's API: `/api/v3/…`.
    case lemmy
    /// Hacker News's two APIs: `/v0/…`, `/api/v1/items/…`, `/api/v1/search` and `/api/v1/search_by_date`.
    case hackerNews = "hackernews"
    /// The pictures: `/media`, `/preview`, `/thumbnails`.
    case media
    /// The authorization server: `/api/v1/access_token`, `/api/v1/authorize`, `/api/v1/revoke_token`.
    case authorization

    private static let mediaFolders: Set<Substring> = ["media", "preview", "thumbnails", "video", "gallery"]
    private static let searchPaths: Set = ["/api/v1/search", "/api/v1/search_by_date"]
    private static let tokenPaths: Set = [
        "/api/v1/access_token", "/api/v1/authorize", "/api/v1/authorize.compact", "/api/v1/revoke_token",
    ]

    /// The dialect a path belongs to.
    ///
    /// - Parameter path: A path without its query.
    public init(path: String) {
        let lowercase = path.lowercased()
        if lowercase.hasPrefix("/api/v3/") {
            self = .lemmy
        } else if lowercase.hasPrefix("/v0/") || lowercase.hasPrefix("/api/v1/items/")
            || Self.searchPaths.contains(lowercase)
        {
            self = .hackerNews
        } else if Self.tokenPaths.contains(lowercase) {
            self = .authorization
        } else if let folder = lowercase.split(separator: "/").first, Self.mediaFolders.contains(folder) {
            self = .media
        } else if lowercase.hasSuffix(".json") {
            self = .json
        } else if lowercase.hasSuffix(".rss") {
            self = .atom
        } else {
            self = .oauth
        }
    }
}
