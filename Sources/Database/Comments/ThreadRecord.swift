import Core
import Foundation

/// The stored facts about a thread as a whole; its entries are in its ``ThreadPart``s.
struct ThreadRecord: FieldRecord, Equatable {
    /// The post of the thread.
    let id: Post.ID
    /// The order that the server had them in last; nil for its own.
    var sort: CommentSort?
    /// The time when the whole thread was last fetched.
    var fetched: Date
    /// The origin of the thread.
    var source: String
    var completeness: Completeness
    /// The number of its comments.
    var count = 0
    /// The number of its parts.
    var partCount = 0
    /// The number of its placeholders; nil in records of versions that did not count them.
    var placeholders: Int?
    /// Grows with each batch that changes anything of the thread, so that every one is announced by this record.
    var changes = 0

    init(
        _ id: Post.ID, sort: CommentSort?, fetched: Date, source: String, completeness: Completeness
    ) {
        self.id = id
        self.sort = sort
        self.fetched = fetched
        self.source = source
        self.completeness = completeness
    }

    /// More than any thread has: a part holds hundreds of comments.
    private static let mostParts = 100_000

    static let fields: FieldNames = [
        "id", "sort", "fetched", "source", "completeness", "count", "partCount", "changes", "placeholders",
    ]

    func write(to writer: inout FieldWriter) {
        writer.write(id.description)
        writer.write(sort)
        writer.write(fetched)
        writer.write(source)
        writer.write(completeness)
        writer.write(count)
        writer.write(partCount)
        writer.write(changes)
        writer.write(placeholders)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.readPostID()
        sort = try reader.read()
        fetched = try reader.read()
        source = try reader.read()
        completeness = try reader.read()
        count = try reader.read()
        // What somebody else wrote may say any number, and there is an id for each part before one is read.
        partCount = min(max(0, try reader.read()), Self.mostParts)
        changes = try reader.read()
        placeholders = try reader.read()
    }
}
