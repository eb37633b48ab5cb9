/// How much an archive holds.
public struct ArchiveSummary: Hashable, Sendable {
    /// How many statuses.
    public var statuses: Int
    /// How many saved and favourite posts.
    public var posts: Int
    /// How many sources, without those that were removed.
    public var sources: Int
    /// How many settings.
    public var settings: Int

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - statuses: How many statuses.
    ///   - posts: How many posts.
    ///   - sources: How many sources.
    ///   - settings: How many settings.
    public init(statuses: Int = 0, posts: Int = 0, sources: Int = 0, settings: Int = 0) {
        self.statuses = statuses
        self.posts = posts
        self.sources = sources
        self.settings = settings
    }

    /// Counts what is in an archive.
    ///
    /// - Parameter archive: The archive.
    public init(_ archive: Archive) {
        self.init(
            statuses: archive.statuses.count, posts: archive.posts.count,
            sources: archive.sources.count { !$0.isRemoved }, settings: archive.settings.count)
    }
}
