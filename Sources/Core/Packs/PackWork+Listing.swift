import Foundation

/// Which posts the pack is about: the first of its feed.
extension PackWork {
    /// Finds the posts: those of the run before, else page by page.
    func list() async throws {
        begin(.posts, 0, of: request.posts)
        if request.isAutomatic, saveLimit == 0 {
            // None are kept: those that are leave, and nobody is asked.
            try await makePlace()
            pack.posts = []
            pack.isListed = true
            return
        }
        if pack.isListed {
            try await adopt(pack.posts)
            return
        }
        let feed = request.feed
        let limit = min(100, request.posts)
        // A person who asks has what is new; what was just listed for anybody else is not fetched twice.
        let isListing = goesOn && !pack.posts.isEmpty
        let head: FeedRequest = request.isAutomatic || isListing ? .load(.storedThenNetwork) : .refresh
        var update = try await services.posts.perform(head, on: feed, limit: limit)
        if let error = update.error, let previous, previous.stop == nil, covers(previous) {
            // Nothing is asked for; what was whole is shown, and whether it still is.
            listFailure = error
            pack = previous
            pack.request = request
            try await adopt(previous.posts)
            return
        }
        while true {
            let known = try await take(update)
            if let error = update.error { throw PackHalt(error) }
            guard !isFilled else { break }
            let next: FeedRequest
            if let gap = update.gaps.first {
                next = .page(after: gap.cursor)
            } else if update.isEnd {
                break
            } else {
                next = .loadMore
            }
            try checkTime()
            let before = (known, update.gaps.first?.cursor, update.storedCount)
            update = try await services.posts.perform(next, on: feed, limit: limit)
            guard update.error == nil else { continue }
            // A page that brings nothing, and leads nowhere else, is the end.
            let after = (prefix(of: update).count, update.gaps.first?.cursor, update.storedCount)
            if update.page == nil || before == after {
                _ = try await take(update)
                break
            }
        }
        pack.isListed = true
        try await tidyUp()
        try await services.packs.store(stored)
    }

    /// Whether a pack that was whole has what is asked for now.
    private func covers(_ previous: StoredPack) -> Bool {
        previous.request.posts >= request.posts
    }

    /// Whether there are as many posts as there may be.
    private var isFilled: Bool {
        members.count >= request.posts || (request.isAutomatic && unsavedCount >= saveLimit)
    }

    /// How many posts all automatic packs keep together, the saved ones aside.
    var saveLimit: Int { services.settings.settings.value.localSaveLimit }

    /// Takes posts that were found by an earlier run, as far as they are still stored.
    private func adopt(_ ids: [Post.ID]) async throws {
        let removed = run.removed
        try await add(try await services.posts.items(ids.filter { !removed.contains($0) }), isKnown: true)
    }

    /// The posts of the feed up to the first place where some are missing.
    private func prefix(of update: FeedUpdate) -> ArraySlice<FeedItem> {
        guard let gap = update.gaps.first, let last = update.items.firstIndex(where: { $0.id == gap.after }) else {
            return update.items[...]
        }
        return update.items[...last]
    }

    /// Takes the posts of the feed that are known now.
    ///
    /// - Returns: How many are known.
    private func take(_ update: FeedUpdate) async throws -> Int {
        let known = prefix(of: update)
        let isMember = Set(members.map(\.id))
        try await add(known.filter { !isMember.contains($0.id) })
        return known.count
    }

    /// Puts posts into the pack, as many as there may be and as its bytes allow, and commits that they are packed.
    ///
    /// What is on this device of a post already is counted with it. So where the posts are others than before, those at
    /// the end of the list may have to stay out; where they are the same, all come in again, whatever their bytes.
    ///
    /// - Parameters:
    ///   - items: The posts.
    ///   - isKnown: Whether they were in the pack before, and so are whatever its bytes.
    /// - Throws: ``PackHalt`` when its bytes are used up; what the stores throw.
    private func add(_ items: [FeedItem], isKnown: Bool = false) async throws {
        let (first, removed) = (members.count, run.removed)
        let items = items.filter { !removed.contains($0.id) }.prefix(max(0, request.posts - first))
        if !isKnown, isAsBefore {
            let before = Set(previous?.posts ?? [])
            isAsBefore = items.allSatisfy { before.contains($0.id) }
        }
        for (item, stock) in zip(items, try await weighed(items.map(\.post))) {
            let files = stock.files.filter { !counted.contains($0.link) }
            var sizes = [stock.text] + files.map(\.bytes)
            if let thread = stock.thread { sizes.append(thread.bytes) }
            guard !isFilled, isKnown || isAsBefore || ledger.allows(together: sizes) else { break }
            for size in sizes { ledger.count(size) }
            counted.formUnion(files.map(\.link))
            report.media += files.count
            if let thread = stock.thread {
                threads.insert(item.id)
                partial[item.id] = thread.thread
                report.comments += thread.count
            }
            members.append(item.post)
            if !item.status.isSaved { unsavedCount += 1 }
        }
        report.posts = members.count
        let added = members[first...]
        if !added.isEmpty, listFailure == nil {
            let entries = added.enumerated().map { offset, post in
                PackedPost(
                    id: post.id, feed: request.feed.key, date: pack.date, position: first + offset,
                    isAutomatic: request.isAutomatic)
            }
            try await makePlace()
            try await services.packs.add(entries)
            // Taken out meanwhile: that is not to be undone.
            let gone = run.removed
            let back = added.map(\.id).filter(gone.contains)
            if !back.isEmpty { _ = try await services.packs.remove(back) }
            pack.posts = members.map(\.id)
            try await services.packs.store(stored)
        }
        begin(.posts, members.count, of: request.posts)
        if members.count - first < items.count, !isFilled { throw PackHalt(.bytes) }
    }
}
