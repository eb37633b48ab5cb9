import Core
import Foundation

/// What a person did with a thread; what they have seen of it is in its ``SeenPart``s.
struct ThreadMarksRecord: FieldRecord, Equatable {
    /// Whose comments.
    let id: Post.ID
    /// When the thread was opened last.
    var visited: Date?
    /// When the person did something with it last.
    var changed: Date
    /// What they folded and unfolded, by the names of the comments, sorted.
    private(set) var folded: [String] = []
    private(set) var unfolded: [String] = []
    /// How many parts there are of what they have seen.
    var seenPartCount = 0

    init(_ id: Post.ID, changed: Date) {
        self.id = id
        self.changed = changed
    }

    var folds: [Comment.ID: Bool] {
        get {
            var folds: [Comment.ID: Bool] = [:]
            folds.reserveCapacity(folded.count + unfolded.count)
            for name in folded { folds[Comment.ID(site: id.site, native: name)] = true }
            for name in unfolded { folds[Comment.ID(site: id.site, native: name)] = false }
            return folds
        }
        set {
            folded = newValue.filter(\.value).map(\.key.native).sorted()
            unfolded = newValue.filter { !$0.value }.map(\.key.native).sorted()
        }
    }

    static let fields: FieldNames = ["id", "visited", "changed", "folded", "unfolded", "seenPartCount"]

    func write(to writer: inout FieldWriter) {
        writer.write(id.description)
        writer.write(visited)
        writer.write(changed)
        writer.write(folded)
        writer.write(unfolded)
        writer.write(seenPartCount)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.readPostID()
        visited = try reader.read()
        changed = try reader.read()
        folded = try reader.readTexts()
        unfolded = try reader.readTexts()
        seenPartCount = try reader.read()
    }
}

/// Comments that a person has seen: what was new at one visit, so that another visit writes nothing but its own.
struct SeenPart: FieldRecord {
    /// The post's id and which part it is.
    let id: String
    /// The comments by the names that their site gives them.
    let comments: [String]

    /// How many names a part has at most.
    static let largestCount = 10_000

    init(_ comments: some Sequence<String>, of post: Post.ID, _ position: Int) {
        id = Self.id(of: post, position)
        self.comments = Array(comments)
    }

    static func id(of post: Post.ID, _ position: Int) -> String { "\(post)|\(position)" }

    /// Whose comments they are.
    var post: Post.ID? { id.lastIndex(of: "|").flatMap { Post.ID(String(id[..<$0])) } }

    static let fields: FieldNames = ["id", "comments"]

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(comments)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        comments = try reader.readTexts()
    }
}
