/// The position in a stored feed at which a fetched page is inserted.
public enum PagePlacement: Hashable, Sendable {
    /// At the top: the page is the feed's first page now.
    case head
    /// After the posts that the cursor continues: at the end of the feed, at the end of its first part, or in a gap.
    case after(PageCursor)
}
