/// What of a post is on this device, for the badge that says so.
public struct PostAvailability: Hashable, Sendable {
    /// How much there is of something.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        /// The post has none: a text without a picture.
        case notApplicable
        /// Nothing is here.
        case missing
        /// Some of it is: two of a gallery's five pictures.
        case partial
        /// All of it is.
        case complete
    }

    /// Its title and text.
    public var text: Part
    /// Its thread: complete when no placeholder is left and the road that brought it gives whole threads, partial when
    /// less of it is stored.
    public var comments: Part
    /// Its small picture.
    public var thumbnail: Part
    /// Its picture, gallery or video.
    public var media: Part

    /// Creates an availability; nothing is here by default.
    ///
    /// - Parameters:
    ///   - text: Its title and text.
    ///   - comments: Its thread.
    ///   - thumbnail: Its small picture.
    ///   - media: Its picture, gallery or video.
    public init(
        text: Part = .missing, comments: Part = .missing, thumbnail: Part = .missing, media: Part = .missing
    ) {
        self.text = text
        self.comments = comments
        self.thumbnail = thumbnail
        self.media = media
    }

    /// All of it in one word.
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// The post is not stored.
        case none
        /// Title and text, and nothing else that it has.
        case text
        /// Some of thread, thumbnail and media.
        case partial
        /// Nothing is missing that it has.
        case full
    }

    /// All of it in one word.
    public var level: Level {
        guard text == .complete else { return .none }
        let others = [comments, thumbnail, media].filter { $0 != .notApplicable }
        if others.allSatisfy({ $0 == .complete }) { return .full }
        return others.allSatisfy { $0 == .missing } ? .text : .partial
    }

    /// Whether nothing is missing that the post has.
    public var isComplete: Bool {
        [text, comments, thumbnail, media].allSatisfy { $0 == .complete || $0 == .notApplicable }
    }
}
