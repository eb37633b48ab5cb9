import Foundation
import Synchronization

/// Who waits for which run. No lock is held while anybody is resumed or cancelled.
extension BackgroundRefresher {
    /// One who waits for a run.
    final class Passenger: Sendable {
        let number: Int
        let run: Int
        let report = OneShot<RefreshReport>()

        init(number: Int, run: Int) {
            self.number = number
            self.run = run
        }
    }

    /// A run that is under way, or that is tidied up.
    struct Run: Sendable {
        var scope: RefreshScope
        /// How long the one who began it gives it.
        let deadline: Duration
        var report: RefreshReport
        var passengers: [Int: Passenger] = [:]
        var task: Task<Void, Never>?
        /// Why the last one left who waited.
        var stop: RefreshReport.Stop?
    }

    struct State: Sendable {
        var lastNumber = 0
        var runs: [Int: Run] = [:]
        /// The run that can be joined.
        var open: Int?
        /// The run that was begun last; the next one waits until it is tidied up.
        var newest: Task<Void, Never>?
    }

    /// Joins the run that is under way, or begins one.
    func board(_ scope: RefreshScope, deadline: Duration) -> Passenger {
        state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let id = state.open ?? number
            if id == number {
                let before = state.newest
                var run = Run(scope: scope, deadline: deadline, report: RefreshReport(started: time.now))
                let task = Task(priority: .utility) {
                    await before?.value
                    await self.perform(id)
                }
                run.task = task
                state.runs[id] = run
                (state.open, state.newest) = (id, task)
            }
            let passenger = Passenger(number: number, run: id)
            if var run = state.runs[id] {
                run.passengers[number] = passenger
                run.scope = max(run.scope, scope)
                state.runs[id] = run
            }
            return passenger
        }
    }

    /// Lets one go who waits no longer, with what was done so far.
    ///
    /// With the last one the run ends, and that one gets its report when everything is tidied up.
    func leave(_ passenger: Passenger, because stop: RefreshReport.Stop) {
        let now = time.now
        let (task, report) = state.withLock { state -> (Task<Void, Never>?, RefreshReport?) in
            guard var run = state.runs[passenger.run], run.passengers[passenger.number] != nil, run.stop == nil else {
                return (nil, nil)
            }
            defer { state.runs[passenger.run] = run }
            guard run.passengers.count > 1 else {
                run.stop = stop
                if state.open == passenger.run { state.open = nil }
                return (run.task, nil)
            }
            run.passengers[passenger.number] = nil
            var report = run.report
            (report.stop, report.ended) = (stop, now)
            return (nil, report)
        }
        task?.cancel()
        if let report { passenger.report.settle(report) }
    }

    /// Which feeds a run is asked for now.
    func scope(of id: Int) -> RefreshScope {
        state.withLock { $0.runs[id]?.scope ?? .stale }
    }

    /// Ends a run for those who come from now on, unless more is wanted of it than was done.
    func closes(_ id: Int, after scope: RefreshScope) -> Bool {
        state.withLock { state in
            guard let run = state.runs[id], run.stop == nil else { return true }
            guard run.scope <= scope else { return false }
            if state.open == id { state.open = nil }
            return true
        }
    }

    /// Says how far a run is.
    func tell(_ report: RefreshReport, of id: Int) {
        state.withLock { $0.runs[id]?.report = report }
        self.report.set(report)
    }

    /// Ends a run, and answers all who wait for it.
    func land(_ id: Int, with report: RefreshReport) {
        let run = state.withLock { state in
            if state.open == id { state.open = nil }
            return state.runs.removeValue(forKey: id)
        }
        self.report.set(report)
        for passenger in (run?.passengers ?? [:]).values { passenger.report.settle(report) }
    }
}
