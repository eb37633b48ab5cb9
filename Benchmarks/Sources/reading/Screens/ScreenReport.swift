import Foundation

/// What whole programs on a terminal came to: the times and bytes of each, and what else is required.
struct ScreenReport: Sendable {
    /// The times of a step, and the bytes that each wrote.
    struct Line: Sendable {
        var samples = Samples()
        var bytes: [Int] = []

        mutating func add(_ duration: Duration, bytes count: Int) {
            samples.add(duration)
            bytes.append(count)
        }

        var medianBytes: Int { bytes.isEmpty ? 0 : bytes.sorted()[(bytes.count - 1) / 2] }
    }

    /// Something that is required and is no time.
    private struct Requirement: Sendable {
        var text: String
        var isMet: Bool
    }

    static let (keyMedian, keyTail) = (5.0, 16.0)

    private var ours: [Step: Line] = [:]
    private var theirs: [Step: Line] = [:]
    private var requirements: [Requirement] = []
    private var notes: [String] = []

    var isEmpty: Bool { ours.isEmpty && requirements.isEmpty && notes.isEmpty }

    mutating func add(_ line: Line, _ step: Step, isPeer: Bool) {
        if isPeer { theirs[step] = line } else { ours[step] = line }
    }

    mutating func require(_ isMet: Bool, _ text: String) {
        requirements.append(Requirement(text: text, isMet: isMet))
    }

    mutating func note(_ text: String) { notes.append(text) }

    func line(_ step: Step) -> Line? { ours[step] }

    var isMissed: Bool { requirements.contains { !$0.isMet } || ours.contains { !isMet($0.key, $0.value) } }

    private func isMet(_ step: Step, _ line: Line) -> Bool {
        if step == .screenStart { return line.samples.median <= Self.startLimit }
        if step.isAboutNews { return line.samples.percentile(1) <= Self.newsLimit }
        return line.samples.median <= Self.keyMedian && line.samples.percentile(0.99) <= Self.keyTail
    }

    private static let startLimit = 150.0
    private static let newsLimit = 1_000.0

    private func limit(of step: Step) -> String {
        if step == .screenStart { return "\(Int(Self.startLimit)) ms" }
        if step.isAboutNews { return "\(Int(Self.newsLimit)) ms (most)" }
        return "\(Int(Self.keyMedian)) ms, \(Int(Self.keyTail)) ms (p99)"
    }

    var table: String {
        var lines = [
            "| on a terminal of \(TerminalProgram.columns) × \(TerminalProgram.rows) | reader median | least | p99 "
                + "| most | bytes | newsboat median | least | p99 | most | bytes | times as fast | at most | |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        for step in Step.allCases {
            guard let line = ours[step] else { continue }
            let ratio = theirs[step].map { Self.text($0.samples.median / line.samples.median) } ?? "–"
            lines.append(
                "| \(step.name) | \(Self.cells(line)) | \(Self.cells(theirs[step])) | \(ratio) | \(limit(of: step)) | "
                    + "\(isMet(step, line) ? "met" : "MISSED") |")
        }
        lines += requirements.map { "- \($0.text): \($0.isMet ? "met" : "MISSED")" }
        lines += notes.map { "- \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The median, the least, the 99th percentile and the most, in milliseconds, and the bytes.
    private static func cells(_ line: Line?) -> String {
        guard let line else { return "– | – | – | – | –" }
        return ([0.5, 0, 0.99, 1].map { text(line.samples.percentile($0)) } + ["\(line.medianBytes)"])
            .joined(separator: " | ")
    }

    private static func text(_ value: Double) -> String { String(format: "%.3g", value) }
}
