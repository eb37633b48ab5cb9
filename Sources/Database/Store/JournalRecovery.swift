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
        var last: (segment: Int, length: Int, versions: [String: Int], isUnterminated: Bool)?
        for (position, (segment, bytes, original, first)) in found.enumerated() {
            var (content, scan) = (bytes, original)
            var versions: [String: Int] = [:]
            // Batches that an earlier file had already say nothing new, and what is older must not overwrite it.
            let batches = scan.batches.filter { $0.number >= first }
            let misfits = batches.flatMap { load(bytes, $0, versions: &versions) }
            // An unfinished batch is the end of the last file; in an earlier one there is something missing.
            var isDamaged = scan.verdict == .damaged || !misfits.isEmpty
            switch scan.verdict {
            case .unfinished, .unterminated: isDamaged = isDamaged || position < found.count - 1
            case .intact, .damaged: break
            }
            if isDamaged {
                content = try salvage(scan, bytes, segment: segment, from: first, without: Set(misfits))
                scan = JournalScan(content, segment: segment, next: first)
            }
            var length = content.count
            if case .unfinished(let start) = scan.verdict { length = start }
            last = (segment, length, versions, scan.verdict == .unterminated)
        }
        for name in tables.keys { tables[name]?.sortAll() }
        let isNew = last == nil || last?.length == 0
        return try Journal(
            files: files, directory: directory, segment: last?.segment ?? 1, length: last?.length ?? 0,
            next: max(1, next), versions: last?.versions ?? [:], isNew: isNew,
            isUnterminated: last?.isUnterminated ?? false)
    }

    private func checkVersions(_ scan: JournalScan, _ bytes: [UInt8], _ path: String) throws(StoreError) {
        if scan.holdsUnknownLines || scan.format.map({ $0 > JournalLine.format }) ?? false {
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

    /// Takes over the lines of a batch.
    ///
    /// - Returns: Where the lines begin of records that do not fit their type. Their batch is whole, so some other
    ///   version of the app wrote them: they are set aside one by one, and the rest of the batch counts.
    private mutating func load(
        _ bytes: [UInt8], _ batch: JournalScan.Batch, versions: inout [String: Int]
    ) -> [Int] {
        let decoder = decoder
        return lines(of: bytes, in: batch.records).compactMap { line in
            do {
                switch JournalLine(bytes, line) {
                case .put(let name, let json): try tables[name]?.load(put: bytes[json], decoder: decoder)
                case .delete(let name, let json): try tables[name]?.load(delete: bytes[json], decoder: decoder)
                case .schema(let name, let version): versions[name] = version
                case .head, .trailer, nil: return line.lowerBound
                }
                return nil
            } catch {
                // Not swallowed: the line is left out, kept aside and reported.
                return line.lowerBound
            }
        }
    }

    private func lines(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
        bytes[range].split(separator: UInt8(ascii: "\n")).map { $0.startIndex..<$0.endIndex }
    }

    /// Keeps the file as it was found under another name, and writes its whole batches in its place.
    private mutating func salvage(
        _ scan: JournalScan, _ bytes: [UInt8], segment: Int, from first: UInt64, without misfits: Set<Int>
    ) throws(FileError) -> [UInt8] {
        let path = Journal.path(directory, segment)
        let aside = try freeAsidePath(segment)
        var expected = first > 0 ? first : max(1, scan.first ?? 1)
        var content = JournalLine.makeHead(segment: segment, next: expected)
        let batches = scan.batches.filter { $0.number >= expected }
        // Looked at again: a batch that stands in the file twice counts once.
        for batch in batches where batch.number >= expected {
            // What is missing before it is known to be lost from now on, and is not reported again.
            if batch.number != expected { content += JournalLine.makeHead(segment: segment, next: batch.number) }
            let lines = lines(of: bytes, in: batch.records)
            if lines.contains(where: { misfits.contains($0.lowerBound) }) {
                let kept = lines.filter { !misfits.contains($0.lowerBound) }.flatMap {
                    bytes[$0] + [UInt8(ascii: "\n")]
                }
                content += kept + JournalLine.makeTrailer(number: batch.number, records: kept)
            } else {
                content += bytes[batch.whole] + [UInt8(ascii: "\n")]
            }
            expected = batch.number + 1
        }
        if scan.next > expected { content += JournalLine.makeHead(segment: segment, next: scan.next) }
        // First the copy, then the replacement: at no moment is there less than what was found.
        try files.replace(aside, with: bytes)
        try files.replace(path, with: content)
        damages.append(
            StoreDamage(
                path: path, asidePath: aside, salvagedBatches: batches.count, lostBytes: scan.lostBytes,
                misfitRecords: misfits.count))
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
