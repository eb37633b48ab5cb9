import Core

extension StoreSnapshot {
    func item(_ id: Post.ID) -> FeedItem? {
        record(id, in: PostSchemas.posts).map { FeedItem(post: $0, status: record(id, in: PostSchemas.statuses)) }
    }

    func order(of feed: Feed) -> FeedOrder {
        let entries = window(
            of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: feed.key))
        let record = record(feed.key, in: PostSchemas.feeds)
        let head = record.flatMap { record in
            record.headCursor.flatMap { cursor in
                record.headLast.map { FeedOrder.Head(cursor: cursor, last: $0) }
            }
        }
        return FeedOrder(
            elements: entries.compactMap(\.element), cursor: record?.cursor, isEnd: record?.isEnd ?? false, head: head)
    }

    func feed(_ feed: Feed) -> StoredFeed {
        let order = order(of: feed)
        var items: [FeedItem] = []
        var gaps: [FeedGap] = []
        for element in order.elements {
            switch element.content {
            case .post(let id): if let item = item(id) { items.append(item) }
            case .gap(let cursor): if let last = items.last { gaps.append(FeedGap(after: last.id, cursor: cursor)) }
            }
        }
        return StoredFeed(
            feed: feed, items: items, gaps: gaps, cursor: order.cursor, isEnd: order.isEnd,
            refreshedAt: record(feed.key, in: PostSchemas.feeds)?.refreshed, version: version)
    }

    /// A feed that is made from statuses: the newest first, posts of other sites left out.
    func localFeed(_ feed: Feed, by index: Index<PostStatus>) -> StoredFeed {
        let marked = window(
            of: PostSchemas.statuses, by: index, .descending, in: .double(-.greatestFiniteMagnitude)..<(.text("")))
        let items = marked.filter { $0.id.site == feed.site }.compactMap { item($0.id) }
        return StoredFeed(feed: feed, items: items, isEnd: true, version: version)
    }
}
