extension Comment {
    /// This comment with what it does not know taken from an older copy of it.
    ///
    /// A poorer road to the same site never overwrites what a better one said, and no text that is known is lost but to
    /// one that says who took it away.
    ///
    /// - Parameters:
    ///   - stored: The older copy, of the same id.
    ///   - completeness: How much the road knows that this comment came by. A partial one, whose answers are flat, never
    ///     moves a reply to the top, and replaces a text that is known only when it says that the comment was edited
    ///     since, or taken away: what it has is no more than a rendering of that text.
    /// - Returns: The merged comment.
    public func filled(from stored: Comment, completeness: Completeness = .full) -> Comment {
        let isPartial = completeness == .partial
        var merged = self
        if isPartial, case .post = parent { merged.parent = stored.parent }
        merged.author = author ?? stored.author
        merged.authorFullname = authorFullname ?? stored.authorFullname
        merged.score = score ?? stored.score
        merged.isScoreHidden = isScoreHidden ?? stored.isScoreHidden
        merged.created = created ?? stored.created
        merged.edited = edited ?? stored.edited
        merged.isStickied = isStickied ?? stored.isStickied
        merged.isSubmitter = isSubmitter ?? stored.isSubmitter
        merged.isCollapsed = isCollapsed ?? stored.isCollapsed
        if isPartial {
            merged.distinguished = distinguished ?? stored.distinguished
            merged.collapsedReason = collapsedReason ?? stored.collapsedReason
        }
        guard removal == nil else { return merged }
        let isRendering = isPartial && stored.body != nil && (edited == nil || edited == stored.edited)
        if body == nil || isRendering { (merged.body, merged.removal) = (stored.body, stored.removal) }
        return merged
    }
}
