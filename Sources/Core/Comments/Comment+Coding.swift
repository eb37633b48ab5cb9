import Foundation

extension Comment: Codable {
    /// The fields in the order in which they are written.
    private struct Fields: Codable {
        var id: ID
        var parent: Parent
        var depth: Int
        var author: String?
        var authorFullname: String?
        var body: String?
        var score: Int?
        var isScoreHidden: Bool?
        var created: Date?
        var edited: Post.Edited?
        var isStickied: Bool?
        var isSubmitter: Bool?
        var distinguished: String?
        var isCollapsed: Bool?
        var collapsedReason: String?
        var removal: Removal?

        init(_ comment: Comment) {
            (id, parent, depth) = (comment.id, comment.parent, comment.depth)
            (author, authorFullname, body) = (comment.author, comment.authorFullname, comment.body)
            (score, isScoreHidden) = (comment.score, comment.isScoreHidden)
            (created, edited) = (comment.created, comment.edited)
            (isStickied, isSubmitter, distinguished) = (comment.isStickied, comment.isSubmitter, comment.distinguished)
            (isCollapsed, collapsedReason) = (comment.isCollapsed, comment.collapsedReason)
            removal = comment.removal
        }
    }

    public init(from decoder: any Decoder) throws {
        let fields = try Fields(from: decoder)
        self.init(id: fields.id, parent: fields.parent, depth: fields.depth)
        author = fields.author
        authorFullname = fields.authorFullname
        body = fields.body
        score = fields.score
        isScoreHidden = fields.isScoreHidden
        created = fields.created
        edited = fields.edited
        isStickied = fields.isStickied
        isSubmitter = fields.isSubmitter
        distinguished = fields.distinguished
        isCollapsed = fields.isCollapsed
        collapsedReason = fields.collapsedReason
        removal = fields.removal
    }

    /// Writes a comment as an object; what is not known is left out.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try Fields(self).encode(to: encoder)
    }
}

extension Comment: CustomReflectable {
    /// The fields, so that a comment is printed as the value that it is.
    public var customMirror: Mirror { Mirror(self, children: Mirror(reflecting: Fields(self)).children) }
}

extension Comment {
    /// The party that removed a comment's text.
    public enum Removal: Hashable, Sendable {
        /// Its author deleted it.
        case deletedByAuthor
        /// Somebody else removed it, in the server's words such as `moderator` or `reddit`; `nil` where it does not say
        /// who.
        case removed(by: String?)
    }
}

extension Comment.Removal: Codable {
    private enum CodingKeys: CodingKey {
        case by
    }

    /// The word that stands for the writer, who is no moderator of their own words.
    private static let author = "author"

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decodeIfPresent(String.self, forKey: .by)
        self = name == Self.author ? .deletedByAuthor : .removed(by: name)
    }

    /// Writes a removal as its object; the writer's own is `{"by":"author"}`.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .deletedByAuthor: try container.encode(Self.author, forKey: .by)
        case .removed(let name): try container.encode(name, forKey: .by)
        }
    }
}
