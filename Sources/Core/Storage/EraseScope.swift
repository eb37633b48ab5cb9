/// A part of what can be fetched again, to be deleted at once.
///
/// Saved posts and favourites stay whatever is chosen, with their texts, threads and media, and so does everything that
/// a person did. To erase that too, close the store and delete its folder: nothing lies elsewhere but
/// the caches.
public enum EraseScope: String, Hashable, Sendable, Codable, CaseIterable {
    /// The image cache.
    case images
    /// The image cache, and what was packed: media, threads, and the packs themselves. The posts stay.
    case downloads
    /// All of that, every post and thread that nobody keeps, and what else can be fetched again, such as the descriptions
    /// of communities.
    case fetched
}
