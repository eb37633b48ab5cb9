import Core

/// The stored posts of one feed, and the rules by which they are shown: makes the rows of a list.
struct ArrangedFeed {
    /// A page that was asked for in the middle of the list.
    struct Fill {
        /// The gap; `nil` for a place that is no gap of the list.
        var gap: FeedGap?
    }

    /// The page that is being fetched into the middle of the list, so that its posts are not new.
    var fill: Fill?
    /// The number of times that rows were made.
    private(set) var arrangementCount = 0

    private let source: FeedSource
    /// The posts and gaps of the last update, before anything is left out.
    private var items: [FeedItem] = []
    private var gaps: [FeedGap] = []
    /// The state of the store that they are of: its versions count anew after each reload.
    private var storeState: (reloads: Int, version: UInt64) = (0, 0)
    private var settings = ReadingSettings()
    private var filter: PostFilter
    /// Posts that the person asked to see although the settings leave them out.
    private var revealed: Set<Post.ID> = []
    private var uncovered: Set<Post.ID> = []
    private var heldBack: HeldBackPosts

    init(source: FeedSource, holdsBackNew: Bool) {
        self.source = source
        filter = PostFilter(settings, for: source)
        heldBack = HeldBackPosts(isEnabled: holdsBackNew)
    }

    /// The posts that pass and wait in front of what is shown, in order.
    var waiting: [Post.ID] { heldBack.waiting }

    /// Whether posts are left out once they were read.
    var hidesRead: Bool { settings.hideRead }

    /// The rule for which posts are covered.
    var cover: ContentCover { ContentCover(settings, uncovered: uncovered) }

    /// Takes over the settings.
    ///
    /// - Returns: Whether they change anything in the list.
    mutating func take(_ new: ReadingSettings) -> Bool {
        let old = settings
        settings = new
        guard old.listPart != new.listPart else { return false }
        filter = PostFilter(new, for: source)
        return true
    }

    /// Takes over the posts and gaps of an update, unless it has taken a newer one.
    ///
    /// - Returns: Whether it was taken over.
    mutating func take(_ update: FeedUpdate) -> Bool {
        let state = (update.reloads, update.version)
        guard state >= storeState else { return false }
        storeState = state
        items = update.items
        gaps = update.gaps
        if let fill, let page = update.outcome.page {
            heldBack.admit(page, of: items, behind: fill.gap?.after)
        }
        return true
    }

    /// Lets a post in that the settings leave out.
    ///
    /// - Returns: Whether it was not let in before.
    mutating func reveal(_ id: Post.ID) -> Bool { revealed.insert(id).inserted }

    /// Uncovers the pictures of a post.
    mutating func uncover(_ id: Post.ID) {
        uncovered.insert(id)
    }

    /// Lets posts in that a person has brought back, which are nothing new.
    ///
    /// - Returns: Whether any of them waits.
    mutating func admit(_ ids: [Post.ID]) -> Bool { heldBack.admit(ids) }

    /// Lets the posts in that wait.
    ///
    /// - Returns: Whether there were any.
    mutating func releaseWaiting() -> Bool { heldBack.release() }

    /// Makes the rows.
    ///
    /// - Parameters:
    ///   - shown: The posts on the screen that stay although they were read meanwhile; `nil` for none.
    ///   - isAtTop: Whether the person is at the top, where new posts are shown at once.
    /// - Returns: What is shown, left out and held back.
    /// - Complexity: O(*n*) in the posts that are stored.
    mutating func arrange(keeping shown: [FeedItem]?, isAtTop: Bool) -> PostListContent {
        arrangementCount += 1
        var rules = PostListContent.Rules(filter: filter, revealed: revealed)
        if let shown, settings.hideRead { rules.kept = Set(shown.lazy.map(\.id)) }
        rules.taken = heldBack.shown(isAtTop: isAtTop)
        let content = PostListContent(items: items, gaps: gaps, places: items, rules: rules)
        heldBack.update(items, waiting: content.held)
        return content
    }
}

extension ReadingSettings {
    /// These settings without those that change nothing in a list.
    fileprivate var listPart: ReadingSettings {
        var part = self
        let defaults = ReadingSettings()
        part.pageSize = defaults.pageSize
        part.autoplay = defaults.autoplay
        part.theme = defaults.theme
        part.language = defaults.language
        part.localSaveLimit = defaults.localSaveLimit
        part.showFullMemeInfo = defaults.showFullMemeInfo
        part.accountLogoutPolicy = defaults.accountLogoutPolicy
        part.own = defaults.own
        part.imageCacheMegabytes = defaults.imageCacheMegabytes
        part.packBudgetMegabytes = defaults.packBudgetMegabytes
        part.downloadPolicy = defaults.downloadPolicy
        part.refreshAgeMinutes = defaults.refreshAgeMinutes
        part.postRetentionDays = defaults.postRetentionDays
        part.readRetentionDays = defaults.readRetentionDays
        return part
    }
}
