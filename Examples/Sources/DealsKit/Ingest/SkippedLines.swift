import ConsoleKit
import Synchronization

/// Counts the lines that are no deals, and reports the first ten.
final class SkippedLines: Sendable {
    private static let reported = 10

    private let total = Mutex(0)
    private let report: @Sendable (String) -> Void

    init(report: @escaping @Sendable (String) -> Void = Console.warn) {
        self.report = report
    }

    var count: Int { total.withLock { $0 } }

    func add(line: Int, _ problem: LineProblem) {
        let count = total.withLock { total in
            total += 1
            return total
        }
        if count <= Self.reported { report("line \(line): \(problem); skipped") }
    }

    /// Reports the number of skipped lines, if there were any.
    func reportTotal() {
        let count = count
        guard count > 0 else { return }
        report(count == 1 ? "1 line is no deal and was skipped." : "\(count) lines are no deals and were skipped.")
    }
}
