/// The numbers of entries in an archive.
public struct ArchiveSummary: Hashable, Sendable {
    /// The number of statuses.
    public var statuses: Int
    /// The number of saved and favourite posts.
    public var posts: Int
    /// The number of drafts, with the texts that are unsent.
    public var drafts: Int
    /// The number of sources, without those that were removed.
    public var sources: Int
    /// The number of settings.
    public var settings: Int

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - statuses: The number of statuses.
    ///   - posts: The number of saved and favourite posts.
    ///   - drafts: The number of drafts.
    ///   - sources: The number of sources.
    ///   - settings: The number of settings.
    package init(statuses: Int = 0, posts: Int = 0, drafts: Int = 0, sources: Int = 0, settings: Int = 0) {
        self.statuses = statuses
        self.posts = posts
        self.drafts = drafts
        self.sources = sources
        self.settings = settings
    }

    /// Counts the entries of an archive.
    ///
    /// - Parameter archive: The archive.
    public init(_ archive: Archive) {
        self.init(
            statuses: archive.statuses.count + archive.marks.count, posts: archive.posts.count,
            drafts: archive.drafts.count, sources: archive.sources.count { !$0.isRemoved },
            settings: archive.settings.count)
    }
}
