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

    func order(of feed: Feed) throws -> FeedOrder {
        let entries = try window(
            of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: feed.key))
        let record = try record(feed.key, in: PostSchemas.feeds)
        let head = record.flatMap { record in
            record.headCursor.flatMap { cursor in
                record.headLast.map { FeedOrder.Head(cursor: cursor, last: $0) }
            }
        }
        return FeedOrder(
            elements: entries.compactMap(\.element), cursor: record?.cursor, isEnd: record?.isEnd ?? false, head: head)
    }

    func feed(_ feed: Feed) throws -> StoredFeed {
        let order = try order(of: feed)
        var items: [FeedItem] = []
        var gaps: [FeedGap] = []
        for element in order.elements {
            switch element.content {
            case .post(let id): if let item = try item(id) { items.append(item) }
            case .gap(let cursor): if let last = items.last { gaps.append(FeedGap(after: last.id, cursor: cursor)) }
            }
        }
        return StoredFeed(
            feed: feed, items: items, gaps: gaps, cursor: order.cursor, isEnd: order.isEnd,
            refreshedAt: try record(feed.key, in: PostSchemas.feeds)?.refreshed, version: version)
    }

    /// A feed that is made from statuses: the newest first, posts of other sites left out.
    func localFeed(_ feed: Feed, by index: Index<PostStatus>) throws -> StoredFeed {
        let marked = try window(
            of: PostSchemas.statuses, by: index, .descending, in: .double(-.greatestFiniteMagnitude)..<(.text("")))
        let items = try items(marked.map(\.id).filter { $0.site == feed.site })
        return StoredFeed(feed: feed, items: items, isEnd: true, version: version)
    }
}
