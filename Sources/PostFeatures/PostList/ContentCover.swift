package import Core

/// The rule for which posts are covered until the person asks to see them: a pure function of the settings.
package struct ContentCover: Hashable, Sendable {
    /// Whether posts are covered that are not safe for work.
    package var coversNSFW: Bool
    /// Whether posts are covered that give something away.
    package var coversSpoilers: Bool
    /// The posts that the person uncovered.
    package var uncovered: Set<Post.ID>

    /// Creates a cover.
    ///
    /// - Parameters:
    ///   - settings: What the person has set; by default both kinds are covered.
    ///   - uncovered: The posts that they uncovered; none by default.
    package init(_ settings: ReadingSettings = ReadingSettings(), uncovered: Set<Post.ID> = []) {
        // What is hidden and shown all the same, by asking for it, is covered first.
        coversNSFW = settings.nsfw != .shown
        coversSpoilers = settings.spoilers != .shown
        self.uncovered = uncovered
    }

    /// Whether a post's pictures are covered.
    ///
    /// - Parameter item: The post.
    /// - Returns: True for one that is marked in a way that is covered, and that was not uncovered.
    package func isCovered(_ item: FeedItem) -> Bool {
        let isMarked = coversNSFW && item.post.isNSFW == true || coversSpoilers && item.post.isSpoiler == true
        return isMarked && !uncovered.contains(item.id)
    }
}
