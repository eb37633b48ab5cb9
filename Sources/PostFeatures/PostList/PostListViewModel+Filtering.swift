public import Core

/// What the settings leave out and cover, and what the person makes of that.
extension PostListViewModel {
    /// Shows a post that the settings leave out, in its place, for as long as this list lives.
    ///
    /// It is one of ``State/filtered``, whose reasons say why. Nothing is read and nobody is asked: it shows when the
    /// call returns.
    ///
    /// - Parameter id: Which post.
    public func reveal(_ id: Post.ID) {
        guard revealed.insert(id).inserted else { return }
        arrange()
    }

    /// Shows what a covered post has to show, for as long as this list lives.
    ///
    /// - Parameter id: Which post.
    public func uncover(_ id: Post.ID) {
        uncovered.insert(id)
        state.update { $0.cover.uncovered = uncovered }
    }

    /// Why a post is left out.
    ///
    /// - Parameter id: Which post.
    /// - Returns: The rule that it falls under; `nil` when it is shown, held back, put away or not in the feed.
    public func reason(for id: Post.ID) -> FilterReason? {
        state.value.filtered.first { $0.id == id }?.reason
    }

    /// Takes in the posts that are held back: ``State/newCount`` of them.
    ///
    /// What stands at the top edge stays there: the posts come in front of it.
    public func showNew() {
        guard !held.isEmpty else { return }
        taken.formUnion(held)
        arrange()
    }

    func settingsChanged(to new: ReadingSettings) {
        let old = settings
        settings = new
        guard old.readingPart != new.readingPart else { return }
        filter = PostFilter(new, for: feed.source)
        // Who hides what was read means what is on the screen, too.
        arrange(keepingRead: old.hideRead == new.hideRead)
    }
}

extension ReadingSettings {
    /// These settings without those that change nothing in a list.
    fileprivate var readingPart: ReadingSettings {
        var part = self
        let defaults = ReadingSettings()
        part.pageSize = defaults.pageSize
        part.autoplay = defaults.autoplay
        part.theme = defaults.theme
        part.language = defaults.language
        part.localSaveLimit = defaults.localSaveLimit
        part.showFullMemeInfo = defaults.showFullMemeInfo
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
