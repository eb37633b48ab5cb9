public import Core
public import Foundation

/// The activity journal as a screen: why something was not fetched, and when it will be.
///
/// ```swift
/// let activity = ActivityLogViewModel(format: PostFormat(language: .ukrainian))
/// let token = activity.state.observe { draw($0.rows) }
/// activity.load()
/// activity.show(host: "www.reddit.com")
/// ```
///
/// It starts nothing by itself: call ``load()``; it follows the journal until ``stop()`` or until it is released. However
/// much is recorded, it reads the journal a few times a second at most.
@MainActor
public final class ActivityLogViewModel {
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let log: any ActivityLog
    private let format: PostFormat
    private let timeZone: TimeZone
    private let updateInterval: Duration
    private let time: any TimeProvider
    private var follower: Task<Void, Never>?

    /// Creates a view model; resolves the journal and starts nothing.
    ///
    /// - Parameters:
    ///   - log: The journal; the registered `ActivityLog` by default.
    ///   - format: Writes in a language; English by default.
    ///   - timeZone: Where the person is; the system's by default.
    ///   - updateInterval: How long to wait at least between two updates; a quarter of a second by default. Whatever is
    ///     recorded meanwhile comes as one.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        log: any ActivityLog = Dependency.resolve((any ActivityLog).self),
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        updateInterval: Duration = .milliseconds(250),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.log = log
        self.format = format
        self.timeZone = timeZone
        self.updateInterval = updateInterval
        self.time = time
    }

    deinit {
        follower?.cancel()
    }

    /// Shows what was recorded, and follows it from then on.
    public func load() {
        read()
        guard follower == nil else { return }
        follower = log.revision.following(every: updateInterval, on: time) { [weak self] in
            self?.read() != nil
        }
    }

    /// Ends following the journal; ``load()`` begins anew.
    public func stop() {
        follower?.cancel()
        follower = nil
    }

    /// Shows one server only.
    ///
    /// - Parameter host: One of ``State/hosts``; `nil` for all of them.
    public func show(host: String?) {
        state.update { $0.host = host }
        read()
    }

    /// Shows what happened in some ways only.
    ///
    /// - Parameter kinds: Which ways; all of them at first.
    public func show(kinds: Set<ActivityEvent.Kind>) {
        state.update { $0.kinds = kinds }
        read()
    }

    /// Forgets everything that was recorded.
    public func clear() {
        log.removeAll()
        read()
    }

    private func read() {
        let (entries, now) = (log.entries, time.now)
        state.update { state in
            state.hosts = Set(entries.map(\.event.host)).sorted()
            state.rows = entries.filter { entry in
                state.kinds.contains(entry.event.kind) && entry.event.host == state.host ?? entry.event.host
            }.map { ActivityRow($0, now: now, format: format, timeZone: timeZone) }
            state.nextTries = NextTry.all(in: entries, now: now, format: format, timeZone: timeZone)
        }
    }
}

extension ActivityLogViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The rows that fit the filters, the one that happened last first.
        public internal(set) var rows: [ActivityRow] = []
        /// Every server that something was recorded of, in the order of the alphabet, filtered out or not.
        public internal(set) var hosts: [String] = []
        /// When each of them is asked next, soonest first.
        public internal(set) var nextTries: [NextTry] = []
        /// The server that is shown; `nil` for all of them.
        public internal(set) var host: String?
        /// What is shown of it.
        public internal(set) var kinds = Set(ActivityEvent.Kind.allCases)

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - rows: The rows that fit the filters, the one that happened last first.
        ///   - hosts: Every server that something was recorded of, in the order of the alphabet, filtered out or not.
        ///   - nextTries: When each of them is asked next, soonest first.
        ///   - host: The server that is shown.
        ///   - kinds: What is shown of it.
        public init(
            rows: [ActivityRow] = [], hosts: [String] = [], nextTries: [NextTry] = [], host: String? = nil,
            kinds: Set<ActivityEvent.Kind> = Set(ActivityEvent.Kind.allCases)
        ) {
            self.rows = rows
            self.hosts = hosts
            self.nextTries = nextTries
            self.host = host
            self.kinds = kinds
        }
    }
}
