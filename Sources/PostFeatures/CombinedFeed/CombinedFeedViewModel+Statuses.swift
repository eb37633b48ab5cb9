public import Core

/// What a person does with posts: by id, at the provider of the post's site.
extension CombinedFeedViewModel {
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
        let isShown = item(id) != nil
        guard let receipt = await apply(.dismiss([id]), on: id.site) else { return }
        // What was not shown may have been put away before. Which site's turn it is matters only where each has a store.
        if isShown, receipt.statuses.contains(where: \.isDismissed) { undoSites.append(id.site) }
    }

    /// Takes the last dismissal back, also one that was made elsewhere or in an earlier run of the app.
    ///
    /// Where each site has a store of its own it is the last one that was made here, else that of the first source which
    /// has one.
    public func undo() async {
        let known = sitesWithUndo
        let here = undoSites.last(where: known.contains) ?? known.first ?? undoSites.last
        guard let site = here ?? feed.sources.first?.site else { return }
        isUndoing = true
        defer { isUndoing = false }
        guard let receipt = await commit(.undoDismiss, on: site) else {
            // What came meanwhile was held back.
            show()
            return
        }
        if let last = undoSites.lastIndex(of: site) { undoSites.remove(at: last) }
        if receipt.statuses.isEmpty {
            remember(receipt, of: site)
            show()
        } else {
            // What came back and what can be undone from here on are shown together, as they are read.
            await reread(orShow: receipt, of: site)
        }
    }

    /// The sites whose store has a dismissal to undo, in the order of the sources.
    var sitesWithUndo: [Site] {
        var sites: [Site] = []
        for site in feed.sources.map(\.site) where !sites.contains(site) {
            let newest = zip(feed.sources, lanes).filter { $0.0.site == site }.compactMap { $0.1.update }
                .max { $0.version < $1.version }
            let newer = newerUndo[site].flatMap { $0.version > newest?.version ?? 0 ? $0.canUndo : nil }
            if newer ?? newest?.canUndo ?? false { sites.append(site) }
        }
        return sites
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

    /// Makes one change to some posts: one commit for each site that they are of.
    ///
    /// - Parameters:
    ///   - change: What to set.
    ///   - ids: Which posts.
    public func set(_ change: StatusChange, for ids: [Post.ID]) async {
        var sites: [Site] = []
        for id in ids where !sites.contains(id.site) { sites.append(id.site) }
        for site in sites {
            guard let receipt = await commit(.set(change, ids.filter { $0.site == site }), on: site) else { continue }
            let brings = change == .hidden(false) || change == .dismissed(false)
            // What comes back into the list has to be read: a receipt does not know the post.
            if brings, receipt.statuses.contains(where: { item($0.id) == nil }) {
                await reread(orShow: receipt, of: site)
            } else {
                remember(receipt, of: site)
                show()
            }
        }
    }

    // MARK: Receipts

    private func apply(_ mutation: StatusMutation, on site: Site) async -> StatusReceipt? {
        guard let receipt = await commit(mutation, on: site) else { return nil }
        remember(receipt, of: site)
        show()
        return receipt
    }

    /// Makes a change, which is not shown yet; `nil` after a failure, which has changed nothing.
    private func commit(_ mutation: StatusMutation, on site: Site) async -> StatusReceipt? {
        do {
            let receipt = try await provider.provider(of: site).apply(mutation)
            state.update { $0.banner.clear(.action) }
            return receipt
        } catch {
            if error is CancellationError || Task.isCancelled { return nil }
            state.update { $0.banner = Banner(DataError(error), cause: .action) }
            return nil
        }
    }

    /// Reads every source again as it is stored, and shows what a change has come to; where one cannot be read, as far as
    /// the receipt knows it.
    private func reread(orShow receipt: StatusReceipt, of site: Site) async {
        let requests = Dictionary(uniqueKeysWithValues: lanes.indices.map { ($0, FeedRequest.load(.storedOnly)) })
        do {
            let answers = try await provider.perform(requests, on: feed, limit: pageSize)
            var failure: DataError?
            for (index, answer) in answers.sorted(by: { $0.key < $1.key }) {
                switch answer {
                case .success(let update): _ = lanes[index].show(update)
                case .failure(let error): failure = failure ?? error
                }
            }
            if failure != nil { remember(receipt, of: site) }
            prune()
            // What the person has just called back is shown, and not offered as something new.
            let arrivals = merge.arrivals(over: sources())
            if receipt.statuses.contains(where: { arrivals.contains($0.id) }) { merge = remerged(isAwaiting: true) }
            show()
            if let failure { state.update { $0.banner = Banner(failure, cause: .action) } }
        } catch {
            // Nothing but cancellation is thrown, and who cancelled wants to hear no more; the change was made.
            remember(receipt, of: site)
            show()
        }
    }

    private func remember(_ receipt: StatusReceipt, of site: Site) {
        // A receipt that does not know its version is held to be newer than what is shown, and older than what comes.
        let version = receipt.version == 0 ? shownVersion(of: site) + 1 : receipt.version
        for status in receipt.statuses where version >= pending[status.id]?.version ?? 0 {
            pending[status.id] = (status, version)
        }
        if version >= newerUndo[site]?.version ?? 0 { newerUndo[site] = (receipt.canUndo, version) }
        prune()
    }

    /// Forgets the statuses that every source of their site has seen.
    func prune() {
        pending = pending.filter { id, newer in
            zip(feed.sources, lanes).contains { feed, lane in
                feed.site == id.site && lane.update.map { $0.version < newer.version } ?? false
            }
        }
    }

    private func shownVersion(of site: Site) -> UInt64 {
        zip(feed.sources, lanes).filter { $0.0.site == site }.compactMap { $0.1.update?.version }.max() ?? 0
    }

    /// The item with its newest status; `nil` when no source lists it then.
    func patched(_ item: CombinedFeedItem) -> CombinedFeedItem? {
        guard let newer = pending[item.id] else { return item }
        // Whoever has seen the commit has the status, or one that is newer still.
        let seen = item.sources.filter { (lanes[$0].update?.version ?? 0) >= newer.version }
        var patched = item
        if let index = seen.first, let shown = lanes[index].update?.items.first(where: { $0.id == item.id }) {
            patched.item = shown
            return patched
        }
        patched.item = FeedItem(post: item.item.post, status: newer.status)
        guard patched.item.isListed else { return nil }
        patched.sources = item.sources.filter { patched.item.belongs(in: feed.sources[$0]) }
        guard let first = patched.sources.first else { return nil }
        if !patched.sources.contains(patched.source) { patched.source = first }
        return patched
    }

    func item(_ id: Post.ID) -> FeedItem? {
        state.value.items.first { $0.id == id }?.item
    }
}
