public import Core
public import Foundation

/// A view model of background refreshes: how the last one ended, which feeds failed and why, when the next one comes,
/// and a refresh right now.
///
/// ```swift
/// let screen = BackgroundRefreshViewModel(format: PostFormat(language: .ukrainian))
/// let token = screen.state.observe { draw($0) }
/// await screen.load()
/// await screen.refresh()
/// ```
///
/// It starts nothing by itself: ``load()`` follows all runs until ``stop()`` or until it is released.
@MainActor
public final class BackgroundRefreshViewModel {
    /// The state to draw.
    public let state = ObservableValue(State())

    private let provider: any BackgroundRefreshProvider
    private let format: PostFormat
    private let timeZone: TimeZone
    private let time: any TimeProvider
    private var observation: ObservationToken?
    /// One for each call of ``refresh(deadline:)`` that waits; all of them join one run.
    private var waits: Set<Task<RefreshReport, Never>> = []
    /// Grows with each load and each stop, which void the reads before them.
    private var generation = 0

    /// Creates a view model; resolves `BackgroundRefreshProvider` and starts nothing.
    ///
    /// - Parameters:
    ///   - format: The format of texts; English by default.
    ///   - timeZone: The person's time zone; the system's by default.
    ///   - time: The clock; the registered one by default, else the system's.
    public init(
        format: PostFormat = PostFormat(language: .english), timeZone: TimeZone = .current,
        time: any TimeProvider = Dependency.clock
    ) {
        provider = Dependency.resolve((any BackgroundRefreshProvider).self)
        self.format = format
        self.timeZone = timeZone
        self.time = time
    }

    /// Shows how the last run ended, whichever process did it, and follows each run from then on.
    ///
    /// Calling it again reads the last report again, and updates the texts with ages.
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
            // A run that is under way is newer than what was read.
            show(provider.report.value ?? last) { $0.banner = nil }
        } catch {
            guard mine == generation, !(error is CancellationError), !Task.isCancelled else { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// Stops following the runs, which go on; ``load()`` begins again.
    public func stop() {
        generation += 1
        observation?.cancel()
        observation = nil
    }

    /// Refreshes all feeds now, also the fresh ones, or joins the run that is under way.
    ///
    /// It returns when the run has ended, with its result in ``State/report``. Cancelling its task, or ``cancel()``,
    /// ends the run unless another caller waits for it; posts that came stay.
    ///
    /// - Parameter deadline: The time limit; 25 seconds by default.
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
        // Called again meanwhile: the state shows that call's end, too.
        guard waits.isEmpty else { return }
        show(report) { $0.isRefreshing = false }
    }

    /// Cancels the run that ``refresh(deadline:)`` waits for, unless another caller waits for it.
    public func cancel() {
        for wait in waits { wait.cancel() }
    }

    private func show(_ report: RefreshReport?, _ change: (inout State) -> Void = { _ in }) {
        let now = time.now
        state.update { state in
            change(&state)
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
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The report of the run that is under way, or of the last one; `nil` where there was none, and before it is
        /// loaded.
        public var report: RefreshReport?
        /// The age of the last run: "Last background refresh: 3 hours ago"; empty before it is loaded.
        public var lastRun = ""
        /// The result of the run, or how far it is; `nil` where there was none.
        public var result: String?
        /// Remarks on what the run has left undone, and why.
        public var remarks: [String] = []
        /// The time from which the next run may begin; `nil` where none is scheduled.
        public var nextRun: String?
        /// The feeds that could not be refreshed.
        public var failures: [RefreshFailureRow] = []
        /// Whether a call of ``BackgroundRefreshViewModel/refresh(deadline:)`` is under way.
        package var isRefreshing = false
        /// The error of loading the last run's report.
        public var banner: Banner?

        /// Whether a run is under way, whatever started it.
        public var isRunning: Bool { isRefreshing || (report.map { $0.ended == nil } ?? false) }

        /// Creates the state before anything is loaded; set its properties for a preview or a snapshot test.
        public init() {}
    }
}

/// A feed that a background refresh could not refresh, as a row.
public struct RefreshFailureRow: Identifiable, Hashable, Sendable {
    /// The feed's key.
    public let id: String
    /// The feed, to open it.
    package let feed: Feed
    /// The feed's name: "r/swift · Hot".
    public let name: String
    /// The error as a sentence.
    public let text: String
    /// The error's code.
    package let code: ErrorCode

    package init(_ failure: RefreshReport.Failure, format: PostFormat) {
        id = failure.id
        feed = failure.feed
        name = format.name(of: failure.feed)
        text = format.message(for: failure.error)
        code = failure.error.code
    }
}
