public import Core

extension PostListViewModel {
    /// A post as other apps take it: a link and a text.
    ///
    /// - Parameter id: Which post.
    /// - Returns: What to share; `nil` for a post that the list does not show, or that nothing leads to, and where no
    ///   `EndpointProvider` is registered.
    public func share(_ id: Post.ID) -> SharedPost? {
        sharing.shared(item(id))
    }
}
