public import Core
public import Foundation

/// A view model of the connection, for a status line: "offline since 14:02", and when which server is tried again.
///
/// ```swift
/// let connectivity = ConnectivityViewModel()
/// let token = connectivity.state.observe { statusLine.text = $0.text }
/// connectivity.load()
/// ```
///
/// It starts nothing by itself: ``load()`` follows the connection until ``stop()`` or until it is released. It sends no
/// requests: it learns from how the requests of others ended.
@MainActor
public final class ConnectivityViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    private let connectivity: any ConnectivityProvider
    private let log: any ActivityLog
    private let format: PostFormat
    private let timeZone: TimeZone
    private let updateInterval: Duration
    private let time: any TimeProvider
    private var token: ObservationToken?
    private var follower: Task<Void, Never>?

    /// Creates a view model; resolves `ConnectivityProvider` and starts nothing.
    ///
    /// - Parameters:
    ///   - log: The log with the next attempts; the registered `ActivityLog` by default, else an empty one.
    ///   - format: The format of texts; English by default.
    ///   - timeZone: The person's time zone; the system's by default.
    ///   - updateInterval: The time between two reads of the log at least; a quarter of a second by default. Going
    ///     offline and online shows at once.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        log: any ActivityLog = Dependency.resolve((any ActivityLog).self, default: InMemoryActivityLog(capacity: 1)),
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        updateInterval: Duration = .milliseconds(250),
        time: any TimeProvider = Dependency.clock
    ) {
        connectivity = Dependency.resolve((any ConnectivityProvider).self)
        self.log = log
        self.format = format
        self.timeZone = timeZone
        self.updateInterval = updateInterval
        self.time = time
    }

    deinit {
        follower?.cancel()
    }

    /// Shows the state of the connection, and follows it from then on.
    public func load() {
        guard follower == nil else { return read() }
        token = connectivity.connectivity.observe { [weak self] _ in self?.read() }
        follower = log.revision.following(every: updateInterval, on: time) { [weak self] in
            self?.read() != nil
        }
    }

    /// Stops following; ``load()`` begins again.
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
    /// The state of the status line.
    public struct State: Equatable, Sendable {
        /// The state of the connection.
        public internal(set) var connectivity = Connectivity.unknown
        /// "offline since 14:02"; `nil` while servers answer and while nothing is known.
        public internal(set) var text: String?
        /// The next attempts, soonest first; also while other servers answer.
        public internal(set) var nextTries: [NextTry] = []

        /// The date since which no server answers; `nil` while one does, and while nothing is known.
        public var offlineSince: Date? { connectivity.offlineSince }

        /// Creates a state, for a preview or a snapshot test; by default that before it is loaded.
        ///
        /// - Parameters:
        ///   - connectivity: The state of the connection.
        ///   - text: The status line, such as "offline since 14:02".
        ///   - nextTries: The next attempts, soonest first.
        public init(
            connectivity: Connectivity = .unknown, text: String? = nil, nextTries: [NextTry] = []
        ) {
            self.connectivity = connectivity
            self.text = text
            self.nextTries = nextTries
        }
    }
}
