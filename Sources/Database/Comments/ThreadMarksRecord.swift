import Core
import Foundation

/// The marks of a thread: collapsed comments and visits; the comments seen are in its ``SeenPart``s.
struct ThreadMarksRecord: FieldRecord, Equatable {
    /// The post of the thread.
    let id: Post.ID
    /// The time when the thread was last opened.
    var visited: Date?
    /// The time when a mark was last set.
    var changed: Date
    /// The collapsed and expanded comments by their names, sorted.
    private var collapsedNames: [String] = []
    private var expandedNames: [String] = []
    /// The number of parts with the comments seen.
    var seenPartCount = 0

    init(_ id: Post.ID, changed: Date) {
        self.id = id
        self.changed = changed
    }

    var collapsed: [Comment.ID: Bool] {
        get {
            var collapsed: [Comment.ID: Bool] = [:]
            collapsed.reserveCapacity(collapsedNames.count + expandedNames.count)
            for name in collapsedNames { collapsed[Comment.ID(site: id.site, native: name)] = true }
            for name in expandedNames { collapsed[Comment.ID(site: id.site, native: name)] = false }
            return collapsed
        }
        set {
            collapsedNames = newValue.filter(\.value).map(\.key.native).sorted()
            expandedNames = newValue.filter { !$0.value }.map(\.key.native).sorted()
        }
    }

    static let fields: FieldNames = ["id", "visited", "changed", "folded", "unfolded", "seenPartCount"]

    func write(to writer: inout FieldWriter) {
        writer.write(id.description)
        writer.write(visited)
        writer.write(changed)
        writer.write(collapsedNames)
        writer.write(expandedNames)
        writer.write(seenPartCount)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.readPostID()
        visited = try reader.read()
        changed = try reader.read()
        collapsedNames = try reader.readTexts()
        expandedNames = try reader.readTexts()
        seenPartCount = try reader.read()
    }
}

/// Comments that a person has seen: what was new at one visit, so that another visit writes nothing but its own.
struct SeenPart: FieldRecord {
    /// The post's id and which part it is.
    let id: String
    /// The comments by the names that their site gives them.
    let comments: [String]

    /// The maximum number of names in a part.
    static let largestCount = 10_000

    init(_ comments: some Sequence<String>, of post: Post.ID, _ position: Int) {
        id = Self.id(of: post, position)
        self.comments = Array(comments)
    }

    static func id(of post: Post.ID, _ position: Int) -> String { "\(post)|\(position)" }

    /// The post of the comments.
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
