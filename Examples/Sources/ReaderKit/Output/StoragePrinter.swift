import ConsoleKit
import Core
import Database
import PostFeatures

/// Prints the size of the store, and the results of deleting, for people or for programs.
@MainActor
struct StoragePrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints the files and bytes on the disk, by kind.
    func print(_ report: StorageReport) throws {
        if session.isJSON {
            try JSONOutput.print(ReportOutput(kinds: report.kinds, bytes: report.bytes))
        } else {
            let rows = StorageRow.rows(of: report).map { row in
                Line(name: format.name(of: row.kind), usage: row.usage, share: format.percent(row.fraction))
            }
            try Console.answer(text(of: rows + [Line(name: "", usage: report.total)]))
        }
    }

    /// Prints what was cleared.
    func print(_ report: EraseReport) throws {
        if session.isJSON {
            let freed = StorageReport(report.freed).kinds.filter { report.freed[$0.kind] != nil }
            try JSONOutput.print(EraseOutput(freed: freed, bytes: report.bytes, isDryRun: report.isDryRun))
        } else {
            try Console.answer(
                report.isDryRun || report.bytes == 0
                    ? format.question(for: report)
                    : format.text(StoragePhrase.freed, filling: format.byteCount(report.bytes)))
        }
    }

    /// Prints what was trimmed.
    func print(_ report: RetentionReport) throws {
        if session.isJSON {
            let amounts = StorageKind.allCases.compactMap { kind in
                report.amounts[kind].map { TrimOutput.Amount(kind: kind, count: $0.count, bytes: $0.bytes) }
            }
            try JSONOutput.print(
                TrimOutput(
                    posts: report.posts.map { .init(id: $0.id.native, reason: $0.reason.rawValue) }, kinds: amounts,
                    bytes: report.bytes, isDryRun: report.isDryRun))
        } else {
            try Console.answer(format.text(of: report))
        }
    }

    /// Prints the records that were restored.
    func print(_ restoration: StoreRestoration) throws {
        guard !session.isJSON else { return try JSONOutput.print(RestoreOutput(restoration)) }
        var lines = [
            format.text(ReaderPhrase.givenBack, filling: "\(restoration.restored)"),
            format.text(ReaderPhrase.knownAlready, filling: "\(restoration.known)"),
        ]
        if restoration.maybeDeleted > 0 {
            lines.append(format.text(ReaderPhrase.maybeDeleted, filling: "\(restoration.maybeDeleted)"))
        }
        if restoration.unreadableRecords > 0 {
            lines.append(format.text(ReaderPhrase.unmatchedRecords, filling: "\(restoration.unreadableRecords)"))
        }
        if restoration.unreadableBytes > 0 {
            lines.append(
                format.text(ReaderPhrase.unreadable, filling: format.byteCount(restoration.unreadableBytes)))
        }
        if restoration.isComplete { lines.append(format.text(ReaderPhrase.allGivenBack, filling: restoration.path)) }
        try Console.answer(lines.joined(separator: "\n"))
    }

    private struct Line {
        let name: String
        let usage: FileUsage
        var share = ""
    }

    /// A line for each kind, the numbers below each other.
    private func text(of lines: [Line]) -> String {
        let names = lines.map(\.name)
        let files = lines.map { format.text(StoragePhrase.files, counting: $0.usage.files) }
        let bytes = lines.map { format.byteCount($0.usage.bytes) }
        let width = { (texts: [String]) in texts.map { DisplayWidth.of($0) }.max() ?? 0 }
        return lines.indices.map { row in
            let parts = [
                names[row].padded(toColumns: width(names)), bytes[row].aligned(rightToColumns: width(bytes)),
                lines[row].share.aligned(rightToColumns: width(lines.map(\.share))),
                files[row].aligned(rightToColumns: width(files)),
            ]
            return "  " + parts.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// The JSON output of `storage`.
struct ReportOutput: Encodable {
    let kinds: [StorageReport.Entry]
    let bytes: Int
}

/// The JSON output of `storage clear`.
struct EraseOutput: Encodable {
    let freed: [StorageReport.Entry]
    let bytes: Int
    let isDryRun: Bool
}

/// The JSON output of `storage trim`.
struct TrimOutput: Encodable {
    struct Post: Encodable {
        let id: String
        let reason: String
    }

    struct Amount: Encodable {
        let kind: StorageKind
        let count: Int
        let bytes: Int
    }

    let posts: [Post]
    let kinds: [Amount]
    let bytes: Int
    let isDryRun: Bool
}

/// The answer of `storage restore` as JSON.
struct RestoreOutput: Encodable {
    let file: String
    let restored: Int
    let known: Int
    let maybeDeleted: Int
    let misfits: Int
    let unreadableBytes: Int
    let isComplete: Bool

    init(_ restoration: StoreRestoration) {
        file = restoration.path
        restored = restoration.restored
        known = restoration.known
        maybeDeleted = restoration.maybeDeleted
        misfits = restoration.unreadableRecords
        unreadableBytes = restoration.unreadableBytes
        isComplete = restoration.isComplete
    }
}
