/// What a list of posts is doing, of one feed or of several.
public enum ListProgress: Hashable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// It looks for something to show.
    case loading
    /// It fetches from the beginning again; what is stored shows meanwhile.
    case refreshing
    /// It fetches a further page.
    case loadingMore
    /// It waits for the person.
    case idle
    /// There is nothing to show, for the reason in the banner.
    case failed
    /// It waits, and the server has nothing behind the last post.
    case end

    /// Whether something is under way.
    public var isBusy: Bool {
        switch self {
        case .loading, .refreshing, .loadingMore: true
        case .initial, .idle, .failed, .end: false
        }
    }
}
