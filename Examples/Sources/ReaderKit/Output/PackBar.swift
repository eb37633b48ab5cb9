import ConsoleKit
import Core
import Foundation
import PostFeatures

/// A progress bar on a terminal while a pack is fetched; it is removed at the end, and not drawn elsewhere.
///
/// It is drawn on standard error, so that the answer stays alone on standard output.
@MainActor
final class PackBar {
    private let terminal: Terminal
    private let isShown: Bool
    private let format = PostFormat.chosen()
    private var isDrawn = false

    init(terminal: Terminal = Terminal()) {
        self.terminal = terminal
        isShown = terminal.isInteractive && Terminal.isErrorInteractive
    }

    func draw(_ report: PackReport) {
        guard isShown, report.phase != .ended else { return }
        isDrawn = true
        Console.draw("\r\(Self.line(report, in: format, columns: terminal.columns))\u{1B}[K")
    }

    /// Removes the bar.
    func end() {
        if isDrawn { Console.draw("\r\u{1B}[K") }
        isDrawn = false
    }

    /// The bar and what it stands for, in one line.
    static func line(_ report: PackReport, in format: PostFormat, columns: Int) -> String {
        let text = format.text(of: report)
        // The last column stays free: a terminal may begin a new line behind it.
        let width = min(24, columns - text.count - 4)
        guard width >= 5 else { return String(text.prefix(max(0, columns - 1))) }
        let step = report.step ?? PackReport.Step(done: 0, total: 1)
        let share = step.total > 0 ? min(1, max(0, Double(step.done) / Double(step.total))) : 1
        let filled = Int((share * Double(width)).rounded(.down))
        return "[\(String(repeating: "█", count: filled))\(String(repeating: "·", count: width - filled))] \(text)"
    }
}
