import Core
import Foundation

/// Reads the journal when a store is opened: cuts what is unfinished, salvages what is damaged, fills the tables.
struct JournalRecovery {
    let files: any FileSystem
    let directory: String
    let schemas: [AnyCollectionSchema]
    let now: Date

    private(set) var tables: [String: any Table]
    private(set) var damages: [StoreDamage] = []
    private let decoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }()

    init(files: any FileSystem, directory: String, schemas: [AnyCollectionSchema], now: Date) {
        self.files = files
        self.directory = directory
        self.schemas = schemas
        self.now = now
        tables = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0.makeTable()) })
    }

    /// Reads everything.
    ///
    /// - Returns: The journal, ready to be appended to.
    mutating func run() throws -> Journal {
        var found: [(segment: Int, bytes: [UInt8], scan: JournalScan, first: UInt64)] = []
        var next: UInt64 = 0
        for segment in try files.list(directory).compactMap(Journal.segment(ofName:)).sorted() {
            let path = Journal.path(directory, segment)
            let bytes = try files.contents(of: path) ?? []
            let scan = JournalScan(bytes, segment: segment, next: next)
            // Refused before anything is touched, in whichever file it shows.
            try checkVersions(scan, bytes, path)
            found.append((segment, bytes, scan, next))
            next = scan.next
        }
        var last: (segment: Int, length: Int, versions: [String: Int])?
        for (position, (segment, bytes, original, first)) in found.enumerated() {
            var (content, scan) = (bytes, original)
            // An unfinished batch is the end of the last file; in an earlier one there is something missing.
            var isDamaged = scan.verdict == .damaged
            if case .unfinished = scan.verdict, position < found.count - 1 { isDamaged = true }
            if isDamaged {
                content = try salvage(scan, bytes, segment: segment, from: first)
                scan = JournalScan(content, segment: segment, next: first)
            }
            var versions: [String: Int] = [:]
            for batch in scan.batches {
                try load(content, batch, versions: &versions, path: Journal.path(directory, segment))
            }
            var length = content.count
            if case .unfinished(let start) = scan.verdict { length = start }
            last = (segment, length, versions)
        }
        for name in tables.keys { tables[name]?.sortAll() }
        let isNew = last == nil || last?.length == 0
        return try Journal(
            files: files, directory: directory, segment: last?.segment ?? 1, length: last?.length ?? 0,
            next: max(1, next), versions: last?.versions ?? [:], isNew: isNew)
    }

    private func checkVersions(_ scan: JournalScan, _ bytes: [UInt8], _ path: String) throws(StoreError) {
        if let format = scan.format, format > JournalLine.format {
            throw StoreError(
                .storeTooNew, path: path,
                message: "'\(path)' was written by a newer version of this app. Update the app; nothing was changed.")
        }
        let known = Dictionary(uniqueKeysWithValues: schemas.map { ($0.name, $0.version) })
        for batch in scan.batches {
            for line in lines(of: bytes, in: batch.records) {
                guard case .schema(let name, let version)? = JournalLine(bytes, line) else { continue }
                if let current = known[name], version > current {
                    throw StoreError(
                        .storeTooNew, path: path,
                        message: """
                            '\(path)' holds version \(version) of '\(name)', and this app knows \(current). \
                            Update the app; nothing was changed.
                            """)
                }
            }
        }
    }

    private mutating func load(
        _ bytes: [UInt8], _ batch: JournalScan.Batch, versions: inout [String: Int], path: String
    ) throws {
        let decoder = decoder
        for line in lines(of: bytes, in: batch.records) {
            do {
                switch JournalLine(bytes, line) {
                case .put(let name, let json): try tables[name]?.load(put: bytes[json], decoder: decoder)
                case .delete(let name, let json): try tables[name]?.load(delete: bytes[json], decoder: decoder)
                case .schema(let name, let version): versions[name] = version
                case .head, .trailer, nil: throw CocoaError(.coderReadCorrupt)
                }
            } catch {
                // Whole by its checksum, so it is what some version of the app wrote: not damage, but a missing step.
                throw StoreError(
                    .storeDamaged, path: path,
                    message: """
                        A record in batch \(batch.number) of '\(path)' does not fit its type. Raise the version of the \
                        collection when its records change.
                        """,
                    underlying: error)
            }
        }
    }

    private func lines(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        bytes[range].split(separator: UInt8(ascii: "\n")).map { $0.startIndex..<$0.endIndex }
    }

    /// Keeps the file as it was found under another name, and writes its whole batches in its place.
    private mutating func salvage(
        _ scan: JournalScan, _ bytes: [UInt8], segment: Int, from first: UInt64
    ) throws(FileError) -> [UInt8] {
        let path = Journal.path(directory, segment)
        let aside = try freeAsidePath(segment)
        var expected = scan.batches.first.map { max(1, min($0.number, max(1, first))) } ?? max(1, first, scan.next)
        var content = JournalLine.makeHead(segment: segment, next: expected)
        for batch in scan.batches where batch.number >= expected {
            if batch.number != expected { content += JournalLine.makeHead(segment: segment, next: batch.number) }
            content += bytes[batch.whole]
            expected = batch.number + 1
        }
        if scan.next > expected { content += JournalLine.makeHead(segment: segment, next: scan.next) }
        // First the copy, then the replacement: at no moment is there less than what was found.
        try files.replace(aside, with: bytes)
        try files.replace(path, with: content)
        damages.append(
            StoreDamage(
                path: path, asidePath: aside, salvagedBatches: scan.batches.count, lostBytes: scan.lostBytes))
        return content
    }

    private func freeAsidePath(_ segment: Int) throws(FileError) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
            .dateSeparator(.omitted).time(includingFractionalSeconds: false).timeSeparator(.omitted)
        let stem = "damaged-\(now.formatted(style))-\(segment)"
        let taken = Set(try files.list(directory))
        var name = "\(stem).jsonl"
        var count = 2
        while taken.contains(name) {
            name = "\(stem)-\(count).jsonl"
            count += 1
        }
        return "\(directory)/\(name)"
    }
}
