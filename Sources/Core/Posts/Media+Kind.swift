extension Media {
    /// A kind of media: one of those that the framework switches on, or one that only another version knows.
    ///
    /// What is stored stays readable: a word that this version does not know is ``unknown(_:)``, shown by its raw name,
    /// written back as it was found, and treated as nothing that it may be. Two kinds are equal when their words are.
    public enum Kind: Sendable {
        /// A still picture.
        case image
        /// A picture that moves without sound: a GIF, or a silent video that plays like one.
        case animated
        /// A video.
        case video
        /// Several pictures; see ``Media/gallery``.
        case gallery
        /// Something that another site plays.
        case embed
        /// A page elsewhere.
        case link
        /// A text, in ``Post/text``.
        case text
        /// A poll.
        case poll
        /// A post that shows another one whose media are not known.
        case crosspost
        /// Nothing any more: it was taken down.
        case removed
        /// Something that only another version knows, by its word; ``init(rawValue:)`` makes it.
        case unknown(String)
    }
}

extension Media.Kind: RawRepresentable, CaseIterable {
    /// The kinds that are known here, as the example programs list them.
    public static let allCases: [Media.Kind] = [
        .image, .animated, .video, .gallery, .embed, .link, .text, .poll, .crosspost, .removed,
    ]

    /// Creates a kind from its word.
    ///
    /// - Parameter rawValue: The stable word for it; one that is not known here is kept as ``unknown(_:)``.
    public init(rawValue: String) {
        switch rawValue {
        case "image": self = .image
        case "animated": self = .animated
        case "video": self = .video
        case "gallery": self = .gallery
        case "embed": self = .embed
        case "link": self = .link
        case "text": self = .text
        case "poll": self = .poll
        case "crosspost": self = .crosspost
        case "removed": self = .removed
        default: self = .unknown(rawValue)
        }
    }

    /// The stable word for it, as commands and stored posts have it.
    public var rawValue: String {
        switch self {
        case .image: "image"
        case .animated: "animated"
        case .video: "video"
        case .gallery: "gallery"
        case .embed: "embed"
        case .link: "link"
        case .text: "text"
        case .poll: "poll"
        case .crosspost: "crosspost"
        case .removed: "removed"
        case .unknown(let word): word
        }
    }
}

extension Media.Kind: Hashable, Codable, CustomStringConvertible {
    /// Whether two kinds have one word.
    ///
    /// - Parameters:
    ///   - left: One kind.
    ///   - right: The other one.
    /// - Returns: True when their words are equal.
    public static func == (left: Media.Kind, right: Media.Kind) -> Bool { left.rawValue == right.rawValue }

    /// Hashes the word.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// Reads a word, known here or not.
    ///
    /// - Parameter decoder: Where to read from.
    /// - Throws: `DecodingError` for what is no text.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the word.
    ///
    /// - Parameter encoder: Where to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The word.
    public var description: String { rawValue }
}
