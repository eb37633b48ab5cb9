public import Core
public import Foundation

/// A view model of the activity log: why something was not fetched, and when it will be.
///
/// ```swift
/// let activity = ActivityLogViewModel(format: PostFormat(language: .ukrainian))
/// let token = activity.state.observe { draw($0.rows) }
/// activity.load()
/// activity.show(host: "www.reddit.com")
/// ```
///
/// It starts nothing by itself: ``load()`` follows the log until ``stop()`` or until it is released. However much is
/// recorded, it reads the log a few times a second at most.
@MainActor
public final class ActivityLogViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    private let log: any ActivityLog
    private let format: PostFormat
    private let timeZone: TimeZone
    private let updateInterval: Duration
    private let time: any TimeProvider
    private var follower: Task<Void, Never>?

    /// Creates a view model; starts nothing.
    ///
    /// - Parameters:
    ///   - log: The log; the registered `ActivityLog` by default.
    ///   - format: The format of texts; English by default.
    ///   - timeZone: The person's time zone; the system's by default.
    ///   - updateInterval: The time between two updates at least; a quarter of a second by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        log: any ActivityLog = Dependency.resolve((any ActivityLog).self),
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        updateInterval: Duration = .milliseconds(250),
        time: any TimeProvider = Dependency.clock
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

    /// Shows the log, and follows it from then on.
    public func load() {
        read()
        guard follower == nil else { return }
        follower = log.revision.following(every: updateInterval, on: time) { [weak self] in
            self?.read() != nil
        }
    }

    /// Stops following the log; ``load()`` begins again.
    public func stop() {
        follower?.cancel()
        follower = nil
    }

    /// Shows the entries of one server only.
    ///
    /// - Parameter host: One of ``State/hosts``; `nil` for all of them.
    public func show(host: String?) {
        read { $0.host = host }
    }

    /// Shows the entries of some kinds only.
    ///
    /// - Parameter kinds: The kinds; all of them at first.
    public func show(kinds: Set<ActivityEvent.Kind>) {
        read { $0.kinds = kinds }
    }

    /// Removes all entries from the log.
    public func clear() {
        log.removeAll()
        read()
    }

    /// Publishes the log with changed filters.
    private func read(_ change: (inout State) -> Void = { _ in }) {
        let (entries, now) = (log.entries, time.now)
        state.update { state in
            change(&state)
            state.hosts = Set(entries.map(\.event.host)).sorted()
            state.rows = entries.filter { entry in
                state.kinds.contains(entry.event.kind) && entry.event.host == state.host ?? entry.event.host
            }.map { ActivityRow($0, now: now, format: format, timeZone: timeZone) }
            state.nextTries = NextTry.all(in: entries, now: now, format: format, timeZone: timeZone)
        }
    }
}

extension ActivityLogViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The rows that match the filters, newest first.
        public internal(set) var rows: [ActivityRow] = []
        /// The hosts of all entries in alphabetical order, also of those that the filters hide.
        public internal(set) var hosts: [String] = []
        /// The next attempt of each host that something waits for, soonest first.
        public internal(set) var nextTries: [NextTry] = []
        /// The host that is shown; `nil` for all of them.
        public internal(set) var host: String?
        /// The kinds of events that are shown.
        public internal(set) var kinds = Set(ActivityEvent.Kind.allCases)

        /// Creates a state, for a preview or a snapshot test; by default that of a log that is not loaded yet.
        ///
        /// - Parameters:
        ///   - rows: The rows that match the filters, newest first.
        ///   - hosts: The hosts of all entries in alphabetical order.
        ///   - nextTries: The next attempt of each host, soonest first.
        ///   - host: The host that is shown; `nil` for all of them.
        ///   - kinds: The kinds of events that are shown.
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
