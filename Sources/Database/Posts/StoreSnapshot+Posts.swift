import Core

extension StoreSnapshot {
    func item(_ id: Post.ID) throws -> FeedItem? {
        guard let post = try record(id, in: PostSchemas.posts) else { return nil }
        return FeedItem(post: post, status: try record(id, in: PostSchemas.statuses))
    }

    /// The posts of ids, those that are known.
    private func items(_ ids: [Post.ID]) throws -> [FeedItem] {
        try ids.compactMap { try item($0) }
    }

    func order(of feed: Feed) throws -> FeedOrder { try order(ofKey: feed.key) }

    func order(ofKey key: String) throws -> FeedOrder {
        let entries = try window(
            of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: key))
        let record = try record(key, in: PostSchemas.feeds)
        return FeedOrder(
            elements: entries.map(\.element), cursor: record?.cursor, isEnd: record?.isEnd ?? false,
            head: record?.head, first: record?.first)
    }

    func feed(_ feed: Feed) throws -> StoredFeed {
        let order = try order(of: feed)
        var items: [FeedItem] = []
        var gaps: [FeedGap] = []
        for element in order.elements {
            switch element.content {
            case .post(let id): if let item = try item(id) { items.append(item) }
            case .gap(let cursor): if let last = items.last { gaps.append(FeedGap(after: last.id, cursor: cursor)) }
            case .hole: break  // There is no cursor to ask with; a gap in front of it leads here.
            }
        }
        let record = try record(feed.key, in: PostSchemas.feeds)
        return StoredFeed(
            feed: feed, items: items, gaps: gaps, cursor: order.cursor, isEnd: order.isEnd,
            refreshedAt: record?.refreshed, head: head(of: order, items, revision: record?.revision), version: version)
    }

    /// The first page, unless one of its posts is gone.
    private func head(of order: FeedOrder, _ items: [FeedItem], revision: PageRevision?) -> FeedHead? {
        let ids = order.firstPosts
        guard !ids.isEmpty, items.prefix(ids.count).map(\.id) == ids else { return nil }
        return FeedHead(ids: ids, next: order.first?.next, revision: revision)
    }

    /// A feed that is made from statuses: the newest first, posts of other sites left out.
    func localFeed(_ feed: Feed, by index: Index<PostStatus>) throws -> StoredFeed {
        let marked = try window(
            of: PostSchemas.statuses, by: index, .descending, in: .double(-.greatestFiniteMagnitude)..<(.text("")))
        let items = try items(marked.map(\.id).filter { $0.site == feed.site })
        return StoredFeed(feed: feed, items: items, isEnd: true, version: version)
    }
}
