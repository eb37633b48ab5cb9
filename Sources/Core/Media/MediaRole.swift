/// What a file of a post is there for.
public enum MediaRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The small picture of a list.
    case thumbnail
    /// What the post shows: its picture, each one of its gallery, its video.
    case full
}
