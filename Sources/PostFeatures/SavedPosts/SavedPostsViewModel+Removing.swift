public import Core
import Foundation

extension SavedPostsViewModel {
    /// Keeps a post no longer; ``undo()`` puts it back in its place.
    ///
    /// - Parameter id: Which post; nothing happens when it is not among what was read.
    public func remove(_ id: Post.ID) async {
        guard let status = items.first(where: { $0.id == id })?.status else { return }
        let (isKept, since) =
            kind == .saved ? (status.isSaved, status.savedAt) : (status.isFavourite, status.favouritedAt)
        guard isKept else { return }
        // Noted before it is done: whatever shows the list without the post shows that it can be put back.
        // Asked for twice before the first answer came, it was taken out once.
        let removal = KeptRemovals.Removal(kind: kind, id: id, since: since)
        removals.add(removal)
        guard let receipt = await apply(kind == .saved ? .saved(false) : .favourite(false), to: id),
            !receipt.statuses.isEmpty
        else {
            removals.forget(removal)
            return
        }
        await read()
    }

    /// Puts back what was taken out last, where it was, whichever screen took it out; does nothing when there is none.
    ///
    /// A post that is stored no longer is back when it arrives again.
    public func undo() async {
        // Counts until the list has it again, so that no draw lacks both the post and the way back to it.
        guard let last = removals.beginReturn(to: kind, on: site) else { return }
        let change: StatusChange =
            switch (kind, last.since) {
            case (.saved, let since?): .savedSince(since)
            case (.saved, nil): .saved(true)
            case (.favourites, let since?): .favouriteSince(since)
            case (.favourites, nil): .favourite(true)
            }
        let receipt = await apply(change, to: last.id)
        guard receipt != nil else { return removals.endReturn(of: last, isBack: false) }
        await read()
        removals.endReturn(of: last, isBack: true)
    }

    /// Makes a change; `nil` after a failure, which has changed nothing.
    private func apply(_ change: StatusChange, to id: Post.ID) async -> StatusReceipt? {
        do {
            let receipt = try await provider.apply(.set(change, [id]))
            state.update { $0.banner.clear(.action) }
            return receipt
        } catch {
            report(error)
            return nil
        }
    }

    private func report(_ error: any Error) {
        if error is CancellationError || Task.isCancelled { return }
        state.update { $0.banner = Banner(DataError(error), cause: .action) }
    }
}
