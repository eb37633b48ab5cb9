import Core

/// Where Reddit keeps its feeds, whatever the format: `/hot`, `/r/A+B/hot`, `/user/NAME/submitted`, `/search`.
enum RedditPath {
    /// The name of a source, checked by Reddit's rules, so that nothing but its own characters gets into a path.
    ///
    /// - Parameter name: A name.
    /// - Returns: The same name.
    /// - Throws: `DataError` with the code `invalidInput` for one that is none.
    static func checked(_ name: SourceName) throws(DataError) -> SourceName {
        guard try FeedSource(parsing: name.description) == name.source else {
            throw DataError(.invalidInput, message: "'\(name)' is no name of one subreddit or user.")
        }
        return name
    }

    /// The path below which a source lies: `/r/NAME` or `/user/NAME`.
    ///
    /// - Parameter name: The source's name.
    /// - Returns: The path, without a slash at its end.
    /// - Throws: `DataError` with the code `invalidInput` for a name that is none.
    static func path(of name: SourceName) throws(DataError) -> String {
        let name = try checked(name)
        switch name.kind {
        case .subreddit: return "/r/\(name.text)"
        case .user: return "/user/\(name.text)"
        }
    }

    /// The path of a feed, without the ending that says the format.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - query: Gets what the path cannot say.
    /// - Returns: The path, with a slash at its beginning and none at its end.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none.
    static func path(of feed: Feed, query: inout [String: String]) throws(DataError) -> String {
        let sort = feed.sort.rawValue
        switch feed.source {
        case .home:
            return "/\(sort)"
        case .subreddits(let names):
            // Parsing checks every name, so nothing but letters, digits and underscores gets into the path.
            guard case .subreddits(let names) = try FeedSource(parsing: "r/" + names.joined(separator: "+")) else {
                throw DataError(.invalidInput, message: "'\(feed.source)' is no subreddit.")
            }
            return "/r/\(names.joined(separator: "+"))/\(sort)"
        case .user(let name):
            guard case .user(let name) = try FeedSource(parsing: "u/" + name) else {
                throw DataError(.invalidInput, message: "'\(feed.source)' is no user.")
            }
            if [.hot, .new, .top, .controversial].contains(feed.sort) { query["sort"] = sort }
            return "/user/\(name)/submitted"
        case .search(let text):
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw DataError(.invalidInput, message: "A search needs at least one word.")
            }
            if [.hot, .new, .top].contains(feed.sort) { query["sort"] = sort }
            query["q"] = text
            query["type"] = "link"
            return "/search"
        case .saved, .favourites, .downloads:
            throw DataError(.invalidInput, message: "'\(feed.source)' is kept on this device; no server knows it.")
        }
    }
}
