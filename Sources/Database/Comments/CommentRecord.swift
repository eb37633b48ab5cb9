import Core
import Foundation

/// A comment as it is stored: what the server says of it, and whose thread it is in.
struct CommentRecord: FieldRecord, Equatable {
    /// The comment; on the post itself, its parent is ``post``.
    let comment: Comment
    /// The post of its thread.
    let post: Post.ID

    init(_ comment: Comment, of post: Post.ID) {
        var comment = comment
        if case .post(let named) = comment.parent, named != post { comment.parent = .post(post) }
        // What is shown after a commit is what will be read.
        if let removal = comment.removal {
            let stored = Self.removal(Self.word(for: removal))
            if stored != removal { comment.removal = stored }
        }
        self.comment = comment
        self.post = post
    }

    var id: Comment.ID { comment.id }

    /// The searched text: all of its texts.
    var searchedText: String {
        [comment.author, comment.body].compactMap { $0 }.joined(separator: "\n")
    }

    /// The newest first, and comments without a date behind all others.
    var newestKey: NewestKey { NewestKey(created: comment.created) }

    // MARK: Its JSON

    static let fields: FieldNames = [
        "id", "post", "parent", "depth", "author", "authorFullname", "body", "score", "isScoreHidden", "created",
        "edited", "isStickied", "isSubmitter", "distinguished", "isCollapsed", "collapsedReason", "removal",
    ]

    func write(to writer: inout FieldWriter) {
        writer.write(comment.id.description)
        writer.write(post.description)
        writer.write(parentID?.description)
        writer.write(comment.depth)
        writer.write(comment.author)
        writer.write(comment.authorFullname)
        writer.write(comment.body)
        writer.write(comment.score)
        writer.write(comment.isScoreHidden)
        writer.write(comment.created)
        switch comment.edited {
        case nil: writer.write(Bool?.none)
        case .never: writer.write(false)
        case .atUnknownTime: writer.write(true)
        case .at(let date): writer.write(date)
        }
        writer.write(comment.isStickied)
        writer.write(comment.isSubmitter)
        writer.write(comment.distinguished)
        writer.write(comment.isCollapsed)
        writer.write(comment.collapsedReason)
        writer.write(comment.removal.map(Self.word))
    }

    init(from reader: inout FieldReader) throws {
        let id = try reader.readCommentID()
        post = try reader.readPostID()
        let parent = try reader.readCommentIDIfPresent()
        var comment = Comment(id: id, parent: parent.map { .comment($0) } ?? .post(post), depth: try reader.read())
        comment.author = try reader.read()
        comment.authorFullname = try reader.read()
        comment.body = try reader.read()
        comment.setRating(
            Comment.Rating(
                score: try reader.read(), isScoreHidden: try reader.read(), created: try reader.read(),
                edited: try reader.readEdited()))
        comment.setState(try reader.readCommentState())
        self.comment = comment
    }

    /// Null for a comment on the post itself.
    private var parentID: Comment.ID? {
        if case .comment(let id) = comment.parent { id } else { nil }
    }

    /// The word that stands for the writer, who is no moderator of their own words.
    private static let author = "author"

    /// Returns the word for who removed the text; an empty one where that is not known.
    private static func word(for removal: Comment.Removal) -> String {
        switch removal {
        case .deletedByAuthor: author
        case .removed(let name): name ?? ""
        }
    }

    static func removal(_ word: String) -> Comment.Removal {
        word == author ? .deletedByAuthor : .removed(by: word.isEmpty ? nil : word)
    }
}
