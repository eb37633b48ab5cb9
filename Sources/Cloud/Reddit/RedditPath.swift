import Core

/// The paths of Reddit's feeds in all formats: `/hot`, `/r/A+B/hot`, `/user/NAME/submitted`, `/search`.
enum RedditPath {
    /// The name of a source, checked by Reddit's rules, so that nothing but its own characters gets into a path.
    ///
    /// - Parameter name: A name.
    /// - Returns: The same name.
    /// - Throws: `DataError` with the code `invalidInput` for one that is none.
    static func checked(_ name: SourceName) throws(DataError) -> SourceName {
        guard try SiteProfile.reddit.source(parsing: name.description) == name.source, name.source.names.count == 1
        else {
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
        return name.kind == .user ? "/user/\(name.text)" : "/r/\(name.text)"
    }

    /// The path of a feed, without the ending that says the format.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - query: Gets what the path cannot say.
    /// - Returns: The path, with a slash at its beginning and none at its end.
    /// - Throws: `DataError` with the code `invalidInput` for a source that is local or has a name that is none.
    static func path(of feed: Feed, query: inout [String: String]) throws(DataError) -> String {
        let order = feed.sort ?? .hot
        guard FeedSort.builtIn.contains(order) else {
            throw DataError(.invalidInput, message: "Reddit has no order '\(order)'. Use \(Self.orders).")
        }
        let sort = order.rawValue
        // Parsing checks every name, so nothing but a name's own characters gets into the path.
        switch feed.source.kind {
        case .home:
            return "/\(sort)"
        case .subreddit:
            return "/r/\(try SiteProfile.reddit.source(parsing: "r/\(feed.source.name)").name)/\(sort)"
        case .user:
            let name = try SiteProfile.reddit.source(parsing: "u/\(feed.source.name)").name
            if [.hot, .new, .top, .controversial].contains(order) { query["sort"] = sort }
            return "/user/\(name)/submitted"
        case .search:
            let text = feed.source.name
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw DataError(.invalidInput, message: "A search needs at least one word.")
            }
            if [.hot, .new, .top].contains(order) { query["sort"] = sort }
            query["q"] = text
            query["type"] = "link"
            return "/search"
        case .saved, .favourites, .downloads:
            throw DataError(.invalidInput, message: "'\(feed.source)' is kept on this device; no server knows it.")
        default:
            throw DataError(
                .invalidInput, message: "'\(feed.source)' is no feed of Reddit's. Use \(SiteProfile.reddit.forms).")
        }
    }

    private static let orders = FeedSort.builtIn.map(\.rawValue).joined(separator: ", ")
}
