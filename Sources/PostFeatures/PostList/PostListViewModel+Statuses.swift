public import Core
import Foundation

extension PostListViewModel {
    /// Opens a post: marks it as read.
    ///
    /// - Parameter id: Which post.
    public func select(_ id: Post.ID) async {
        guard item(id)?.status.isRead != true else { return }
        await set(.read(true), for: [id])
    }

    /// Puts a post away; ``undo()`` takes it back.
    ///
    /// - Parameter id: Which post.
    public func dismiss(_ id: Post.ID) async {
        await dismiss(.dismiss([id]))
    }

    /// Puts away everything that is stored in the feed; ``undo()`` takes it back.
    public func dismissAll() async {
        await dismiss(.dismissAll(feed))
    }

    /// Takes the last dismissal back, also one that was made elsewhere or in an earlier run of the app.
    public func undo() async {
        guard let receipt = await commit(.undoDismiss) else { return }
        guard !receipt.statuses.isEmpty else { return patch(receipt) }
        // What came back and what can be undone from here on are shown together, as they are read.
        await reread(orPatch: receipt)
    }

    /// Keeps a post for later, or no longer.
    ///
    /// - Parameters:
    ///   - isSaved: Whether to keep it.
    ///   - id: Which post.
    public func setSaved(_ isSaved: Bool, for id: Post.ID) async {
        await set(.saved(isSaved), for: [id])
    }

    /// Keeps a post for later when it is not kept, else no longer.
    ///
    /// - Parameter id: Which post; nothing happens when the list does not show it.
    public func toggleSaved(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        await setSaved(!item.status.isSaved, for: id)
    }

    /// Saves a post, as a double-tap does: it never un-saves, and ``State/saveEvent`` is a new one also when the post was
    /// saved before.
    ///
    /// The event comes when the post is saved; a failure has none.
    ///
    /// - Parameter id: Which post; nothing happens when the list does not show it.
    public func doubleTap(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        if !item.status.isSaved {
            guard let receipt = await apply(.set(.saved(true), [id])), receipt.unknown.isEmpty else { return }
        }
        saveCount += 1
        let event = SaveEvent(number: saveCount, id: id)
        state.update { $0.saveEvent = event }
    }

    /// Marks the posts above a post as read, in one commit; that post itself stays as it is.
    ///
    /// Only what is shown is marked, not what is left out or held back.
    ///
    /// - Parameter id: Which post; nothing happens when the list does not show it.
    public func markAboveAsRead(_ id: Post.ID) async {
        let items = state.value.items
        guard let place = items.firstIndex(where: { $0.id == id }) else { return }
        await markAsRead(items[..<place])
    }

    /// Marks the posts below a post as read, in one commit; that post itself stays as it is.
    ///
    /// Only what is shown is marked, not what is left out.
    ///
    /// - Parameter id: Which post; nothing happens when the list does not show it.
    public func markBelowAsRead(_ id: Post.ID) async {
        let items = state.value.items
        guard let place = items.firstIndex(where: { $0.id == id }) else { return }
        await markAsRead(items[(place + 1)...])
    }

    private func markAsRead(_ items: ArraySlice<FeedItem>) async {
        await set(.read(true), for: items.filter { !$0.status.isRead }.map(\.id))
    }

    /// Keeps a post with its media, or no longer.
    ///
    /// - Parameters:
    ///   - isFavourite: Whether to keep it.
    ///   - id: Which post.
    public func setFavourite(_ isFavourite: Bool, for id: Post.ID) async {
        await set(.favourite(isFavourite), for: [id])
    }

    /// Keeps a post with its media when it is not kept, else no longer.
    ///
    /// - Parameter id: Which post; nothing happens when the list does not show it.
    public func toggleFavourite(_ id: Post.ID) async {
        guard let item = item(id) else { return }
        await setFavourite(!item.status.isFavourite, for: id)
    }

    /// Never shows a post in a feed again.
    ///
    /// - Parameter id: Which post.
    public func hide(_ id: Post.ID) async {
        await set(.hidden(true), for: [id])
    }

    /// Makes one change to some posts.
    ///
    /// - Parameters:
    ///   - change: What to set.
    ///   - ids: Which posts.
    public func set(_ change: StatusChange, for ids: [Post.ID]) async {
        guard !ids.isEmpty, let receipt = await commit(.set(change, ids)) else { return }
        // What comes back into the list has to be read: a receipt knows neither the post nor its place.
        if change == .hidden(false) || change == .dismissed(false) {
            let listed = listedIDs
            if receipt.statuses.contains(where: { !listed.contains($0.id) }) { return await reread(orPatch: receipt) }
        }
        patch(receipt)
    }

    private func dismiss(_ mutation: StatusMutation) async {
        _ = await apply(mutation)
    }

    // MARK: Receipts

    /// Makes a change and shows it; after a failure the items are as they were.
    private func apply(_ mutation: StatusMutation) async -> StatusReceipt? {
        guard let receipt = await commit(mutation) else { return nil }
        patch(receipt)
        return receipt
    }

    /// Makes a change, which is not shown yet; `nil` after a failure, which has changed nothing.
    private func commit(_ mutation: StatusMutation) async -> StatusReceipt? {
        do {
            let receipt = try await provider.apply(mutation)
            state.update { $0.banner.clear(.action) }
            return receipt
        } catch {
            report(error)
            return nil
        }
    }

    /// Shows what a change has come to as it is read; where it cannot be read, as far as the receipt knows it.
    private func reread(orPatch receipt: StatusReceipt) async {
        do {
            try await reread()
        } catch {
            patch(receipt)
            report(error)
        }
    }

    private func report(_ error: any Error) {
        if error is CancellationError || Task.isCancelled { return }
        state.update { $0.banner = Banner(DataError(error), cause: .action) }
    }

    private func patch(_ receipt: StatusReceipt) {
        // A receipt that does not know its version is held to be newer than what is shown, and older than what comes.
        let version = receipt.version == 0 ? shownVersion + 1 : receipt.version
        // What is shown has the statuses already, or something that was done later.
        guard version > shownVersion else { return }
        for status in receipt.statuses where version >= pending[status.id]?.version ?? 0 {
            pending[status.id] = (status, version)
        }
        if version >= newerUndo?.version ?? 0 { newerUndo = (receipt.canUndo, version) }
        // In one publication: no draw has the rows of a change and not what can be undone after it.
        arrange { $0.canUndo = receipt.canUndo }
    }

    /// The posts that are listed, also those that the settings leave out and those that are held back.
    private var listedIDs: Set<Post.ID> { Set(merged(stored).lazy.map(\.id)) }

    /// The items with the statuses that were committed here and are newer than them.
    func merged(_ items: [FeedItem]) -> [FeedItem] {
        guard !pending.isEmpty else { return items }
        return items.compactMap { item in
            guard let newer = pending[item.id] else { return item }
            return patched(item, with: newer.status)
        }
    }

    /// The item with another status; `nil` when the list does not show it then.
    private func patched(_ item: FeedItem, with status: PostStatus) -> FeedItem? {
        let patched = FeedItem(post: item.post, status: status)
        return patched.belongs(in: feed) ? patched : nil
    }

    func item(_ id: Post.ID) -> FeedItem? {
        state.value.items.first { $0.id == id }
    }
}

extension FeedItem {
    /// Whether a feed that has the post lists it with this status.
    func belongs(in feed: Feed) -> Bool {
        switch feed.source {
        case .saved: isListed && status.isSaved
        case .favourites: isListed && status.isFavourite
        default: isListed
        }
    }
}
