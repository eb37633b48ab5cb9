import Core
import Foundation

/// Makes of a damaged journal file one that holds its whole batches.
struct JournalSalvage {
    let segment: Int
    /// The number that the file has to begin with; 0 for whichever it says.
    let from: UInt64
    /// The number at which the file behind it begins, where that is known.
    let until: UInt64?
    /// The versions that were named in the files before it.
    let known: [String: Int]
    /// The versions that the app declares.
    let declared: [String: Int]

    /// The new content.
    ///
    /// - Parameters:
    ///   - bytes: The file as it was found.
    ///   - scan: What is in it.
    ///   - strays: Where the lines begin that are left out.
    /// - Returns: The content, and how many batches are in it.
    func content(
        of bytes: [UInt8], _ scan: JournalScan, without strays: Set<Int> = []
    ) -> (content: [UInt8], batches: Int) {
        bytes.withUnsafeBufferPointer { buffer in
            let start = from > 0 ? from : max(1, scan.first ?? scan.batches.first?.number ?? 1)
            var versions = Versions(salvage: self, buffer, scan)
            var content = JournalLine.makeHead(segment: segment, next: start)
            let merged = mergedNumber(scan, start)
            let batches = merged == nil ? scan.batches.filter { $0.number >= start } : scan.batches
            var expected = start
            var all: [UInt8] = []
            // Looked at again: a batch that stands in the file twice counts once.
            for batch in batches where merged != nil || batch.number >= expected {
                let lines = versions.lines(of: batch, without: strays)
                if merged != nil {
                    all += lines ?? Array(buffer[batch.records])
                    continue
                }
                // What is missing before it is known to be lost from now on, and is not reported again.
                if batch.number != expected { content += JournalLine.makeHead(segment: segment, next: batch.number) }
                if let lines {
                    content += lines + JournalLine.makeTrailer(number: batch.number, records: lines)
                } else {
                    content += buffer[batch.whole]
                    content.append(JournalLine.newline)
                }
                expected = batch.number + 1
            }
            if let merged, !all.isEmpty {
                if merged != expected { content += JournalLine.makeHead(segment: segment, next: merged) }
                content += all + JournalLine.makeTrailer(number: merged, records: all)
                expected = merged + 1
            }
            let end = max(scan.next, until ?? 0)
            if end > expected { content += JournalLine.makeHead(segment: segment, next: end) }
            return (content, batches.count)
        }
    }

    /// The number for all batches of a file that was to supersede those before it, and is not whole.
    ///
    /// Those are still there then, and hold everything but what was written in this segment before; its batches hold
    /// the newer state of the same records, and become one batch behind them. `nil` for a file that is just damaged, and
    /// for one to which others were joined: it holds the older states, too, each in the batch that the file below has.
    private func mergedNumber(_ scan: JournalScan, _ start: UInt64) -> UInt64? {
        guard !scan.isJoined, let first = scan.first ?? scan.batches.first?.number, first < start,
            scan.headSegment.map({ $0 == segment }) ?? true, let last = scan.batches.last
        else { return nil }
        let number = max(start, last.number)
        return until.map { number < $0 } ?? true ? number : nil
    }

    /// The beginning of the name of a file that was set aside.
    static let prefix = "damaged-"

    /// Keeps the file as it was found under another name, and puts the new content in its place.
    ///
    /// - Returns: The path of the copy.
    /// - Throws: `FileError`.
    static func replace(
        segment: Int, in folder: JournalFolder, at now: Date, found bytes: [UInt8], by content: [UInt8]
    ) throws(FileError) -> String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
            .dateSeparator(.omitted).time(includingFractionalSeconds: false).timeSeparator(.omitted)
        let stem = "\(prefix)\(now.formatted(style))-\(segment)"
        let taken = Set(try folder.files.list(folder.path))
        var name = "\(stem).jsonl"
        var count = 2
        while taken.contains(name) {
            name = "\(stem)-\(count).jsonl"
            count += 1
        }
        let aside = "\(folder.path)/\(name)"
        // First the copy, then the replacement: at no moment is there less than what was found.
        try folder.replace(aside, with: bytes)
        try folder.replace(Journal.path(folder.path, segment), with: content)
        return aside
    }
}

/// Names versions again whose lines were lost.
private struct Versions {
    let bytes: JournalLine.Bytes
    let salvage: JournalSalvage
    /// The lines in no whole batch that name a version, in order.
    private var lost: ArraySlice<JournalScan.Naming>
    /// The versions that lost lines named, where they make sense.
    private var readable: [String: Int] = [:]
    /// The marks of unreadable records that a lost line said, and that are to be said again.
    private var marks: [String: Int] = [:]
    private var named: [String: Int] = [:]

    init(salvage: JournalSalvage, _ bytes: JournalLine.Bytes, _ scan: JournalScan) {
        self.salvage = salvage
        self.bytes = bytes
        let valid = Set(scan.validNamings.map(\.line))
        lost = scan.namings.filter { !valid.contains($0.line) }[...]
    }

    /// The lines of a batch, where they differ from what it has.
    mutating func lines(of batch: JournalScan.Batch, without strays: Set<Int>) -> [UInt8]? {
        while let naming = lost.first, naming.line < batch.records.lowerBound {
            read(naming)
            lost = lost.dropFirst()
        }
        var result: [UInt8] = []
        var isChanged = !marks.isEmpty
        for (name, count) in marks.inOrderOfNames {
            result += JournalLine.makeSchema(name: name, version: count)
            named[name] = count
        }
        marks = [:]
        JournalLine.forEach(bytes, in: batch.records) { line in
            if strays.contains(line.lowerBound) {
                isChanged = true
                return
            }
            switch JournalLine(bytes, line) {
            case .schema(let range, let version):
                let name = JournalLine.text(bytes, range)
                if name == JournalScan.forgottenMark {
                    // Deletions may have been in what is lost.
                    isChanged = true
                    return
                }
                named[name] = version
                readable[name] = nil
            case .put(let range, _), .delete(let range, _):
                let name = JournalLine.text(bytes, range)
                if let version = missing(name) {
                    result += JournalLine.makeSchema(name: name, version: version)
                    named[name] = version
                    readable[name] = nil
                    isChanged = true
                }
            case .head, .trailer, nil:
                break
            }
            result += bytes[line]
            result.append(JournalLine.newline)
        }
        return isChanged ? result : nil
    }

    /// No checksum speaks for this line, so only what makes sense counts.
    private mutating func read(_ naming: JournalScan.Naming) {
        if UnreadableRecordMark.collection(ofName: naming.name) != nil {
            // A mark that says too much refuses a store later than it might; one that is missing, a store in use.
            let known = marks[naming.name] ?? named[naming.name] ?? salvage.known[naming.name] ?? 0
            if naming.version > known { marks[naming.name] = naming.version }
            return
        }
        let lowest = named[naming.name] ?? salvage.known[naming.name] ?? 1
        let highest = salvage.declared[naming.name] ?? lowest
        if naming.version >= lowest, naming.version <= highest { readable[naming.name] = naming.version }
    }

    private func missing(_ name: String) -> Int? {
        if let version = readable[name] { return version == named[name] ? nil : version }
        return named[name] == nil ? salvage.known[name] ?? salvage.declared[name] : nil
    }
}
