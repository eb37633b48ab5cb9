import Core

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
