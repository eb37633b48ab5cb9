import Core
import Foundation

/// From what is stored to what is shown.
extension PostListViewModel {
    /// Reads the feed again as it is stored, for changes that receipts do not carry whole.
    func reread() async throws {
        show(try await provider.perform(.load(.storedOnly), on: feed, limit: pageSize))
    }

    func follow() {
        guard follower == nil else { return }
        availabilityReader.resume()
        tokens = [
            connectivity.connectivity.observe { [weak self] connectivity in
                self?.state.update { $0.offlineSince = connectivity.offlineSince }
            },
            settingsProvider.settings.observe { [weak self] in self?.settingsChanged(to: $0) },
        ]
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let updates = provider.updates(of: feed)
        follower = Task { [weak self] in
            for await update in updates {
                guard let self, !Task.isCancelled else { return }
                self.receive(update)
            }
        }
    }

    private func receive(_ update: FeedUpdate) {
        guard show(update) else { return }
        if update.page != nil {
            state.update { state in
                state.issues = update.issues
                state.origin = update.origin
                state.page = update.page
            }
        }
        switch state.value.phase {
        case .idle, .end: settle()
        case .failed where update.storedCount > 0:
            state.update { $0.banner?.isDismissible = true }
            settle()
        default: break
        }
    }

    /// Takes over what an update says of the feed, unless something newer was shown already.
    ///
    /// - Parameters:
    ///   - update: The update.
    ///   - keepingRead: Whether posts stay that were read while they were shown, although read posts are left out.
    /// - Returns: Whether it was taken over.
    @discardableResult
    func show(_ update: FeedUpdate, keepingRead: Bool = true) -> Bool {
        guard update.version >= shownVersion else { return false }
        shownVersion = update.version
        // By version and not by date: a clock can be set back.
        pending = pending.filter { $0.value.version > update.version }
        if let newer = newerUndo, newer.version <= update.version { newerUndo = nil }
        // Read together with the items, and published with them.
        let canUndo = newerUndo?.canUndo ?? update.canUndo
        stored = update.items
        storedGaps = update.gaps
        admit(update)
        arrange(keepingRead: keepingRead) { state in
            state.storedCount = update.storedCount
            state.refreshedAt = update.refreshedAt
            state.isStale = update.isStale
            state.isEnd = update.isEnd
            state.canUndo = canUndo
        }
        return true
    }

    /// Makes rows of what is stored, by what the person did and set; publishes once, and nothing when all is as it was.
    ///
    /// - Parameters:
    ///   - keepingRead: Whether posts stay that were read while they were shown, although read posts are left out.
    ///   - change: What else changes with it.
    /// - Complexity: O(*n*) in the posts that are stored.
    func arrange(keepingRead: Bool = true, _ change: (inout State) -> Void = { _ in }) {
        takeNeighbours()
        let items = merged(stored)
        var rules = PostListContent.Rules(filter: filter, revealed: revealed)
        if keepingRead, settings.hideRead { rules.kept = Set(state.value.items.lazy.map(\.id)) }
        if holdsBackNew, !isAtTop { rules.taken = taken }
        let content = PostListContent(items: items, gaps: storedGaps, places: stored, rules: rules)
        held = content.held
        if holdsBackNew { taken.formUnion(newlyTaken(of: items)) }
        let anchor = place(among: content.rows.items)
        let cover = ContentCover(settings, uncovered: uncovered)
        state.update { state in
            state.rows = content.rows
            state.filtered = content.filtered
            state.newCount = content.held.count
            state.anchor = anchor
            state.cover = cover
            change(&state)
            state.leaveEmptyPhase()
        }
    }

    private func newlyTaken(of items: [FeedItem]) -> [Post.ID] {
        guard !held.isEmpty else { return items.map(\.id) }
        let waiting = Set(held)
        return items.map(\.id).filter { !waiting.contains($0) }
    }

    /// Makes the posts no news that were asked for in the middle of the list.
    private func admit(_ update: FeedUpdate) {
        guard holdsBackNew, let fill, let page = update.page else { return }
        let asked = Set(page.ids)
        // A refresh that came between answers in the page's stead: what it put in front of the gap is news.
        var isBehind = !update.items.contains { $0.id == fill.gap?.after }
        for item in update.items {
            if isBehind, asked.contains(item.id) { taken.insert(item.id) }
            if item.id == fill.gap?.after { isBehind = true }
        }
    }
}

extension PostListViewModel.State {
    /// Leaves the phases that there are for lists with nothing to show, in the moment in which there is something.
    fileprivate mutating func leaveEmptyPhase() {
        guard !items.isEmpty else { return }
        switch phase {
        case .loading: phase = .refreshing
        case .failed:
            phase = isEnd ? .end : .idle
            banner?.isDismissible = true
        case .initial, .refreshing, .loadingMore, .idle, .end: break
        }
    }
}
