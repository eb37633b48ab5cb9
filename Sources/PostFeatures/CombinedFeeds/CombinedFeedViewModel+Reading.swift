public import Core

extension CombinedFeedViewModel {
    /// Marks the posts above a post as read, in one commit for each store; that post itself stays as it is.
    ///
    /// Only what is shown is marked, not what is left out or waits. It is one act: ``undoLast()`` takes all of it back.
    ///
    /// - Parameter id: The post's id; nothing happens when the list does not show it.
    public func markAboveAsRead(_ id: Post.ID) async {
        let items = state.value.items
        guard let place = items.firstIndex(where: { $0.id == id }) else { return }
        let unread = items[..<place].lazy.map(\.item).filter { !$0.status.isRead }.map(\.id)
        if !unread.isEmpty { await set(.read(true), for: Array(unread)) }
    }
}
