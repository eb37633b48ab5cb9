import Core

/// A part of a thread's order: so many of its entries, in display order.
///
/// A thread of a hundred thousand comments has a hundred of them: no record grows without bounds, and where a
/// placeholder is expanded what stands in front of it is not written again.
struct ThreadPart: FieldRecord, Equatable {
    /// A place where comments were left out.
    struct Placeholder: Codable, Equatable {
        /// The number of the part's comments before it.
        let at: Int
        /// The comment that the missing ones answer; nil for the post.
        let parent: String?
        let depth: Int
        let count: Int
        let ids: [String]
    }

    /// The post's id and which part it is.
    let id: String
    /// The comments by the names that their site gives them.
    let comments: [String]
    let more: [Placeholder]

    /// The number of comments, with those that placeholders name, at which the next part begins.
    static let largestCount = 1_000

    static func id(of post: Post.ID, _ position: Int) -> String { "\(post)|\(position)" }

    /// The post of its thread.
    var post: Post.ID? { id.lastIndex(of: "|").flatMap { Post.ID(String(id[..<$0])) } }

    /// Parts of entries.
    ///
    /// - Parameters:
    ///   - entries: The entries in display order.
    ///   - post: The post of the comments.
    /// - Returns: The parts; none for no entries.
    static func parts(of entries: [CommentThread.Entry], _ post: Post.ID) -> [ThreadPart] {
        var parts: [ThreadPart] = []
        var comments: [String] = []
        var more: [Placeholder] = []
        var nameCount = 0
        func close() {
            guard nameCount > 0 else { return }
            parts.append(ThreadPart(id: id(of: post, parts.count), comments: comments, more: more))
            (comments, more, nameCount) = ([], [], 0)
        }
        for entry in entries {
            switch entry {
            case .comment(let comment):
                comments.append(comment.id.native)
                nameCount += 1
            case .more(let place):
                more.append(Placeholder(place, at: comments.count))
                nameCount += 1 + place.ids.count
            }
            if nameCount >= largestCount { close() }
        }
        close()
        return parts
    }

    /// Puts the entries of the part behind others.
    ///
    /// - Parameters:
    ///   - post: The post of the comments.
    ///   - entries: Where the entries are put.
    ///   - take: Gives the comment at a position among those of the part, nil when it is gone; asked once for each.
    func append(of post: Post.ID, to entries: inout [CommentThread.Entry], taking take: (Int) -> Comment?) {
        var start = 0
        func appendComments(upTo end: Int) {
            for position in start..<end {
                if let comment = take(position) { entries.append(.comment(comment)) }
            }
            start = end
        }
        // Few stand between many comments.
        for place in more {
            // Clamped first: a record that somebody else wrote may say any number.
            appendComments(upTo: max(start, min(place.at, comments.count)))
            entries.append(.more(place.more(of: post)))
        }
        appendComments(upTo: comments.count)
    }

    // MARK: Its JSON

    private init(id: String, comments: [String], more: [Placeholder]) {
        self.id = id
        self.comments = comments
        self.more = more
    }

    static let fields: FieldNames = ["id", "comments", "more"]

    func write(to writer: inout FieldWriter) {
        writer.write(id)
        writer.write(comments)
        writer.write(more)
    }

    init(from reader: inout FieldReader) throws {
        id = try reader.read()
        comments = try reader.readTexts()
        if reader.container != nil {
            more = try reader.read([Placeholder].self)
        } else {
            more = try reader.readObjects(Placeholder.fields, Placeholder.read)
        }
    }
}

extension ThreadPart.Placeholder {
    fileprivate static let fields: FieldNames = ["at", "parent", "depth", "count", "ids"]

    fileprivate static func read(from reader: inout FieldReader) throws -> Self {
        Self(
            at: try reader.read(), parent: try reader.read(), depth: try reader.read(), count: try reader.read(),
            ids: try reader.readTexts())
    }

    fileprivate init(_ more: MoreComments, at position: Int) {
        let parent: String? =
            switch more.parent {
            case .comment(let id): id.native
            case .post: nil
            }
        self.init(at: position, parent: parent, depth: more.depth, count: more.count, ids: more.ids.map(\.native))
    }

    fileprivate func more(of post: Post.ID) -> MoreComments {
        MoreComments(
            parent: parent.map { .comment(Comment.ID(site: post.site, native: $0)) } ?? .post(post), depth: depth,
            count: count, ids: ids.map { Comment.ID(site: post.site, native: $0) })
    }
}
