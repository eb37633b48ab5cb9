/// The parts of a post that can be read without a network, for a badge.
public struct PostAvailability: Hashable, Sendable {
    /// The availability of one part of a post.
    public enum Part: String, Hashable, Sendable, Codable, CaseIterable {
        /// The post has no such part.
        case notApplicable
        /// Nothing of it is on this device.
        case missing
        /// Some of it is on this device: two of a gallery's five pictures.
        case partial
        /// All of it is on this device.
        case complete
    }

    /// The title and text.
    public var text: Part
    /// The thread: complete when no placeholder is left and the backend that gave it gives whole threads.
    public var comments: Part
    /// The thumbnail.
    public var thumbnail: Part
    /// The picture, gallery or video.
    public var media: Part

    /// Creates an availability; every part is missing by default.
    ///
    /// - Parameters:
    ///   - text: The title and text.
    ///   - comments: The thread.
    ///   - thumbnail: The thumbnail.
    ///   - media: The picture, gallery or video.
    public init(
        text: Part = .missing, comments: Part = .missing, thumbnail: Part = .missing, media: Part = .missing
    ) {
        self.text = text
        self.comments = comments
        self.thumbnail = thumbnail
        self.media = media
    }

    /// The availability of a whole post in one word.
    public enum Level: String, Hashable, Sendable, Codable, CaseIterable {
        /// The post is not stored.
        case none
        /// Only its title and text.
        case text
        /// Its text and some of thread, thumbnail and media.
        case partial
        /// Everything that it has.
        case full
    }

    /// The availability of the whole post.
    public var level: Level {
        guard text == .complete else { return .none }
        let others = [comments, thumbnail, media].filter { $0 != .notApplicable }
        if others.allSatisfy({ $0 == .complete }) { return .full }
        return others.allSatisfy { $0 == .missing } ? .text : .partial
    }

    /// Whether everything that the post has is on this device.
    public var isComplete: Bool {
        [text, comments, thumbnail, media].allSatisfy { $0 == .complete || $0 == .notApplicable }
    }
}
