extension Comment {
    /// Who took a comment's text away.
    public enum Removal: Hashable, Sendable {
        /// Its writer.
        case deletedByAuthor
        /// Somebody else, in the server's words such as `moderator` or `reddit`; `nil` where it does not say who.
        case removed(by: String?)
    }
}

extension Comment.Removal: Codable {
    private enum CodingKeys: CodingKey {
        case by
    }

    /// The word that stands for the writer, who is no moderator of their own words.
    private static let author = "author"

    /// Reads a removal from its object, `{"by":"moderator"}`.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what is no such object.
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
