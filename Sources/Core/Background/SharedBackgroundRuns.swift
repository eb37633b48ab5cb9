import Foundation
import Synchronization

/// The runs of a background refresh, one at a time, each shared by all callers that wait for it.
///
/// A caller joins the run that is under way, or begins one. A run is cancelled with the last caller that waits for it.
/// No lock is held while a caller is resumed or a run is cancelled.
final class SharedBackgroundRuns: Sendable {
    /// A caller that waits for a run.
    final class Waiter: Sendable {
        fileprivate let number: Int
        fileprivate let run: Int
        let report = OneShot<RefreshReport>()

        fileprivate init(number: Int, run: Int) {
            self.number = number
            self.run = run
        }
    }

    private struct Run: Sendable {
        var scope: RefreshScope
        /// The time limit of the caller that began it.
        let deadline: Duration
        var report: RefreshReport
        var waiters: [Int: Waiter] = [:]
        var task: Task<Void, Never>?
        /// The reason why the last caller stopped waiting.
        var stop: RefreshReport.Stop?
    }

    private struct State: Sendable {
        var lastNumber = 0
        var runs: [Int: Run] = [:]
        /// The run that can be joined.
        var open: Int?
        /// The run that was begun last; the next one waits until it has ended.
        var newest: Task<Void, Never>?
    }

    /// The report of the run that is under way, else of the last one; `nil` before the first.
    let report = ObservableValue<RefreshReport?>(nil)

    private let state = Mutex(State())

    /// Joins the run that is under way, or begins one.
    ///
    /// - Parameters:
    ///   - scope: The feeds that the caller wants refreshed.
    ///   - deadline: The caller's time limit.
    ///   - date: The date of now.
    ///   - perform: Does a run that is begun here, by its number, and ends with ``finish(_:with:)``.
    /// - Returns: The place of the caller, with the report to wait for.
    func join(
        _ scope: RefreshScope, deadline: Duration, date: Date, perform: @escaping @Sendable (Int) async -> Void
    ) -> Waiter {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let id = state.open ?? number
            if id == number {
                let before = state.newest
                var run = Run(scope: scope, deadline: deadline, report: RefreshReport(started: date))
                let task = Task(priority: .utility) {
                    await before?.value
                    await perform(id)
                }
                run.task = task
                state.runs[id] = run
                (state.open, state.newest) = (id, task)
            }
            let waiter = Waiter(number: number, run: id)
            if var run = state.runs[id] {
                run.waiters[number] = waiter
                run.scope = max(run.scope, scope)
                state.runs[id] = run
            }
            return waiter
        }
    }

    /// Ends the wait of a caller, with a report of what was done so far.
    ///
    /// The last caller's run is cancelled, and that caller gets the report when the run has ended.
    func leave(_ waiter: Waiter, because stop: RefreshReport.Stop, date: Date) {
        let (task, report) = state.withLock { state -> (Task<Void, Never>?, RefreshReport?) in
            guard var run = state.runs[waiter.run], run.waiters[waiter.number] != nil, run.stop == nil else {
                return (nil, nil)
            }
            defer { state.runs[waiter.run] = run }
            guard run.waiters.count > 1 else {
                run.stop = stop
                if state.open == waiter.run { state.open = nil }
                return (run.task, nil)
            }
            run.waiters[waiter.number] = nil
            var report = run.report
            (report.stop, report.ended) = (stop, date)
            return (nil, report)
        }
        task?.cancel()
        if let report { waiter.report.settle(report) }
    }

    /// The feeds that a run's callers want refreshed now.
    func scope(of id: Int) -> RefreshScope { state.withLock { $0.runs[id]?.scope } ?? .stale }

    /// The time limit of the caller that began a run.
    func deadline(of id: Int) -> Duration { state.withLock { $0.runs[id]?.deadline } ?? .zero }

    /// The reason why a run was cancelled; `nil` while somebody waits for it.
    func stop(of id: Int) -> RefreshReport.Stop? { state.withLock { $0.runs[id]?.stop } }

    /// Closes a run for further callers, unless one has joined that wants more than what was done.
    ///
    /// - Returns: True when the run is closed.
    func closes(_ id: Int, after scope: RefreshScope) -> Bool {
        state.withLock { state in
            guard let run = state.runs[id], run.stop == nil else { return true }
            guard run.scope <= scope else { return false }
            if state.open == id { state.open = nil }
            return true
        }
    }

    /// Publishes how far a run is.
    func publish(_ report: RefreshReport, of id: Int) {
        state.withLock { $0.runs[id]?.report = report }
        self.report.set(report)
    }

    /// Ends a run, and resumes all callers that wait for it.
    func finish(_ id: Int, with report: RefreshReport) {
        let run = state.withLock { state in
            if state.open == id { state.open = nil }
            return state.runs.removeValue(forKey: id)
        }
        self.report.set(report)
        for waiter in (run?.waiters ?? [:]).values { waiter.report.settle(report) }
    }
}
