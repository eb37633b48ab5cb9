/// The lines of a journal.
///
/// CONTRIBUTING.md says what each means; the format is final.
///
/// A file starts with a head line. A batch is its record lines and one trailer, which holds the batch's number, the
/// number of bytes of its record lines, and a checksum over those and its own beginning.
enum JournalLine {
    /// The bytes of a file, or of a part of one.
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// `{"journal":1,"segment":1,"next":1,"crc":"…"}`: the format, the file's number, and the number of the next batch.
    case head(format: Int, segment: Int, next: UInt64)
    /// `{"collection":"posts","version":1}`: from here on the records of this collection have this version.
    case schema(name: Range<Int>, version: Int)
    /// `{"put":"posts","value":{…}}`: this record is in the collection now, instead of one with the same id.
    case put(name: Range<Int>, json: Range<Int>)
    /// `{"delete":"posts","id":…}`: no record has this id any more.
    case delete(name: Range<Int>, json: Range<Int>)
    /// `{"commit":1,"bytes":123,"crc":"…"}`: the bytes before this line are a whole batch.
    case trailer(number: UInt64, bytes: Int, checksum: UInt32, checked: Range<Int>)

    static let format = 1
    static let newline = UInt8(ascii: "\n")

    /// No store gets there; a larger number comes from elsewhere, and must not make the next one overflow.
    private static let largestNumber: UInt64 = 1 << 62

    static func makeHead(segment: Int, next: UInt64) -> [UInt8] {
        close("{\"journal\":\(format),\"segment\":\(segment),\"next\":\(next)", after: Checksum())
    }

    static func makeSchema(name: String, version: Int) -> [UInt8] {
        Array("{\"collection\":\"\(name)\",\"version\":\(version)}\n".utf8)
    }

    /// The bytes before the value of a put line.
    static func makePutOpening(name: String) -> [UInt8] {
        Array("{\"put\":\"\(name)\",\"value\":".utf8)
    }

    static func makeTrailer(number: UInt64, records: [UInt8]) -> [UInt8] {
        makeTrailer(number: number, count: records.count, checksum: Checksum(records))
    }

    /// A trailer behind record lines that were read elsewhere: so many bytes with this checksum.
    static func makeTrailer(number: UInt64, count: Int, checksum: Checksum) -> [UInt8] {
        close("{\"commit\":\(number),\"bytes\":\(count)", after: checksum)
    }

    private static func close(_ opening: String, after records: Checksum) -> [UInt8] {
        var checksum = records
        checksum.update(opening.utf8)
        return Array("\(opening),\"crc\":\"\(checksum.text)\"}\n".utf8)
    }

    /// A name in a line.
    static func text(_ bytes: Bytes, _ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    static func checksum(_ bytes: Bytes, _ range: Range<Int>) -> UInt32 {
        Checksum(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[range]))).value
    }

    /// Whether a line ends in the checksum of all that comes before it.
    private static func isChecked(_ bytes: Bytes, _ range: Range<Int>) -> Bool {
        let ending = ",\"crc\":\"00000000\"}".utf8.count
        guard range.count > ending else { return false }
        let checked = range.lowerBound..<range.upperBound - ending
        var scanner = LineScanner(bytes: bytes, position: checked.upperBound, end: range.upperBound)
        return scanner.checksum() == checksum(bytes, checked)
    }

    /// Reads a line, given without its newline.
    ///
    /// `nil` for what this format does not know.
    init?(_ bytes: Bytes, _ range: Range<Int>) {
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
            let expected = Self.checksum(bytes, range.lowerBound..<scanner.position)
            guard scanner.checksum() == expected else { return nil }
            self = .head(format: Int(clamping: format), segment: Int(clamping: segment), next: next)
        } else {
            return nil
        }
    }

    /// The lines in a range, without their newlines; empty ones are none.
    static func forEach(_ bytes: Bytes, in range: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = firstNewline(bytes, start..<range.upperBound) ?? range.upperBound
            if end > start { try body(start..<end) }
            start = end + 1
        }
    }
}
