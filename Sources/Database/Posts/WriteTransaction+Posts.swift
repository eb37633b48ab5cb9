import Core
import Foundation

extension WriteTransaction {
    mutating func commit(
        _ page: Page, to feed: Feed, at placement: PagePlacement, date: Date
    ) throws -> PageReceipt {
        guard !feed.source.isLocal else {
            throw DataError(.invalidInput, message: "'\(feed.source)' is made of statuses; no page belongs to it.")
        }
        guard !page.isUnchanged else {
            throw DataError(.invalidInput, message: "An unchanged page holds nothing to store.")
        }
        // The last guard: a record whose id cannot be read back closes every reading of what it is in.
        let page = page.storable(on: feed.site)
        var seen: Set<Post.ID> = []
        let posts = page.posts.filter { seen.insert($0.id).inserted }
        let ids = posts.map(\.id)
        let before = try snapshot.order(of: feed)
        if placement == .head, ids.isEmpty, !before.elements.isEmpty {
            // No answer to go by: nothing is changed, the date of the last refresh included.
            return PageReceipt(ids: [], insertedCount: 0, next: page.next)
        }
        let pinned = try pinned(among: posts)
        var order = before
        var repeated: [Post.ID] = []
        switch placement {
        case .head:
            order.placeHead(ids, next: page.next, pinned: pinned)
        case .after(let cursor):
            guard let inFront = order.place(ids, next: page.next, after: cursor, pinned: pinned) else {
                throw DataError(.superseded)
            }
            repeated = inFront
        }
        try store(posts, completeness: page.completeness)
        try store(page.related.filter { !seen.contains($0.id) }, completeness: page.completeness, at: date)
        try keep(page.extras, of: posts, completeness: page.completeness)
        try commitThreads(of: page, date: date)
        try noteArrival(of: ids, at: date)
        try confirm(page.confirmation, at: date)
        try noteRead(ofPosts: ids, at: page.begin.moment)
        try write(order, over: before, feed: feed.key)
        var record = try record(feed.key, in: PostSchemas.feeds) ?? FeedRecord(feed: feed)
        record.take(order)
        if placement == .head {
            record.refreshed = date
            record.revision = order.first == nil ? nil : page.revision
        }
        try upsert(record, in: PostSchemas.feeds)
        // The other way round thousands would have to be put into a set.
        let knownCount = before.elements.count { $0.post.map(seen.contains) ?? false }
        return PageReceipt(
            ids: ids, insertedCount: ids.count - knownCount, next: page.next, repeatedIDs: repeated)
    }

    /// Writes the threads that came with a page's posts.
    private mutating func commitThreads(of page: Page, date: Date) throws {
        guard !page.threads.isEmpty else { return }
        for post in Set(page.posts.map(\.id)).sorted() {
            guard var thread = page.threads[post] else { continue }
            thread.begin = page.begin
            thread.confirmation = nil
            _ = try commit(thread, of: post, sort: page.threadSort, for: .nobody, date: date)
        }
    }

    /// Those of a page's posts that are pinned to the top, or were when they were stored.
    private func pinned(among posts: [Post]) throws -> Set<Post.ID> {
        let pinned = try posts.filter { post in
            try post.isStickied == true || record(post.id, in: PostSchemas.posts)?.isStickied == true
        }
        return Set(pinned.map(\.id))
    }

    /// Writes what posts say that is new, and when they came where that is said; of several with one id the first
    /// counts.
    mutating func store(_ posts: [Post], completeness: Completeness, at date: Date? = nil) throws {
        var seen: Set<Post.ID> = []
        var rescored: [StatusTarget] = []
        for post in posts where seen.insert(post.id).inserted {
            // A post that says nothing new is not written again.
            let stored = try record(post.id, in: PostSchemas.posts)
            var merged = post
            if let stored {
                // Looked up for the few that are taken down.
                if post.isTakenDown, try isKept(post.id) { merged = post.restored(from: stored) }
                merged = merged.filled(from: stored, completeness: completeness)
            }
            guard merged != stored else { continue }
            try upsert(merged, in: PostSchemas.posts)
            if let stored, stored.score != merged.score { rescored.append(.post(post.id)) }
            if let date { try noteArrival(of: [post.id], at: date) }
        }
        try forgetScoreVotes(of: rescored)
    }

    /// Whether a person keeps a post: saved, a favourite or packed.
    private func isKept(_ id: Post.ID) throws -> Bool {
        try isPacked(id) || snapshot.keepingMark(of: id) != nil
    }

    /// Writes what is different between two orders, and nothing else.
    mutating func write(_ order: FeedOrder, over before: FeedOrder, feed: String) throws {
        // Most of both is the same in front or behind, and is not looked at any further.
        var (placed, replaced) = (order.elements[...], before.elements[...])
        while let element = placed.first, element == replaced.first {
            placed = placed.dropFirst()
            replaced = replaced.dropFirst()
        }
        while let element = placed.last, element == replaced.last {
            placed = placed.dropLast()
            replaced = replaced.dropLast()
        }
        let old = Set(replaced)
        let new = Set(placed)
        let written = placed.filter { !old.contains($0) }.map { FeedEntry(feed: feed, element: $0) }
        let kept = Set(written.map(\.id))
        for element in replaced where !new.contains(element) {
            let entry = FeedEntry(feed: feed, element: element)
            // A post that moved keeps its id, and is overwritten below.
            if !kept.contains(entry.id) { try delete(entry.id, from: PostSchemas.entries) }
        }
        for entry in written { try upsert(entry, in: PostSchemas.entries) }
    }
}
