import Core
import Foundation

/// The pages of Reddit that a browser is shown instead of what it asked for.
enum RedditPages {
    /// The meaning of redirects of a source: an unknown subreddit is redirected to a search for subreddits.
    static let sourceErrorPaths = errorPaths.merging(
        ["/subreddits/search": .notFound, "/subreddits/search.json": .notFound]) { own, _ in own }

    /// Takes the search for subreddits for what it says, where a transport followed the redirect to it.
    ///
    /// - Parameter response: An answer of 200.
    /// - Throws: `NetworkError` with the code `notFound`.
    static func checkIsNoSearch(_ response: NetworkResponse) throws(NetworkError) {
        guard !response.url.path().contains("/subreddits/search") else {
            throw NetworkError(.notFound, status: response.status)
        }
    }

    /// The error code of a redirect to that path.
    static let errorPaths: [String: ErrorCode] = [
        "/login": .unauthorized, "/account/login": .unauthorized, "/register": .unauthorized,
        "/account/register": .unauthorized, "/over18": .forbidden, "/quarantine": .forbidden,
        "/verification": .forbidden,
    ]
}
