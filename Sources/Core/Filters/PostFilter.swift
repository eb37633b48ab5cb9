/// What the settings leave out of a list: one pure function from a post to the reason why it is not shown.
///
/// Made once for settings, and asked for each post. With the default settings nothing is left out.
public struct PostFilter: Sendable {
    private let settings: ReadingSettings
    private let hidesRead: Bool

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - settings: What the person has set.
    ///   - source: The list that it is for: saved posts, favourites and downloads stay in when they were read.
    public init(_ settings: ReadingSettings, for source: FeedSource) {
        self.settings = settings
        hidesRead = settings.hideRead && !source.isLocal
    }

    /// Whether nothing is ever left out.
    public var isEmpty: Bool {
        settings.nsfw != .hidden && settings.spoilers != .hidden && settings.mediaKinds == nil
            && settings.blockedWords.isEmpty && settings.blockedAuthors.isEmpty && settings.blockedDomains.isEmpty
            && !hidesRead
    }

    /// Why a post is left out.
    ///
    /// - Parameter item: The post.
    /// - Returns: The first rule that it falls under, in the order of ``FilterReason``; `nil` when it is shown.
    public func reason(for item: FeedItem) -> FilterReason? {
        let post = item.post
        if settings.nsfw == .hidden, post.isNSFW == true { return .nsfw }
        if settings.spoilers == .hidden, post.isSpoiler == true { return .spoiler }
        if let kinds = settings.mediaKinds, !kinds.contains(post.media.kind) { return .mediaKind(post.media.kind) }
        if hidesRead, item.status.isRead { return .read }
        return nil
    }
}
