import Core
import Foundation

/// The values of comments' records, read from bytes where they look as they are written.
extension FieldReader {
    /// Reads the id of a comment.
    mutating func readCommentID() throws -> Comment.ID {
        if let container = try begin() { return try container.keyed.decode(Comment.ID.self, forKey: key) }
        return Comment.ID(try scanPostID())
    }

    /// Reads the id of a comment or null.
    mutating func readCommentIDIfPresent() throws -> Comment.ID? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Comment.ID.self, forKey: key) }
        return skipNull() ? nil : Comment.ID(try scanPostID())
    }

    /// Reads a list of texts.
    mutating func readTexts() throws -> [String] {
        if let container = try begin() { return try container.keyed.decode([String].self, forKey: key) }
        guard take(UInt8(ascii: "[")) else { throw unusual() }
        if take(UInt8(ascii: "]")) { return [] }
        var texts: [String] = []
        repeat { texts.append(try scanText()) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unusual() }
        return texts
    }

    /// Goes over the texts of a comment: its author's names, and its body, whose end is looked for from behind.
    ///
    /// The name of the field behind the body cannot be in a text, where its quotes would have backslashes before them.
    ///
    /// - Parameters:
    ///   - name: That name as it stands in the JSON, with the comma before and the colon behind it.
    ///   - limit: The place before which it stands.
    /// - Returns: The place where the value of the first text begins, and the bytes up to the name.
    /// - Throws: `Unusual` for anything that is not written so.
    mutating func skipTexts(
        to name: [UInt8], before limit: UnsafePointer<UInt8>
    ) throws -> (start: UnsafePointer<UInt8>, count: Int) {
        try beginInBytes()
        let start = cursor
        if !skipNull() { guard try scanQuoted() != nil else { throw unusual() } }
        try beginInBytes()
        if !skipNull() { guard try scanQuoted() != nil else { throw unusual() } }
        try beginInBytes()
        guard !skipNull() else { return (start, cursor - start) }
        var place = limit - name.count
        while place > cursor + 1 {
            if place.pointee == UInt8(ascii: ","), Self.begins(place, with: name) {
                guard cursor.pointee == UInt8(ascii: "\""), place[-1] == UInt8(ascii: "\"") else { break }
                cursor = place
                return (start, place - start)
            }
            place -= 1
        }
        throw unusual()
    }

    private static func begins(_ place: UnsafePointer<UInt8>, with bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { isEqual(place, $0, bytes.count) } ?? true
        }
    }

    /// Decodes the texts of a comment from bytes that ``skipTexts(to:before:)`` went over.
    ///
    /// - Parameter first: The position of the first of them among the fields.
    /// - Returns: The texts; one that cannot be read, which nothing that was stored is, is missing.
    mutating func scanTexts(from first: Int) -> Comment.Texts {
        var texts = Comment.Texts()
        texts.author = scanTextOrNull()
        skipName(first + 1)
        texts.authorFullname = scanTextOrNull()
        skipName(first + 2)
        texts.body = scanTextOrNull()
        return texts
    }

    /// Decodes a text or null, such as the author's name, with which the bytes begin that ``skipTexts(to:before:)`` went
    /// over.
    mutating func scanTextOrNull() -> String? {
        if skipNull() { return nil }
        let start = cursor
        // Rare escapes are for the complete decoder.
        if let text = try? scanText() { return text }
        cursor = start
        let json = Data(skipQuoted())
        // What was stored is JSON.
        return try? JSONDecoder.storeDecoder.decode(String.self, from: json)
    }

    /// Goes over a text, whatever is in it; returns its bytes with the quotes.
    private mutating func skipQuoted() -> UnsafeBufferPointer<UInt8> {
        let start = cursor
        cursor = min(cursor + 1, end)
        while cursor < end, cursor.pointee != UInt8(ascii: "\"") {
            cursor += cursor.pointee == UInt8(ascii: "\\") && end - cursor > 1 ? 2 : 1
        }
        if cursor < end { cursor += 1 }
        return UnsafeBufferPointer(start: start, count: cursor - start)
    }

    private mutating func skipName(_ position: Int) {
        cursor += min(end - cursor, fields.starts[position + 1] - fields.starts[position])
    }

    /// Skips bytes when they are there.
    mutating func skip(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, end - cursor >= bytes.count, Self.begins(cursor, with: bytes) else { return false }
        cursor += bytes.count
        return true
    }

    /// Reads a short text of plain ASCII that begins with some bytes; nil, and nothing is read, where it is another one.
    mutating func scanName(behind beginning: [UInt8]) -> String? {
        let start = cursor
        guard skip(beginning) else { return nil }
        let name = cursor
        while cursor < end, cursor.pointee > 0x20, cursor.pointee < 0x7F, cursor.pointee != UInt8(ascii: "\""),
            cursor.pointee != UInt8(ascii: "\\")
        {
            cursor += 1
        }
        guard cursor < end, cursor > name, cursor.pointee == UInt8(ascii: "\"") else {
            cursor = start
            return nil
        }
        defer { cursor += 1 }
        return String(decoding: UnsafeBufferPointer(start: name, count: cursor - name), as: UTF8.self)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard cursor < end, cursor.pointee == byte else { return false }
        cursor += 1
        return true
    }
}

extension Comment.ID {
    /// Both are written in the same way.
    fileprivate init(_ id: Post.ID) {
        self.init(site: id.site, native: id.native)
    }
}
