import Core
import Foundation

/// Shows one feed in the state of a list: makes the rows of what is stored, and publishes each change as one value.
@MainActor
final class FeedPresenter {
    /// The place in the feed where the person is.
    let position: ReadingPositionTracker
    private let time: any TimeProvider
    private let batch: BatchedValue<PostListViewModel.State>
    /// The feed as it is stored, and what of it is shown.
    private var arranged: ArrangedFeed

    init(
        _ feed: Feed, in state: ObservableValue<PostListViewModel.State>, holdsBackNew: Bool,
        positions: any ReadingPositionProvider, time: any TimeProvider
    ) {
        self.time = time
        batch = BatchedValue(state)
        arranged = ArrangedFeed(source: feed.source, holdsBackNew: holdsBackNew)
        position = ReadingPositionTracker(feed, provider: positions, time: time) { state.value.items }
    }

    /// The number of times that rows were made.
    var arrangementCount: Int { arranged.arrangementCount }

    /// The number of posts that can be seen, or could be if they were not held back.
    var visibleCount: Int { batch.current.items.count + arranged.waiting.count }

    /// The shown posts, as a request that wants a number of them has to know them.
    var shown: PageGoal.Shown {
        let (state, waiting) = (batch.current, arranged.waiting)
        return PageGoal.Shown(
            visibleCount: visibleCount, storedCount: state.storedCount, isEnd: state.isEnd
        ) { ids in
            let wanted = Set(ids)
            return state.items.count { wanted.contains($0.id) } + waiting.count { wanted.contains($0) }
        }
    }

    // MARK: Publishing

    /// Publishes everything that `changes` changes as one value.
    func publish(_ changes: () -> Void) { batch.publish(changes) }

    /// Changes the state: at once, or with what else is about to be published.
    func change(_ change: (inout PostListViewModel.State) -> Void) { batch.change(change) }

    // MARK: Requests

    /// Says that a request has begun, for the middle of the list where it fills something.
    func begin(_ phase: PostListViewModel.Phase, filling fill: ArrangedFeed.Fill?) {
        arranged.fill = fill
        change { $0.begin(phase, filling: fill?.gap) }
    }

    /// Says that a request has failed.
    func fail(_ error: DataError) {
        arranged.fill = nil
        change { $0.fail(error, retryAt: error.retryAfter.map { time.now + $0 / .seconds(1) }) }
    }

    /// Says that nothing is under way any more.
    func settle() {
        arranged.fill = nil
        change { $0.settle() }
    }

    // MARK: Rows

    /// Shows the update that comes first, or without one the place where the person was.
    func showFirst(_ update: FeedUpdate?) {
        if let update { receive(update) } else { showAnchor() }
    }

    /// Shows a commit that no request of this list has made.
    func receive(_ update: FeedUpdate) {
        publish {
            guard show(update) else { return }
            change { $0.takeOrigin(of: update.outcome) }
            switch batch.current.phase {
            case .idle, .end: settle()
            case .failed where update.storedCount > 0:
                change { $0.banner?.isDismissible = true }
                settle()
            default: break
            }
        }
    }

    /// Takes over what an update says of the feed, unless something newer was shown already.
    ///
    /// - Parameters:
    ///   - update: The update; `nil` for none, and then rows are made only where posts may go that were read.
    ///   - keepingRead: Whether posts stay that were read while they were shown, although read posts are left out.
    /// - Returns: Whether it was taken over.
    @discardableResult
    func show(_ update: FeedUpdate?, keepingRead: Bool = true) -> Bool {
        guard let update, arranged.take(update) else {
            if !keepingRead, arranged.hidesRead { arrange(keepingRead: false) }
            return false
        }
        publish {
            change { $0.take(update) }
            arrange(keepingRead: keepingRead)
        }
        return true
    }

    /// Shows a change of statuses that was committed, and the update that it has made.
    ///
    /// Posts that it brings back are held back no more, also when they were put away in an earlier run.
    func finish(_ mutation: StatusMutation, _ outcome: StatusOutcome, _ update: FeedUpdate?) {
        publish {
            if mutation.bringsBack(outcome), arranged.admit(outcome.changed) { arrange() }
            if let update { receive(update) }
        }
    }

    /// Takes over the settings; rows are made only where they change something in a list.
    func take(_ settings: ReadingSettings) {
        let hidRead = arranged.hidesRead
        // Who hides what was read means what is on the screen, too.
        if arranged.take(settings) { arrange(keepingRead: arranged.hidesRead == hidRead) }
    }

    /// Shows a post that the settings leave out.
    func reveal(_ id: Post.ID) {
        if arranged.reveal(id) { arrange() }
    }

    /// Uncovers the pictures of a post.
    func uncover(_ id: Post.ID) {
        arranged.uncover(id)
        change { $0.cover.uncovered.insert(id) }
    }

    /// Shows the posts that are held back.
    func showNew() {
        if arranged.releaseWaiting() { arrange() }
    }

    /// Takes over what stands at the top edge of the screen; at the top posts that are held back are shown.
    func didScroll(to anchor: ReadingAnchor) {
        let items = batch.published.items
        let isFirst = items.first?.id == anchor.id
        guard isFirst || items.contains(where: { $0.id == anchor.id }) else { return }
        position.didScroll(to: anchor, isFirst: isFirst)
        if position.isAtTop { showNew() }
    }

    /// Says where the person is among the posts that are on the screen.
    func showAnchor() {
        let anchor = position.anchor(among: batch.published.items)
        change { $0.anchor = anchor }
    }

    /// Makes rows of what is stored, by what the person did and set.
    ///
    /// - Parameter keepingRead: Whether posts stay that were read while they were shown, although read posts are left
    ///   out.
    /// - Complexity: O(*n*) in the posts that are stored.
    private func arrange(keepingRead: Bool = true) {
        position.rememberNeighbours()
        let content = arranged.arrange(keeping: keepingRead ? batch.current.items : nil, isAtTop: position.isAtTop)
        let (anchor, cover) = (position.anchor(among: content.rows.items), arranged.cover)
        change { $0.take(content, anchor: anchor, cover: cover) }
    }
}
