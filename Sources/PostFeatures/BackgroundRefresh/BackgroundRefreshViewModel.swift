public import Core
public import Foundation

/// Background refreshes as a screen: how the last one ended, what could not be refreshed and why, when the next one
/// comes, and one right now.
///
/// ```swift
/// let screen = BackgroundRefreshViewModel(format: PostFormat(language: .ukrainian))
/// let token = screen.state.observe { draw($0) }
/// await screen.load()
/// await screen.refresh()
/// ```
///
/// It starts nothing by itself: call ``load()``; it follows the runs until ``stop()`` or until it is released, whoever
/// asks for them.
@MainActor
public final class BackgroundRefreshViewModel {
    /// What there is to draw.
    public let state = ObservableValue(State())

    private let provider: any BackgroundRefreshProvider
    private let format: PostFormat
    private let timeZone: TimeZone
    private let time: any TimeProvider
    private var observation: ObservationToken?
    /// One for each call of ``refresh(deadline:)`` that waits: all of them wait for one run.
    private var waits: Set<Task<RefreshReport, Never>> = []
    /// Grows with each load and each stop: what was read before is void.
    private var generation = 0

    /// Creates a view model; resolves `BackgroundRefreshProvider` and starts nothing.
    ///
    /// - Parameters:
    ///   - format: Writes in a language; English by default.
    ///   - timeZone: Where the person is; the system's by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        provider = Dependency.resolve((any BackgroundRefreshProvider).self)
        self.format = format
        self.timeZone = timeZone
        self.time = time
    }

    /// Shows how the last run ended, whichever process did it, and follows each run from then on.
    ///
    /// Calling it again reads once more, and says ages anew.
    public func load() async {
        generation += 1
        let mine = generation
        if observation == nil {
            observation = provider.report.observe { [weak self] report in
                if let report { self?.show(report) }
            }
        }
        do {
            let last = try await provider.lastReport()
            guard mine == generation else { return }
            state.update { $0.banner = nil }
            // What runs meanwhile is newer than what was read.
            show(provider.report.value ?? last)
        } catch {
            guard mine == generation, !(error is CancellationError), !Task.isCancelled else { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// Ends following the runs, which go on; ``load()`` begins anew.
    public func stop() {
        generation += 1
        observation?.cancel()
        observation = nil
    }

    /// Refreshes every feed now, fresh or not, or joins the run that is under way.
    ///
    /// It returns when the run has ended, and ``State/report`` is what became of it. Cancelling its task, or
    /// ``cancel()``, ends the run unless somebody else waits for it; what came stays.
    ///
    /// - Parameter deadline: How long it may take; 25 seconds by default.
    public func refresh(deadline: Duration = .seconds(25)) async {
        let provider = provider
        let run = Task { await provider.run(deadline: deadline, scope: .everything) }
        waits.insert(run)
        state.update { $0.isRefreshing = true }
        let report = await withTaskCancellationHandler {
            await run.value
        } onCancel: {
            run.cancel()
        }
        waits.remove(run)
        // Asked for once more meanwhile: the screen waits for that, too.
        guard waits.isEmpty else { return }
        state.update { $0.isRefreshing = false }
        show(report)
    }

    /// Ends the run that ``refresh(deadline:)`` asked for, unless somebody else waits for it.
    public func cancel() {
        for wait in waits { wait.cancel() }
    }

    private func show(_ report: RefreshReport?) {
        let now = time.now
        state.update { state in
            state.report = report
            state.lastRun = format.lastRun(report, now: now)
            state.result = report.map { format.text(of: $0) }
            state.remarks = report.map { format.remarks(on: $0) } ?? []
            state.nextRun = report.flatMap { format.nextRun($0, now: now, in: timeZone) }
            state.failures = (report?.failures ?? []).map { RefreshFailureRow($0, format: format) }
        }
    }
}

extension BackgroundRefreshViewModel {
    /// What there is to draw.
    public struct State: Equatable, Sendable {
        /// The run that is under way, or the last one; `nil` where there was none, and before it was loaded.
        public internal(set) var report: RefreshReport?
        /// When the last run ended: "Last background refresh: 3 hours ago"; empty before it was loaded.
        public internal(set) var lastRun = ""
        /// What it came to, or how far it is; `nil` where there was none.
        public internal(set) var result: String?
        /// What it has left undone, and why.
        public internal(set) var remarks: [String] = []
        /// When the next one may begin; `nil` where none was asked for.
        public internal(set) var nextRun: String?
        /// The feeds that could not be refreshed.
        public internal(set) var failures: [RefreshFailureRow] = []
        /// Whether the person asked for a run that is under way.
        public internal(set) var isRefreshing = false
        /// Why the last run cannot be shown.
        public internal(set) var banner: Banner?

        /// Whether a run is under way, whoever asked for it.
        public var isRunning: Bool { isRefreshing || (report.map { $0.ended == nil } ?? false) }

        /// Creates a state, for a preview or a snapshot test; by default that of what was not loaded yet.
        ///
        /// - Parameters:
        ///   - report: The run that is under way, or the last one.
        ///   - lastRun: When the last run ended: "Last background refresh: 3 hours ago".
        ///   - result: What it came to, or how far it is.
        ///   - remarks: What it has left undone, and why.
        ///   - nextRun: When the next one may begin.
        ///   - failures: The feeds that could not be refreshed.
        ///   - isRefreshing: Whether the person asked for a run that is under way.
        ///   - banner: Why the last run cannot be shown.
        public init(
            report: RefreshReport? = nil, lastRun: String = "", result: String? = nil, remarks: [String] = [],
            nextRun: String? = nil, failures: [RefreshFailureRow] = [], isRefreshing: Bool = false,
            banner: Banner? = nil
        ) {
            self.report = report
            self.lastRun = lastRun
            self.result = result
            self.remarks = remarks
            self.nextRun = nextRun
            self.failures = failures
            self.isRefreshing = isRefreshing
            self.banner = banner
        }
    }
}
