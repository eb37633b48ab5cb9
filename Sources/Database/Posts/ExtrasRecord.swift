import Core
import Foundation

/// Fields of a post that only its site has, as JSON of their own: in no list, and read by who asks for them.
struct ExtrasRecord: FieldRecord, Equatable {
    let id: Post.ID
    let value: RawJSON

    init(_ id: Post.ID, _ value: RawJSON) {
        self.id = id
        self.value = value
    }

    static let fields: FieldNames = ["id", "value"]

    func write(to writer: inout FieldWriter) {
        writer.write(id.description)
        writer.writeRaw(value)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.readPostID()
        value = try reader.readRaw()
    }
}

extension WriteTransaction {
    /// In bytes: a record has 16 MiB, and nobody's fields come near this.
    private static let largestExtras = 8 << 20

    /// Writes what only one site says of posts, where that is new; posts that are not stored have none.
    ///
    /// - Parameters:
    ///   - extras: The fields by post.
    ///   - posts: Those of a page, or of a thread.
    ///   - completeness: Whether the fields are all that the site has; others add to what is kept.
    /// - Throws: ``StoreError``.
    mutating func keep(_ extras: [Post.ID: RawJSON], of posts: [Post], completeness: Completeness) throws {
        guard !extras.isEmpty else { return }
        var seen: Set<Post.ID> = []
        for post in posts where seen.insert(post.id).inserted {
            guard let fresh = extras[post.id] else { continue }
            let stored = try record(post.id, in: PostSchemas.extras)?.value
            let merged = completeness == .partial ? stored.map { fresh.filled(from: $0) } ?? fresh : fresh
            // What no record has room for costs its page nothing else: what is kept stays.
            guard merged != stored, merged.text.utf8.count <= Self.largestExtras else { continue }
            // Nor does what could be written and not always be read again.
            let fields = ExtrasRecord(post.id, merged)
            if fields.isReadable { try upsert(fields, in: PostSchemas.extras) }
        }
    }

    /// Writes what only one site says of posts that are stored, in place of what is kept.
    ///
    /// - Parameter extras: The fields by post; where they are more than a record has room for, or could not always be
    ///   read again, what is kept stays.
    /// - Throws: ``StoreError``.
    mutating func keep(_ extras: [Post.ID: RawJSON]) throws {
        for (id, value) in extras.sorted(by: { $0.key < $1.key }) where value.text.utf8.count <= Self.largestExtras {
            let fields = ExtrasRecord(id, value)
            if fields.isReadable { try upsert(fields, in: PostSchemas.extras) }
        }
    }
}

extension ExtrasRecord {
    /// Whether the complete decoder reads it too, which goes on where a line is not as it was written here.
    ///
    /// It knows no numbers without an end and no halves of characters, hundreds of levels are more than a thread has
    /// room for, and a server may send all of them.
    fileprivate var isReadable: Bool {
        switch value.reading {
        case .plain: return true
        case .unreadable: return false
        case .unusual: break
        }
        var json: [UInt8] = []
        // What cannot be written or read is no record, and that is the answer.
        guard (try? PostSchemas.extras.codec.encode(self, to: &json)) != nil else { return false }
        // The same answer.
        let read = try? JSONDecoder.storeDecoder.decode(ExtrasRecord.self, from: Data(json))
        guard let read else { return false }
        // A number without an end, where a decoder takes it, is no JSON any more.
        return (try? RawJSON(read.value.text)) != nil
    }
}

extension RawJSON {
    private static let largestDepth = 64
    private static let plainDigits = 300

    /// The answer to the question whether a decoder reads a value.
    fileprivate enum Reading {
        /// Every decoder does.
        case plain
        /// Unknown until it is tried.
        case unusual
        /// None does.
        case unreadable
    }

    fileprivate var reading: Reading {
        let bytes = Array(text.utf8)
        var reading = Reading.plain
        var (position, depth, digits) = (0, 0, 0)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard let end = Self.endOfText(bytes, from: position + 1) else { return .unreadable }
                (position, digits) = (end, 0)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > Self.largestDepth { return .unreadable }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): (depth, digits) = (depth - 1, 0)
            case UInt8(ascii: ","), UInt8(ascii: ":"): digits = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if digits > Self.plainDigits { reading = .unusual }
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                // Behind a digit it is an exponent, else a letter of `true` or `false`.
                if digits > 0 { reading = .unusual }
            default: break
            }
            position += 1
        }
        return reading
    }

    /// The place of a text's closing quote; nil when it has half a character.
    private static func endOfText(_ bytes: [UInt8], from start: Int) -> Int? {
        var position = start
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            guard let unit = escapedUnit(bytes, at: position) else {
                position += 2
                continue
            }
            position += 6
            if UTF16.isTrailSurrogate(unit) { return nil }
            guard UTF16.isLeadSurrogate(unit) else { continue }
            guard let next = escapedUnit(bytes, at: position), UTF16.isTrailSurrogate(next) else { return nil }
            position += 6
        }
        return position < bytes.count ? position : nil
    }

    /// The code unit that an escape by number stands for; nil where there is none.
    private static func escapedUnit(_ bytes: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: bytes[position + 2..<position + 6], as: UTF8.self), radix: 16)
    }
}

extension FieldWriter {
    /// Writes a JSON value as it is.
    fileprivate mutating func writeRaw(_ value: RawJSON) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        var text = value.text
        text.withUTF8 { bytes in
            if let start = bytes.baseAddress { buffer.append(start, count: bytes.count) }
        }
    }
}

extension FieldReader {
    /// Reads any value as it is; the journal's own lines have no white space between its parts.
    fileprivate mutating func readRaw() throws -> RawJSON {
        if let container = try begin() { return try container.keyed.decode(RawJSON.self, forKey: key) }
        let bytes = try scanValue()
        guard let text = String(validating: bytes, as: UTF8.self) else { throw unusual() }
        return try RawJSON(text)
    }
}
