public import Core
public import Foundation

/// Whether servers answer, for a line on the screen: "offline since 14:02", and what is tried again when.
///
/// ```swift
/// let connectivity = ConnectivityViewModel()
/// let token = connectivity.state.observe { statusLine.text = $0.text }
/// connectivity.load()
/// ```
///
/// It starts nothing by itself: call ``load()``; it follows until ``stop()`` or until it is released. It asks no server:
/// what it knows is how the requests of others ended.
@MainActor
public final class ConnectivityViewModel {
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let connectivity: any ConnectivityProvider
    private let log: any ActivityLog
    private let format: PostFormat
    private let timeZone: TimeZone
    private let updateInterval: Duration
    private let time: any TimeProvider
    private var token: ObservationToken?
    private var follower: Task<Void, Never>?

    /// Creates a view model; resolves what it follows and starts nothing.
    ///
    /// - Parameters:
    ///   - connectivity: Who knows whether servers answer; the registered `ConnectivityProvider` by default.
    ///   - log: The journal that says what is tried when; the registered `ActivityLog` by default, else an empty one.
    ///   - format: Writes in a language; English by default.
    ///   - timeZone: Where the person is; the system's by default.
    ///   - updateInterval: How long to wait at least between two readings of the journal; a quarter of a second by
    ///     default. Going offline and online shows at once.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        connectivity: any ConnectivityProvider = Dependency.resolve((any ConnectivityProvider).self),
        log: any ActivityLog = Dependency.resolve((any ActivityLog).self, default: ActivityJournal(capacity: 1)),
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        updateInterval: Duration = .milliseconds(250),
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.connectivity = connectivity
        self.log = log
        self.format = format
        self.timeZone = timeZone
        self.updateInterval = updateInterval
        self.time = time
    }

    deinit {
        follower?.cancel()
    }

    /// Shows what is known, and follows it from then on.
    public func load() {
        guard follower == nil else { return read() }
        token = connectivity.connectivity.observe { [weak self] _ in self?.read() }
        follower = log.revision.following(every: updateInterval, on: time) { [weak self] in
            self?.read() != nil
        }
    }

    /// Ends following; ``load()`` begins anew.
    public func stop() {
        token?.cancel()
        token = nil
        follower?.cancel()
        follower = nil
    }

    private func read() {
        let (now, known) = (time.now, connectivity.connectivity.value)
        let nextTries = NextTry.all(in: log.entries, now: now, format: format, timeZone: timeZone)
        let text = known.offlineSince.map { since in
            format.text(.offlineSince, filling: format.time(since, now: now, in: timeZone))
        }
        state.update { state in
            state.connectivity = known
            state.text = text
            state.nextTries = nextTries
        }
    }
}

extension ConnectivityViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// Whether servers answer.
        public internal(set) var connectivity = Connectivity.unknown
        /// "offline since 14:02"; `nil` while servers answer and while nothing is known.
        public internal(set) var text: String?
        /// What is tried again when, soonest first; also while other servers answer.
        public internal(set) var nextTries: [NextTry] = []

        /// Since when nothing is answered; `nil` where something is, or nothing is known.
        public var offlineSince: Date? { connectivity.offlineSince }

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - connectivity: Whether servers answer.
        ///   - text: "offline since 14:02".
        ///   - nextTries: What is tried again when, soonest first.
        public init(
            connectivity: Connectivity = .unknown, text: String? = nil, nextTries: [NextTry] = []
        ) {
            self.connectivity = connectivity
            self.text = text
            self.nextTries = nextTries
        }
    }
}
