extension PostListViewModel {
    /// The options of a list: how it pages, and how it shows new posts.
    public struct Configuration: Hashable, Sendable {
        /// The number of posts that a page should have, 25 by default.
        public var pageSize: Int
        /// The number of posts that can be seen that a request has to bring; it goes on with the next page until then.
        ///
        /// 5 by default, and at most the page size; 0 for one page and no more.
        public var minimumVisible: Int
        /// The number of pages that one request fetches at most, 5 by default.
        public var maximumPages: Int
        /// Whether posts that come in front of what is shown wait for ``PostListViewModel/showNew()`` while the person
        /// is not at the top; false by default.
        ///
        /// It needs ``PostListViewModel/didScroll(to:offset:)`` to know where they are.
        public var holdsBackNew: Bool
        /// The distance from the end, in items, at which ``PostListViewModel/itemAppeared(_:)`` loads more: 5 by
        /// default, that is the last five.
        public var threshold: Int
        /// The distance from the end at which ``PostListViewModel/loadMoreNearEnd(remaining:pageHeight:)`` loads more:
        /// 200 points or one page of the screen by default.
        public var prefetchDistance = PrefetchDistance()

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - pageSize: The number of posts that a page should have.
        ///   - minimumVisible: The number of posts that can be seen that a request has to bring.
        ///   - maximumPages: The number of pages that one request fetches at most.
        ///   - holdsBackNew: Whether new posts in front of what is shown wait.
        ///   - threshold: The distance from the end, in items, at which more is loaded.
        public init(
            pageSize: Int = 25, minimumVisible: Int = 5, maximumPages: Int = 5, holdsBackNew: Bool = false,
            threshold: Int = 5
        ) {
            self.pageSize = pageSize
            self.minimumVisible = minimumVisible
            self.maximumPages = maximumPages
            self.holdsBackNew = holdsBackNew
            self.threshold = threshold
        }
    }
}
