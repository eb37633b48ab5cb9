extension Post {
    /// The end of a post on its server: its author deleted it, or somebody else removed it.
    ///
    /// It is coded as one word: `author`, or who removed it, which is empty where nobody says.
    public enum Removal: Hashable, Sendable {
        /// Its author deleted it.
        case deletedByAuthor
        /// Somebody else removed it: the server's word for who, such as `moderator`; `nil` where it does not say.
        case removed(by: String?)

        /// The word by which it is stored.
        package var word: String {
            switch self {
            case .deletedByAuthor: Self.author
            case .removed(let name): name ?? ""
            }
        }

        /// Reads a stored word.
        ///
        /// - Parameter word: The word.
        package init(word: String) {
            self = word == Self.author ? .deletedByAuthor : .removed(by: word.isEmpty ? nil : word)
        }

        /// The word that stands for the author, who is no moderator of their own posts.
        private static let author = "author"
    }
}

extension Post.Removal: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(word: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }
}
