/// The role of a media file in its post.
public enum MediaRole: String, Hashable, Sendable, Codable, CaseIterable {
    /// The thumbnail for lists.
    case thumbnail
    /// The content: the post's picture, a picture of its gallery, or its video.
    case full
}
