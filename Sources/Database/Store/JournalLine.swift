/// The lines of a journal.
///
/// CONTRIBUTING.md says what each means; the format is final.
///
/// A file starts with a head line. A batch is its record lines and one trailer, which holds the batch's number, the
/// number of bytes of its record lines, and a checksum over those and its own beginning.
enum JournalLine {
    /// `{"journal":1,"segment":1,"next":1,"crc":"…"}`: the format, the file's number, and the number of the next batch.
    case head(format: Int, segment: Int, next: UInt64)
    /// `{"collection":"posts","version":1}`: from here on the records of this collection have this version.
    case schema(name: String, version: Int)
    /// `{"put":"posts","value":{…}}`: this record is in the collection now, instead of one with the same id.
    case put(name: String, json: Range<Int>)
    /// `{"delete":"posts","id":…}`: no record has this id any more.
    case delete(name: String, json: Range<Int>)
    /// `{"commit":1,"bytes":123,"crc":"…"}`: the bytes before this line are a whole batch.
    case trailer(number: UInt64, bytes: Int, checksum: String, checked: Range<Int>)

    static let format = 1

    /// No store gets there; a larger number comes from elsewhere, and must not make the next one overflow.
    private static let largestNumber: UInt64 = 1 << 62

    static func makeHead(segment: Int, next: UInt64) -> [UInt8] {
        close("{\"journal\":\(format),\"segment\":\(segment),\"next\":\(next)", after: [])
    }

    static func makeSchema(name: String, version: Int) -> [UInt8] {
        Array("{\"collection\":\"\(name)\",\"version\":\(version)}\n".utf8)
    }

    static func makeTrailer(number: UInt64, records: [UInt8]) -> [UInt8] {
        close("{\"commit\":\(number),\"bytes\":\(records.count)", after: records)
    }

    private static func close(_ opening: String, after records: [UInt8]) -> [UInt8] {
        var checksum = Checksum(records)
        checksum.update(opening.utf8)
        return Array("\(opening),\"crc\":\"\(checksum.text)\"}\n".utf8)
    }

    /// Whether a line ends in the checksum of all that comes before it.
    private static func isChecked(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
        let ending = ",\"crc\":\"00000000\"}".utf8.count
        guard range.count > ending else { return false }
        let checked = range.lowerBound..<range.upperBound - ending
        let expected = ",\"crc\":\"\(Checksum(bytes[checked]).text)\"}"
        return bytes[checked.upperBound..<range.upperBound].elementsEqual(expected.utf8)
    }

    /// Reads a line, given without its newline.
    ///
    /// `nil` for what this format does not know.
    init?(_ bytes: [UInt8], _ range: Range<Int>) {
        var scanner = LineScanner(bytes: bytes, position: range.lowerBound, end: range.upperBound)
        if scanner.skip("{\"put\":\"") {
            guard let name = scanner.name(), scanner.skip("\",\"value\":"), let json = scanner.restBeforeBrace() else {
                return nil
            }
            self = .put(name: name, json: json)
        } else if scanner.skip("{\"delete\":\"") {
            guard let name = scanner.name(), scanner.skip("\",\"id\":"), let json = scanner.restBeforeBrace() else {
                return nil
            }
            self = .delete(name: name, json: json)
        } else if scanner.skip("{\"commit\":") {
            guard let number = scanner.number(), number <= Self.largestNumber, scanner.skip(",\"bytes\":"),
                let count = scanner.number()
            else { return nil }
            let checked = range.lowerBound..<scanner.position
            guard let checksum = scanner.checksum() else { return nil }
            self = .trailer(number: number, bytes: Int(clamping: count), checksum: checksum, checked: checked)
        } else if scanner.skip("{\"collection\":\"") {
            guard let name = scanner.name(), scanner.skip("\",\"version\":"), let version = scanner.number(),
                scanner.skip("}"), scanner.isAtEnd
            else { return nil }
            self = .schema(name: name, version: Int(clamping: version))
        } else if scanner.skip("{\"journal\":") {
            guard let format = scanner.number() else { return nil }
            if format > Self.format, Self.isChecked(bytes, range) {
                // Later formats keep the first key and the last one; what is between is theirs.
                self = .head(format: Int(clamping: format), segment: 0, next: 0)
                return
            }
            guard format == Self.format, scanner.skip(",\"segment\":"), let segment = scanner.number(),
                scanner.skip(",\"next\":"), let next = scanner.number(), next <= Self.largestNumber
            else { return nil }
            let expected = Checksum(bytes[range.lowerBound..<scanner.position]).text
            guard scanner.checksum() == expected else { return nil }
            self = .head(format: Int(clamping: format), segment: Int(clamping: segment), next: next)
        } else {
            return nil
        }
    }
}

/// Walks over the bytes of a line.
private struct LineScanner {
    let bytes: [UInt8]
    var position: Int
    let end: Int

    var isAtEnd: Bool { position == end }

    mutating func skip(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= end else { return false }
        let start = text.utf8Start
        for offset in 0..<count where bytes[position + offset] != start[offset] { return false }
        position += count
        return true
    }

    mutating func name() -> String? {
        let start = position
        while position < end, bytes[position] != UInt8(ascii: "\"") { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    mutating func number() -> UInt64? {
        let start = position
        while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
        return UInt64(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// The eight digits at the end of a head or a trailer.
    mutating func checksum() -> String? {
        guard skip(",\"crc\":\""), let digits = name(), digits.utf8.count == 8, skip("\"}"), isAtEnd else { return nil }
        return digits
    }

    /// What is left of the line, without the brace that closes it.
    mutating func restBeforeBrace() -> Range<Int>? {
        guard position < end - 1, bytes[end - 1] == UInt8(ascii: "}") else { return nil }
        return position..<end - 1
    }
}
