import Foundation

/// The content of a journal file: its whole batches, and what is between and behind them.
struct JournalScan {
    struct Batch {
        let number: UInt64
        /// The record lines.
        let records: Range<Int>
        /// The record lines and the trailer, without its newline.
        let whole: Range<Int>
    }

    /// A line that names the version of a collection.
    struct Naming {
        let line: Int
        let name: String
        let version: Int
    }

    enum Verdict: Equatable {
        /// All of it is whole.
        case intact
        /// All of it is whole, and only the newline behind the last batch is missing.
        case unterminated
        /// An unfinished last batch, which is cut off without loss.
        case unfinished(from: Int)
        /// Some of it cannot be read, or is missing.
        case damaged
    }

    private(set) var batches: [Batch] = []
    private(set) var verdict = Verdict.intact
    /// The format that the head names; nil when there is no head to be read.
    private(set) var format: Int?
    /// The segment that the head names.
    private(set) var headSegment: Int?
    /// The number that the head says the first batch has; nil when there is no head to be read.
    private(set) var first: UInt64?
    /// The number that the batch behind the last one gets.
    private(set) var next: UInt64
    /// The number of bytes that belong to no whole batch and no head.
    private(set) var lostBytes = 0
    /// The last head behind the first line, as a rewritten file ends in, with the number that it names.
    private(set) var innerHead: (line: Int, next: UInt64)?
    /// Whether the last head behind the first line stands there twice, as in a file to which others were joined: nothing
    /// was left out of it.
    private(set) var isJoined = false
    /// Whether a head behind the first line passes over numbers: those of batches that were lost, or that a compaction
    /// did not need.
    private(set) var passesOverNumbers = false
    /// The lines that name versions, in whole batches and elsewhere.
    private(set) var namings: [Naming] = []
    /// The number of bytes that were read.
    let count: Int

    private let isTail: Bool
    private var innerHeadEnd: Int?
    private var isDamaged = false
    /// The offsets of lines that this format does not know; inside a whole batch they are a newer version's.
    private var unknownLines: [Int] = []
    /// The offsets of the lines that belong to no batch yet.
    private var pending = 0

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: All of it.
    ///   - segment: The number in its name.
    init(_ bytes: [UInt8], segment: Int) {
        self.init(bytes, segment: segment, next: 0, isTail: false)
    }

    /// Reads what stands behind a position in a file.
    ///
    /// - Parameters:
    ///   - bytes: Everything from there on.
    ///   - segment: The number in the file's name.
    ///   - next: The number of the batch that comes first.
    init(tail bytes: [UInt8], segment: Int, next: UInt64) {
        self.init(bytes, segment: segment, next: next, isTail: true)
    }

    /// Reads whole lines out of the middle of a file, or from its start.
    ///
    /// - Parameters:
    ///   - bytes: The lines; the batch that they end in goes on behind them.
    ///   - segment: The number in the file's name.
    ///   - next: The number of the batch that comes first; `nil` at the start of the file.
    init(part bytes: [UInt8], segment: Int, next: UInt64?) {
        self.init(bytes, segment: segment, next: next ?? 0, isTail: next != nil, isPart: true)
    }

