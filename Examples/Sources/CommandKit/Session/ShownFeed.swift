package import Core
package import PostFeatures

/// A feed as a command shows it.
@MainActor
package struct ShownFeed {
    package let feed: Feed
    package var items: [FeedItem]
    package var isEnd: Bool
    /// Whether this run fetched and committed a page.
    package var isFromNetwork: Bool
    package var error: DataError?
    package var issues: [DecodeIssue]
    /// Whether the network failed or was off, and nothing is stored to show instead.
    package var isUnavailable: Bool
    /// Whether nothing is shown only because the network is off and the feed was never fetched.
    package var isNeverListed: Bool
    /// The reason why posts are stored and none is shown.
    package var absence: Absence?

    /// The reason why every post is left out.
    package enum Absence {
        /// The person has dismissed or hidden each of them.
        case dismissed
        /// The settings leave out what is not dismissed or hidden.
        case filtered
    }

    /// Loads a feed, and so many pages of it in the server's order.
    ///
    /// - Parameters:
    ///   - model: The list to drive.
    ///   - pages: The number of pages to fetch; 0 shows what is stored.
    ///   - neverListed: The reason to give where the network is off and the feed was never fetched.
    /// - Returns: The pages of this run as the database now holds them, or the whole stored feed when none came.
    package static func load(
        _ model: PostListViewModel, pages: Int, neverListed: @autoclosure () -> DataError
    ) async -> ShownFeed {
        await model.load()
        var receipts = [model.state.value.page].compactMap { $0 }
        var issues = model.state.value.issues
        while receipts.count < pages, let cursor = receipts.last?.next {
            await model.loadPage(after: cursor)
            issues += model.state.value.issues
            guard model.state.value.banner == nil, let page = model.state.value.page else { break }
            receipts.append(page)
        }
        model.stop()
        let state = model.state.value
        var items = state.items
        if !receipts.isEmpty {
            // Only what this run fetched; the rest of the feed is stored behind it.
            let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            var seen: Set<Post.ID> = []
            items = receipts.flatMap(\.ids).filter { seen.insert($0).inserted }.compactMap { byID[$0] }
        }
        var error = state.banner?.error
        let isOffline = pages == 0 && !model.feed.source.isLocal
        let isUnavailable = state.storedCount == 0 && receipts.isEmpty && (error != nil || isOffline)
        let isNeverListed = isUnavailable && error == nil
        if isNeverListed {
            error = neverListed()
        }
        return ShownFeed(
            feed: model.feed, items: items, isEnd: receipts.last.map { $0.next == nil } ?? state.isEnd,
            isFromNetwork: !receipts.isEmpty, error: error, issues: issues, isUnavailable: isUnavailable,
            isNeverListed: isNeverListed,
            absence: state.storedCount == 0 ? nil : state.filtered.isEmpty ? .dismissed : .filtered)
    }
}
