/// The phase of a list of posts, of one feed or of several.
public enum ListProgress: Hashable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The first posts are being loaded.
    case loading
    /// The first page is being fetched again, while the stored posts are shown.
    case refreshing
    /// A further page is being fetched.
    case loadingMore
    /// Idle.
    case idle
    /// There is nothing to show, for the reason in the banner.
    case failed
    /// Idle at the end: the server has no posts after the last one.
    case end

    /// Whether something is under way.
    public var isBusy: Bool {
        switch self {
        case .loading, .refreshing, .loadingMore: true
        case .initial, .idle, .failed, .end: false
        }
    }
}
