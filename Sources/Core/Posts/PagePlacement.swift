/// Where a fetched page goes in its feed.
public enum PagePlacement: Hashable, Sendable {
    /// In front: it is the feed's first page now.
    case head
    /// Behind the place that the cursor belongs to: the end of the feed, of its head, or a gap.
    case after(PageCursor)
}
