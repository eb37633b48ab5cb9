/// What is let go of at once.
///
/// Everything in each of them was fetched, and can be fetched again. What is saved and what is a favourite stays whatever is chosen, with its texts, threads and media, and so does
/// everything that a person did. To erase that too, close the store and delete its folder: nothing lies elsewhere but
/// the caches.
public enum EraseScope: String, Hashable, Sendable, Codable, CaseIterable {
    /// The cache of images.
    case images
    /// The cache of images, and what was packed: media, threads, and the packs themselves. The posts stay.
    case downloads
    /// All of that, and every post and thread that nobody kept.
    case fetched
}
