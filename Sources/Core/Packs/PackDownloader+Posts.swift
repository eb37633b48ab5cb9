import Foundation

/// The listing of the pack's posts: the first of its feed.
extension PackDownloader {
    /// Lists the posts: those of an earlier run where it continues one, else page by page.
    func list() async throws {
        begin(.posts, 0, of: request.posts)
        if request.isAutomatic, saveLimit == 0 {
            // No automatic posts are kept: those that are stored leave the packs, and nothing is fetched.
            try await makeRoom()
            pack.posts = []
            pack.isListed = true
            return
        }
        if pack.isListed {
            try await addListed(pack.posts)
            return
        }
        let limit = min(100, request.posts)
        // A person who asks has what is new; what was just listed for anybody else is not fetched twice.
        let isListing = continuesPrevious && !pack.posts.isEmpty
        let head: FeedRequest = request.isAutomatic || isListing ? .load(.storedThenNetwork) : .refresh
        let (outcome, update) = try await fetch(head, limit: limit)
        if let error = outcome.error, let previous, previous.stop == nil, covers(previous) {
            // The feed cannot be fetched: a pack that was complete is shown as it is.
            listFailure = error
            pack = previous
            pack.request = request
            try await addListed(previous.posts)
            return
        }
        try await takePages(from: update, outcome, limit: limit)
        pack.isListed = true
        try await removeLeftovers()
        try await services.packs.store(stored)
    }

    /// Takes the posts of the feed page by page, until the pack is full or the feed ends.
    private func takePages(from update: FeedUpdate, _ outcome: FeedOutcome, limit: Int) async throws {
        var (outcome, update) = (outcome, update)
        while true {
            let known = try await take(update)
            if let error = outcome.error { throw PackInterruption(error) }
            guard !isFilled else { return }
            let next: FeedRequest
            if let gap = update.gaps.first {
                next = .page(after: gap.cursor)
            } else if update.isEnd {
                return
            } else {
                next = .loadMore
            }
            try checkLimits()
            let before = (known, update.gaps.first?.cursor, update.storedCount)
            (outcome, update) = try await fetch(next, limit: limit)
            guard outcome.error == nil else { continue }
            // A page that brings nothing, and leads nowhere else, is the end.
            let after = (prefix(of: update).count, update.gaps.first?.cursor, update.storedCount)
            if outcome.page == nil || before == after {
                _ = try await take(update)
                return
            }
        }
    }

    /// Performs a request on the pack's feed, and reads what is stored of the feed afterwards.
    private func fetch(_ next: FeedRequest, limit: Int) async throws -> (FeedOutcome, FeedUpdate) {
        let outcome = try await services.posts.perform(next, on: request.feed, limit: limit)
        guard let update = await services.posts.stored(request.feed) else { throw CancellationError() }
        return (outcome, update)
    }

    /// Whether a complete pack has all that is requested now.
    private func covers(_ previous: StoredPack) -> Bool {
        previous.request.posts >= request.posts
    }

    /// Whether the pack has all the posts that it may have.
    private var isFilled: Bool {
        members.count >= request.posts || (request.isAutomatic && unsavedCount >= saveLimit)
    }

    /// The number of posts that all automatic packs keep together, saved ones not counted.
    var saveLimit: Int { services.settings.settings.value.localSaveLimit }

    /// Adds the posts that an earlier run listed, as far as they are still stored.
    private func addListed(_ ids: [Post.ID]) async throws {
        let removed = run.removed
        try await add(try await services.posts.items(ids.filter { !removed.contains($0) }), isKnown: true)
    }

    /// The posts of the feed up to its first gap.
    private func prefix(of update: FeedUpdate) -> ArraySlice<FeedItem> {
        guard let gap = update.gaps.first, let last = update.items.firstIndex(where: { $0.id == gap.after }) else {
            return update.items[...]
        }
        return update.items[...last]
    }

    /// Adds the posts of the feed that are known now.
    ///
    /// - Returns: The number of posts up to the feed's first gap.
    private func take(_ update: FeedUpdate) async throws -> Int {
        let known = prefix(of: update)
        let isMember = Set(members.map(\.id))
        try await add(known.filter { !isMember.contains($0.id) })
        return known.count
    }