    private init(_ bytes: [UInt8], segment: Int, next: UInt64, isTail: Bool, isPart: Bool = false) {
        self.next = next
        self.isTail = isTail
        count = bytes.count
        if isTail { format = JournalLine.format }
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while let newline = JournalLine.firstNewline(bytes, start..<bytes.count) {
                read(bytes, start..<newline, segment: segment)
                start = newline + 1
            }
            if isPart {
                unknownLines.removeAll { $0 >= pending }
                let isWhole = !isDamaged && format != nil && split(unknownLines).outside == 0
                verdict = !isWhole ? .damaged : pending < bytes.count ? .unfinished(from: pending) : .intact
            } else {
                judge(bytes, tail: start)
            }
        }
    }

    /// Whether a head stands behind the first line, as the last line of a rewritten file does.
    var hasInnerHead: Bool { innerHead != nil }

    /// Deletions by batches below this number may be missing; 0 where none is.
    ///
    /// Whoever writes a file anew drops them, unless the file says otherwise.
    var forgottenEnd: UInt64 {
        guard let innerHead, !isJoined else { return 0 }
        let said = validNamings.last { $0.name == Self.forgottenMark }.map { UInt64($0.version) }
        return said ?? innerHead.next
    }

    /// The note of a migration in the line that names versions: its file copies deletions, so that none are missing
    /// but those of batches below a number, 0 for none.
    ///
    /// No collection can have the name, and older versions pass over it. Salvage leaves it out.
    static let forgottenMark = "journal/forgotten"

    /// Whether nothing was ever acknowledged in this file: not even its head was finished.
    var isBlank: Bool { (count == 0 && !isTail) || verdict == .unfinished(from: 0) && format == nil }

    /// Whether it is the head of a file that could not be begun: batches of these numbers were written elsewhere.
    func isGivenUp(before next: UInt64) -> Bool {
        guard batches.isEmpty, !hasInnerHead, let first, first < next else { return false }
        return pending == count
    }

    /// Up to here the bytes are whole batches and heads, where there is no damage.
    var consumed: Int { min(pending, count) }

    /// The number of bytes that are lost when the file cannot stay as it is, an unfinished batch included.
    var lostBytesIfDamaged: Int {
        if case .unfinished(let start) = verdict { return lostBytes + count - start }
        return lostBytes
    }

    /// Whether a batch that is whole by its checksum has lines of a kind that came later.
    var holdsUnknownLines: Bool { split(unknownLines).inside > 0 }

    /// The lines that name versions in whole batches.
    var validNamings: [Naming] {
        var position = 0
        return namings.filter { naming in
            while position < batches.count, batches[position].records.upperBound <= naming.line { position += 1 }
            return position < batches.count && batches[position].records.contains(naming.line)
        }
    }

    private func split(_ lines: [Int]) -> (inside: Int, outside: Int) {
        // Both go upwards.
        var (position, inside) = (0, 0)
        for line in lines {
            while position < batches.count, batches[position].records.upperBound <= line { position += 1 }
            if position < batches.count, batches[position].records.contains(line) { inside += 1 }
        }
        return (inside, lines.count - inside)
    }

    private mutating func read(_ bytes: JournalLine.Bytes, _ line: Range<Int>, segment: Int) {
        switch JournalLine(bytes, line) {
        case .head(let format, let number, let next):
            // The first says that the file is ours; a later one, that what is missing before it is known to be lost.
            let isFirst = line.lowerBound == 0 && !isTail
            if isFirst {
                self.format = format
                headSegment = number
                first = next
            } else {
                isJoined = line.lowerBound == innerHeadEnd && next == innerHead?.next
                innerHead = (line.lowerBound, next)
                innerHeadEnd = line.upperBound + 1
                if next > self.next { passesOverNumbers = true }
            }
            if number != segment || next < self.next { isDamaged = true }
            if pending < line.lowerBound { lose(pending..<line.lowerBound) }
            self.next = max(next, self.next)
            pending = line.upperBound + 1
        case .trailer(let number, let count, let checksum, let checked):
            close(bytes, line, number: number, count: count, checksum: checksum, checked: checked)
        case .schema(let name, let version):
            namings.append(
                Naming(line: line.lowerBound, name: JournalLine.text(bytes, name), version: version))
        case .put, .delete:
            break
        case nil:
            if !closeWithoutNewline(bytes, line) { unknownLines.append(line.lowerBound) }
        }
    }

    @discardableResult
    private mutating func close(
        _ bytes: JournalLine.Bytes, _ line: Range<Int>, number: UInt64, count: Int, checksum: UInt32,
        checked: Range<Int>
    ) -> Bool {
        // By its bytes, not by its lines: a batch whose neighbour lost a newline is still whole.
        let start = line.lowerBound - count
        guard start >= pending, JournalLine.checksum(bytes, start..<checked.upperBound) == checksum else {
            isDamaged = true
            return false
        }
        if start != pending { lose(pending..<start) }
        if number != next { isDamaged = true }
        batches.append(Batch(number: number, records: start..<line.lowerBound, whole: start..<line.upperBound))
        next = max(next, number + 1)
        pending = line.upperBound + 1
        return true
    }

    /// A trailer whose newline was lost ends at its brace: the batch is whole, and so may be the one behind it.
    private mutating func closeWithoutNewline(_ bytes: JournalLine.Bytes, _ line: Range<Int>) -> Bool {
        guard bytes[line].starts(with: "{\"commit\":".utf8),
            let brace = bytes[line].firstIndex(of: UInt8(ascii: "}")),
            case .trailer(let number, let count, let checksum, let checked)? = JournalLine(
                bytes, line.lowerBound..<brace + 1)
        else { return false }
        let isWhole = close(
            bytes, line.lowerBound..<brace + 1, number: number, count: count, checksum: checksum, checked: checked)
        if isWhole, brace + 1 < line.upperBound { isDamaged = true }
        return isWhole
    }

    private mutating func lose(_ range: Range<Int>) {
        isDamaged = true
        lostBytes += range.count
    }

    /// Tells a write that a crash cut short from damage: the first is a beginning of what would have been written.
    private mutating func judge(_ bytes: JournalLine.Bytes, tail: Int) {
        let isUnterminated = tail < bytes.count && closeWithoutNewline(bytes, tail..<bytes.count)
        let rest = bytes[min(max(tail, pending), bytes.count)...]
        let isBeginning =
            (rest.isEmpty || Self.couldGoOn(rest) || rest.allSatisfy { $0 == 0 })
            && Self.areRecords(bytes, min(pending, tail)..<tail)
        if format == nil, batches.isEmpty, tail == 0, isBeginning {
            // Not even the head was written: nothing was ever acknowledged in this file.
            verdict = bytes.isEmpty ? .intact : .unfinished(from: 0)
            return
        }
        if isDamaged || split(unknownLines).outside > 0 || !isBeginning || format == nil {
            if pending < bytes.count { lostBytes += bytes.count - pending }
            verdict = .damaged
        } else if isUnterminated {
            verdict = .unterminated
        } else if pending < bytes.count {
            verdict = .unfinished(from: pending)
        }
    }

    /// Whether all lines of a range are what they seem: two that a lost newline made one are not.
    private static func areRecords(_ bytes: JournalLine.Bytes, _ range: Range<Int>) -> Bool {
        bytes[range].split(separator: JournalLine.newline).allSatisfy { line in
            // Only what it is worth matters here, not what it says.
            (try? JSONSerialization.jsonObject(with: Data(line))) != nil
        }
    }

    /// Whether a line without a newline may be the beginning of one.
    private static func couldGoOn(_ rest: Slice<JournalLine.Bytes>) -> Bool {
        let openings = ["{\"journal\":", "{\"collection\":\"", "{\"put\":\"", "{\"delete\":\"", "{\"commit\":"]
        guard let opening = openings.first(where: { $0.utf8.elementsEqual(rest.prefix($0.utf8.count)) }) else {
            return openings.contains { $0.utf8.starts(with: rest) }
        }
        // What ends a head or a trailer is its brace; whatever stands behind that instead of a newline is damage.
        guard opening == openings[0] || opening == openings[4] else { return true }
        guard let brace = rest.firstIndex(of: UInt8(ascii: "}")) else { return true }
        return brace == rest.endIndex - 1
    }
}
