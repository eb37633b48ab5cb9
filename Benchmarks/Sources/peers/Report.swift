import Foundation
import GRDB
import Synchronization

/// The results as text, as JSON and as a document.
struct Report {
    let machine: Machine
    let runs: [SizeRun]
    let plans: [String]
    let took: Duration

    /// The musts are about this many deals.
    static let judgedCount = 1_000_000

    /// The run that counts: the largest.
    private var main: SizeRun? { runs.max { $0.count < $1.count } }

    private var isJudged: Bool { main?.count == Self.judgedCount }

    /// Whether a must is missed.
    var isMissed: Bool { isJudged && (main?.lines ?? []).contains { $0.isMet == false } }

    // MARK: Text

    func table(_ run: SizeRun) -> String {
        var rows = [["\(run.count) deals", "ours", "peer's", "ratio", "must", "met", "spread ours", "spread peer's"]]
        rows += run.lines.map { row($0, of: run) }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                let padding = String(repeating: " ", count: cell.1 - cell.0.count)
                return (1...3).contains(column) ? padding + cell.0 : cell.0 + padding
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private func row(_ figure: Figure, of run: SizeRun) -> [String] {
        let unit = figure.kind.unit
        func text(_ value: Double?) -> String { value.map { "\($0.short) \(unit)" } ?? "-" }
        let isMet = run.count == Self.judgedCount ? figure.isMet.map { $0 ? "met" : "MISSED" } ?? "-" : "-"
        return [
            figure.kind.name, text(figure.value(.lantern)), text(figure.value(.grdb)),
            figure.ratio.map { "\($0.short) ×" } ?? "-", figure.kind.must.text(unit), isMet,
            spread(figure, .lantern), spread(figure, .grdb),
        ]
    }

    private func spread(_ figure: Figure, _ peer: PeerKind) -> String {
        guard let values = figure.rounds[peer], let least = values.min(), let most = values.max() else { return "-" }
        return "\(least.short) … \(most.short)"
    }

    var settings: [String] {
        let tuning = GRDBPeer.tuning.withLock { $0 }
        return [
            "GRDB 7.10.0 on SQLite \(sqliteVersion): DatabasePool (WAL), cached statements, a cache of "
                + "\(tuning.cacheMiB) MiB for each connection, write-back after \(tuning.checkpointPages) pages, "
                + "synchronous=NORMAL (FULL where every batch is synced), rows decoded by hand.",
            "Figures are the median of \(main?.settings.rounds ?? 0) rounds, turn and turn about in one process; "
                + "the spread is the least and the most of them.",
        ]
    }

    private var sqliteVersion: String {
        do {
            return try DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") } ?? "?"
        } catch {
            return "?"  // The version is for the reader; no figure depends on it.
        }
    }

    // MARK: JSON

    /// One array: an entry for each figure of the run that counts, every key in each.
    func json() throws -> String {
        let entries = try (main?.lines ?? []).map { figure in
            let unit = figure.kind.unit
            let fields = [
                ("name", try Self.json("\(figure.kind.name), \(unit)")),
                ("ours", try Self.json(figure.value(.lantern).map(Self.rounded))),
                ("peer", try Self.json(figure.value(.grdb).map(Self.rounded))),
                ("ratio", try Self.json(figure.ratio.map(Self.rounded))),
                ("must", try Self.json(figure.kind.must.text(unit))),
                ("met", try Self.json(isJudged ? figure.isMet : nil)),
            ]
            return "  {\(fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", "))}"
        }
        return "[\n\(entries.joined(separator: ",\n"))\n]"
    }

    private static func json<Value: Encodable>(_ value: Value) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Six digits that mean something.
    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return value }
        let scale = pow(10, 5 - log10(abs(value)).rounded(.down))
        return (value * scale).rounded() / scale
    }

    // MARK: Document

    func document() -> String {
        let command = "swift run -c release --package-path Benchmarks peers --write-results"
        var lines = ["# Results", "", "Written by `\(command)`.", ""]
        lines += machine.lines.map { "- \($0)" } + [""] + settings.map { "- \($0)" }
        lines += ["- The run took \(Int(took.milliseconds / 60_000)) minutes.", ""]
        for run in runs.sorted(by: { $0.count > $1.count }) {
            lines += ["## \(run.count) deals", ""]
            lines += ["| workload | ours | GRDB | ratio | must | met | spread ours | spread GRDB |"]
            lines += ["| --- | --: | --: | --: | --- | --- | --- | --- |"]
            lines += run.lines.map { "| \(row($0, of: run).joined(separator: " | ")) |" } + [""]
            lines += ["<details><summary>Round by round</summary>", ""] + run.notes.map { "- \($0)" }
            lines += ["", "</details>", ""]
        }
        lines += ["## SQLite's query plans", "", "```"] + plans + ["```", ""]
        return lines.joined(separator: "\n")
    }
}