    /// Adds posts to the pack up to its limits of posts and bytes, and commits them as packed.
    ///
    /// A post's stored text, thread and files count with it. So when the posts differ from those of the earlier run,
    /// the last ones may not fit; when they are the same, all are added again, whatever their bytes.
    ///
    /// - Parameters:
    ///   - items: The posts.
    ///   - isKnown: Whether they were in the pack before, so that its byte limit does not apply.
    /// - Throws: ``PackInterruption`` when the byte limit is reached; what the stores throw.
    private func add(_ items: [FeedItem], isKnown: Bool = false) async throws {
        let (first, removed) = (members.count, run.removed)
        let items = items.filter { !removed.contains($0.id) }.prefix(max(0, request.posts - first))
        if !isKnown, isAsBefore {
            let before = Set(previous?.posts ?? [])
            isAsBefore = items.allSatisfy { before.contains($0.id) }
        }
        for (item, content) in zip(items, try await storedContent(of: items.map(\.post))) {
            let files = content.files.filter { !counted.contains($0.link) }
            var sizes = [content.text] + files.map(\.bytes)
            if let thread = content.thread { sizes.append(thread.bytes) }
            guard !isFilled, isKnown || isAsBefore || budget.allows(together: sizes) else { break }
            for size in sizes { budget.count(size) }
            counted.formUnion(files.map(\.link))
            report.media += files.count
            if let thread = content.thread {
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
            try await makeRoom()
            try await services.packs.add(entries)
            // Posts that the person removed meanwhile stay removed.
            let gone = run.removed
            let back = added.map(\.id).filter(gone.contains)
            if !back.isEmpty { _ = try await services.packs.remove(back) }
            pack.posts = members.map(\.id)
            try await services.packs.store(stored)
        }
        begin(.posts, members.count, of: request.posts)
        if members.count - first < items.count, !isFilled { throw PackInterruption(.bytes) }
    }
}

/// The removal of posts that a pack no longer has.
extension PackDownloader {
    /// Removes the oldest posts from the automatic packs until the posts of this one fit.
    func makeRoom() async throws {
        guard request.isAutomatic else { return }
        let isMember = Set(members.map(\.id))
        let others = try await services.packs.packedPosts().filter { $0.isAutomatic && !isMember.contains($0.id) }
        _ = try await services.removeFromPacks(try await services.surplus(of: others, beyond: saveLimit - unsavedCount))
    }

    /// Forgets what belongs to posts that left the pack, once its list is complete.
    func removeLeftovers() async throws {
        var links: Set<ResourceLink> = []
        for post in members {
            let plan = PostMediaFiles(post)
            links.formUnion(plan.full)
            links.formUnion([plan.thumbnail].compactMap { $0 } + [Self.threadLink(of: post.id)])
        }
        // Else it would grow every day, and count items of posts that left the pack.
        pack.missing.removeAll { !links.contains($0) }
        report.missing = pack.missing.count
        try await removePostsWithoutContent()
    }

    /// Removes posts of which an interrupted run fetched only the text although more was requested.
    ///
    /// The list no longer has them, so the rest would never be fetched. Their texts stay stored; a post that is
    /// complete, or has at least its thread or a file, stays packed.
    private func removePostsWithoutContent() async throws {
        // Where files wait for the download policy, the text alone is what the person asked for.
        guard let previous, previous.stop != nil, previous.stop != .policy else { return }
        let isMember = Set(members.map(\.id))
        let left = previous.posts.filter { !isMember.contains($0) }
        guard !left.isEmpty else { return }
        let isOurs = Set(
            try await services.packs.packedPosts().filter {
                $0.feed == request.feed.key && $0.isAutomatic == request.isAutomatic
            }.map(\.id))
        let posts = try await services.posts.items(left.filter(isOurs.contains)).map(\.post)
        let threads = try await services.offlineComments.storedCounts(of: posts.map(\.id))
        let files = try await services.media.files(of: posts.map(\.id))
        let bare = posts.filter { post in
            let plan = PostMediaFiles(post)
            let isMore =
                plan.thumbnail != nil || previous.request.includesComments && post.commentCount != 0
                || previous.request.includesMedia && !plan.full.isEmpty
            return isMore && threads[post.id] == nil && files[post.id] == nil
        }
        _ = try await services.removeFromPacks(bare.map(\.id))
    }
}

/// The parts of a post that are stored on this device, in bytes.
struct StoredPostContent: Sendable {
    /// A file that the post holds.
    struct File: Sendable {
        let link: ResourceLink
        let bytes: Int
    }

    /// The bytes of the post itself.
    let text: Int
    /// Its stored thread; `nil` where there is none, or the pack has no threads.
    var thread: PackItemResult?
    /// Its stored files of the roles that the pack has, each once.
    var files: [File] = []
}

/// The measuring of stored content.
extension PackDownloader {
    /// Measures the stored content of posts.
    func storedContent(of posts: [Post]) async throws -> [StoredPostContent] {
        let sizes = try await services.sizes.bytes(of: posts)
        let ids = posts.map(\.id)
        var counts: [Post.ID: Int] = [:]
        if request.includesComments { counts = try await services.offlineComments.storedCounts(of: ids) }
        let kept = try await services.media.files(of: ids)
        var result: [StoredPostContent] = []
        for (post, size) in zip(posts, sizes) {
            var content = StoredPostContent(text: size)
            if counts[post.id] != nil { content.thread = try await storedThread(of: post.id) }
            if let files = kept[post.id] { content.files = wanted(files, of: post) }
            result.append(content)
        }
        return result
    }

    private func storedThread(of post: Post.ID) async throws -> PackItemResult? {
        guard let stored = try await services.offlineComments.storedThread(of: post) else { return nil }
        return PackItemResult(
            bytes: try await services.sizes.bytes(of: stored.thread.comments), count: stored.thread.comments.count,
            thread: IncompleteThread(stored.thread))
    }

    /// Returns those of a post's kept files that the pack wants.
    private func wanted(_ files: [MediaFile], of post: Post) -> [StoredPostContent.File] {
        guard !fileRoles.isEmpty else { return [] }
        let links = Set(PostMediaFiles(post).items(fileRoles).map(\.link))
        return files.filter { links.contains($0.link) }.map {
            StoredPostContent.File(link: $0.link, bytes: $0.bytes)
        }
    }
}
