extension Post {
    /// Whether the server shows it as taken down, by its author or by somebody else.
    public var isTakenDown: Bool { media.kind == .removed }

    /// This post with its contents as they were before it was taken down.
    ///
    /// For posts that a person keeps: what they have is theirs, whatever becomes of it on the server. Where the copy is
    /// whole and this post is taken down, the title, the author, the text, the links, the thumbnail and the media are
    /// those of the copy; the numbers and marks of the server, such as the score, are this post's. Otherwise nothing is
    /// changed, so that a post that is put up again is as its server says.
    ///
    /// - Parameter stored: The copy that the person has, of the same id.
    /// - Returns: The post to be stored.
    public func restored(from stored: Post) -> Post {
        guard isTakenDown, !stored.isTakenDown else { return self }
        var restored = self
        restored.title = stored.title
        restored.author = stored.author
        restored.authorFullname = stored.authorFullname
        restored.text = stored.text
        restored.domain = stored.domain
        restored.permalink = stored.permalink
        restored.url = stored.url
        restored.thumbnail = stored.thumbnail
        restored.flair = stored.flair
        restored.media = stored.media
        restored.edited = stored.edited
        return restored
    }
}
