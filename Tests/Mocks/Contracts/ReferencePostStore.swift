import Core
import Foundation

/// A simple reference implementation of a store of posts, which ``OfflinePostProviderOracle`` compares stores with.
struct ReferencePostStore: Sendable {
    private(set) var posts: [Post.ID: Post] = [:]
    private(set) var statuses: [Post.ID: PostStatus] = [:]
    private(set) var feeds: [String: ReferenceFeed] = [:]
    /// The acts that can be taken back, the last one last: what gives each post its mark back.
    private var acts: [[(id: Post.ID, change: StatusChange)]] = []

    func item(_ id: Post.ID) -> FeedItem? {
        posts[id].map { FeedItem(post: $0, status: statuses[id]) }
    }

    func storedFeed(_ feed: Feed) -> StoredFeed {
        var stored = feedAsStored(feed)
        stored.canUndo = !acts.isEmpty
        return stored
    }

    private func feedAsStored(_ feed: Feed) -> StoredFeed {
        guard feed.source.isLocal else { return (feeds[feed.key] ?? ReferenceFeed()).stored(feed, item: item) }
        let dates = statuses.values.compactMap { status in
            (feed.source == .saved ? status.savedAt : status.favouritedAt).map { (id: status.id, date: $0) }
        }
        let newest = dates.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }
        return StoredFeed(feed: feed, items: newest.compactMap { item($0.id) }, isEnd: true)
    }

    /// The summaries of those feeds that were fetched and still have rows.
    func summaries(of feeds: [Feed]) -> [StoredFeedSummary] {
        feeds.compactMap { feed in
            guard let reference = self.feeds[feed.key], !reference.rows.isEmpty else { return nil }
            return StoredFeedSummary(feed: feed, refreshedAt: reference.refreshedAt)
        }
    }

    /// Returns nil when the page is to be refused.
    mutating func commit(_ page: Page, to feed: Feed, at placement: PagePlacement, date: Date) -> PageReceipt? {
        let ids = unique(page.posts.map(\.id))
        var reference = feeds[feed.key] ?? ReferenceFeed()
        let known = reference.ids
        let pinned = page.posts.filter { $0.isStickied == true || posts[$0.id]?.isStickied == true }
        var receipt = PageReceipt(ids: ids, insertedCount: ids.filter { !known.contains($0) }.count, next: page.next)
        switch placement {
        case .head:
            reference.refresh(page, ids, pinned: Set(pinned.map(\.id)), at: date)
        case .after(let cursor):
            let repeated = reference.place(ids, after: cursor, next: page.next, pinned: Set(pinned.map(\.id)))
            guard let repeated else { return nil }
            receipt.repeatedIDs = repeated
        }
        feeds[feed.key] = reference
        store(page.posts, completeness: page.completeness)
        return receipt
    }

    mutating func store(_ newer: [Post], completeness: Completeness) {
        var seen: [Post.ID] = []
        for post in newer where !seen.contains(post.id) {
            seen.append(post.id)
            guard let stored = posts[post.id] else {
                posts[post.id] = post
                continue
            }
            let isKept = statuses[post.id]?.isSaved == true || statuses[post.id]?.isFavourite == true
            posts[post.id] = (isKept ? post.restored(from: stored) : post)
                .filled(from: stored, completeness: completeness)
        }
    }

    mutating func apply(_ mutation: StatusMutation, at date: Date) -> StatusReceipt {
        var receipt = make(mutation, at: date)
        forgetVoidDismissals()
        receipt.canUndo = !acts.isEmpty
        return receipt
    }

    /// Forgets the dismissals of posts that are not dismissed any more: they cannot be undone.
    private mutating func forgetVoidDismissals() {
        acts.removeAll { act in
            act.allSatisfy { $0.change == .dismissed(false) && statuses[$0.id]?.isDismissed != true }
        }
    }

    private mutating func make(_ mutation: StatusMutation, at date: Date) -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids): return set(change, unique(ids), at: date)
        case .dismiss(let ids): return dismiss(unique(ids), at: date)
        case .dismissAll(let feed): return dismiss(storedFeed(feed).items.map(\.id), at: date)
        case .setUndoably(let change, let ids):
            let act = unique(ids).compactMap { id in
                (statuses[id] ?? PostStatus(id: id)).marks.inverse(of: change).map { (id: id, change: $0) }
            }
            if !act.isEmpty { acts = (acts + [act]).suffix(20) }
            return set(change, unique(ids), at: date)
        case .undoDismiss:
            guard let place = acts.lastIndex(where: { $0.allSatisfy { $0.change == .dismissed(false) } }) else {
                return StatusReceipt()
            }
            return takeBack(acts.remove(at: place), at: date)
        case .undo:
            while let act = acts.popLast() {
                let receipt = takeBack(act, at: date)
                if receipt.undone != nil { return receipt }
            }
            return StatusReceipt()
        }
    }

    private mutating func takeBack(_ act: [(id: Post.ID, change: StatusChange)], at date: Date) -> StatusReceipt {
        var all = StatusReceipt()
        for (id, change) in act {
            guard (statuses[id] ?? PostStatus(id: id)).marks.inverse(of: change) != nil else { continue }
            let receipt = set(change, [id], at: date)
            all.statuses += receipt.statuses
            all.unknown += receipt.unknown
            all.undone = act[0].change
        }
        return all
    }

    private mutating func dismiss(_ ids: [Post.ID], at date: Date) -> StatusReceipt {
        let fresh = ids.filter { posts[$0] != nil && statuses[$0]?.isDismissed != true }
        if !fresh.isEmpty { acts = (acts + [fresh.map { (id: $0, change: .dismissed(false)) }]).suffix(20) }
        var receipt = set(.dismissed(true), ids.filter { posts[$0] != nil }, at: date)
        receipt.unknown = ids.filter { posts[$0] == nil }
        return receipt
    }

    private mutating func set(_ change: StatusChange, _ ids: [Post.ID], at date: Date) -> StatusReceipt {
        var receipt = StatusReceipt()
        for id in ids {
            var status = statuses[id] ?? PostStatus(id: id)
            if status.apply(change, at: date) { statuses[id] = status }
            if posts[id] == nil {
                receipt.unknown.append(id)
                receipt.pending.append(status)
            } else {
                receipt.statuses.append(status)
            }
        }
        return receipt
    }

    mutating func evict(_ ids: [Post.ID]) -> EvictionReceipt {
        var receipt = EvictionReceipt()
        for id in unique(ids) {
            if posts[id] == nil {
                receipt.unknown.append(id)
            } else if statuses[id]?.isSaved == true || statuses[id]?.isFavourite == true {
                receipt.kept.append(.init(id, reason: statuses[id]?.isSaved == true ? .saved : .favourite))
            } else {
                receipt.evicted.append(id)
                posts[id] = nil
            }
        }
        for key in feeds.keys { feeds[key]?.evict(Set(receipt.evicted)) }
        return receipt
    }

    mutating func forgetMarks(before date: Date) -> Int {
        let old = statuses.values.filter { status in
            let isKept = status.isSaved || status.isFavourite || status.isHidden || status.vote != nil
            return posts[status.id] == nil && !isKept && status.changed.map { $0 < date } ?? true
        }
        for status in old { statuses[status.id] = nil }
        forgetVoidDismissals()
        return old.count
    }

    private func unique(_ ids: [Post.ID]) -> [Post.ID] {
        ids.enumerated().filter { !ids[..<$0.offset].contains($0.element) }.map(\.element)
    }
}
