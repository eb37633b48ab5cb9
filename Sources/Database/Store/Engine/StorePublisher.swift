import Dispatch
import Synchronization

/// The publisher of commits: the newest view for readers, and the streams that announce commits.
final class StorePublisher: Sendable {
    private struct State: Sendable {
        var view: StoreView
        /// Views that were shown lately.
        ///
        /// They are let go of on a thread of their own, so that neither a reader nor a commit is the last to hold what takes
        /// long to free: a merge supersedes files of several MiB.
        var recent: [StoreView] = []
        var observers: [Int: AsyncStream<StoreCommit>.Continuation] = [:]
        var signals: [Int: AsyncStream<Void>.Continuation] = [:]
        var damages: [Int: AsyncStream<StoreDamage>.Continuation] = [:]
        var lastObserver = 0
        var isClosed = false
        /// Whether somebody has looked since the last view came.
        var wasRead = false
    }

    private let state: Mutex<State>
    private let releases = DispatchQueue(label: "Lantern.JSONStore.releases")

    init(_ view: StoreView) {
        state = Mutex(State(view: view))
    }

    deinit {
        finish()
    }

    var view: StoreView {
        state.withLock { state in
            state.wasRead = true
            return state.view
        }
    }

    private static let recentCount = 16
    /// The number of views that are let go of together: a thread that wakes for each takes a core as often.
    private static let releasedCount = 16

    /// Releases older views, and the files that only they need.
    func forgetRecent() {
        let old = state.withLock { state in
            defer { state.recent = [] }
            return state.recent
        }
        withExtendedLifetime(old) {}
    }

    /// Waits until older views are released that were to be.
    func finishReleases() { releases.sync {} }

    /// Shows readers a new view, and announces the commits that led to it.
    func publish(_ view: StoreView, _ commits: [StoreCommit]) { show(view, commits).announcement.make() }

    /// Shows readers a new view.
    ///
    /// Only the writer's thread calls it, and makes the announcement before the next call, so observers hear of commits in
    /// their order.
    ///
    /// - Returns: Whether somebody has read the view before; the announcement of the commits, which is still to be made.
    func show(_ view: StoreView, _ commits: [StoreCommit]) -> (wasRead: Bool, announcement: Announcement) {
        let (old, wasRead, observers, signals) = withLock { state in
            defer { state.wasRead = false }
            state.recent.append(state.view)
            state.view = view
            let isFull = state.recent.count >= Self.recentCount + Self.releasedCount
            let old = Array(state.recent.prefix(isFull ? Self.releasedCount : 0))
            state.recent.removeFirst(old.count)
            return (old, state.wasRead, state.observers, state.signals)
        }
        if !old.isEmpty { releases.async { withExtendedLifetime(old) {} } }
        // Made outside the lock as well: it resumes tasks, and whoever cancels one holds the runtime's lock for it while
        // the stream's end comes for this one.
        return (wasRead, Announcement(commits: commits, observers: observers, signals: signals))
    }

    /// An announcement of commits to those who observed when they were shown.
    struct Announcement {
        fileprivate let commits: [StoreCommit]
        fileprivate let observers: [Int: AsyncStream<StoreCommit>.Continuation]
        fileprivate let signals: [Int: AsyncStream<Void>.Continuation]

        /// Tells them.
        func make() {
            guard !commits.isEmpty else { return }
            for commit in commits {
                for observer in observers.values { observer.yield(commit) }
            }
            for signal in signals.values { signal.yield() }
        }
    }

    /// Tries for some microseconds before it waits: readers hold the lock for a moment, and a thread that sleeps may be woken
    /// on the core of a reader, and wait there for milliseconds.
    private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        for _ in 0..<100 {
            if let result = state.withLockIfAvailable({ body(&$0) }) { return result }
        }
        return state.withLock { body(&$0) }
    }

    /// Announces each commit from now on, none left out.
    func commits() -> AsyncStream<StoreCommit> {
        stream(to: \.observers, .unbounded)
    }

    /// Announces that there were commits; several that nobody waited for are one signal.
    func signals() -> AsyncStream<Void> {
        stream(to: \.signals, .bufferingNewest(1))
    }

    /// Announces the damage that is found from now on.
    func damages() -> AsyncStream<StoreDamage> {
        stream(to: \.damages, .unbounded)
    }

    /// Announces damage.
    func announce(_ damages: ArraySlice<StoreDamage>) {
        guard !damages.isEmpty else { return }
        let observers = state.withLock { $0.damages }
        for damage in damages {
            for observer in observers.values { observer.yield(damage) }
        }
    }

    /// A stream that is told until nobody reads it any more; one that has ended already, once there are no new ones.
    private func stream<Element: Sendable>(
        to listeners: any WritableKeyPath<State, [Int: AsyncStream<Element>.Continuation]> & Sendable,
        _ policy: AsyncStream<Element>.Continuation.BufferingPolicy
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
        let id: Int? = state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastObserver += 1
            let id = state.lastObserver
            state[keyPath: listeners][id] = continuation
            return id
        }
        guard let id else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0[keyPath: listeners].removeValue(forKey: id) }
        }
        return stream
    }

    /// Ends all streams; there are no new ones afterwards.
    func finish() {
        let (observers, signals, damages) = state.withLock { state in
            defer {
                state.observers = [:]
                state.signals = [:]
                state.damages = [:]
                state.recent = []
                state.isClosed = true
            }
            return (state.observers, state.signals, state.damages)
        }
        for observer in damages.values { observer.finish() }
        for observer in observers.values { observer.finish() }
        for signal in signals.values { signal.finish() }
    }
}
