/// What putting an archive into a store came to, or would come to.
public struct ArchiveReceipt: Hashable, Sendable {
    /// What became of the entries of one kind.
    public struct Counts: Hashable, Sendable {
        /// How many the store did not have.
        public var added: Int
        /// How many it had, and has otherwise now.
        public var changed: Int
        /// How many it had, and has no longer: only sources, which were removed on the other device.
        public var removed: Int
        /// How many say nothing new.
        public var unchanged: Int

        /// Creates counts.
        ///
        /// - Parameters:
        ///   - added: How many the store did not have.
        ///   - changed: How many it has otherwise now.
        ///   - removed: How many it has no longer.
        ///   - unchanged: How many say nothing new.
        public init(added: Int = 0, changed: Int = 0, removed: Int = 0, unchanged: Int = 0) {
            self.added = added
            self.changed = changed
            self.removed = removed
            self.unchanged = unchanged
        }

        /// Whether nothing is different.
        public var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }
    }

    /// What became of statuses.
    public var statuses: Counts
    /// Results for saved and favourite posts, and for fields that only their site has.
    public var posts: Counts
    /// What became of sources.
    public var sources: Counts
    /// What became of settings.
    public var settings: Counts
    /// The settings that were left as they are, by their keys: a newer version has set them, here or in the archive, in a
    /// way that this one does not understand.
    public var ignoredSettings: [String]
    /// The number of the store's last commit when this came about.
    public var version: UInt64

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - statuses: What became of statuses.
    ///   - posts: What became of posts.
    ///   - sources: What became of sources.
    ///   - settings: What became of settings.
    ///   - ignoredSettings: The settings that were left as they are.
    ///   - version: The number of the store's last commit.
    public init(
        statuses: Counts = Counts(), posts: Counts = Counts(), sources: Counts = Counts(), settings: Counts = Counts(),
        ignoredSettings: [String] = [], version: UInt64 = 0
    ) {
        self.statuses = statuses
        self.posts = posts
        self.sources = sources
        self.settings = settings
        self.ignoredSettings = ignoredSettings
        self.version = version
    }

    /// Whether a person sees no difference.
    public var isEmpty: Bool { statuses.isEmpty && posts.isEmpty && sources.isEmpty && settings.isEmpty }
}

extension ArchiveReceipt {
    /// Counts what an archive changes.
    ///
    /// For providers: `before` is what the store has of the kinds that an archive has, and of the archive's posts also
    /// those that nobody keeps any more.
    ///
    /// - Parameters:
    ///   - archive: The archive that is put in.
    ///   - before: What there was.
    ///   - after: What there is with it.
    ///   - version: The number of the store's last commit.
    public init(of archive: Archive, before: Archive, after: Archive, version: UInt64 = 0) {
        self.init(version: version)
        statuses = Self.counts(archive.statuses, before.statuses, after.statuses)
        posts = Self.counts(WholePost.all(in: archive), WholePost.all(in: before), WholePost.all(in: after))
        settings = Self.counts(archive.settings, before.settings, after.settings)
        sources = Self.counts(
            archive.sources, before.sources.filter { !$0.isRemoved }, after.sources.filter { !$0.isRemoved })
    }

    private static func counts<Entry: Identifiable & Equatable>(
        _ entries: [Entry], _ before: [Entry], _ after: [Entry]
    ) -> Counts {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.id, $0) }) { first, _ in first }
        var counts = Counts()
        for entry in entries {
            switch (old[entry.id], new[entry.id]) {
            case (nil, _?): counts.added += 1
            case (_?, nil): counts.removed += 1
            case (let old, let new): if old == new { counts.unchanged += 1 } else { counts.changed += 1 }
            }
        }
        return counts
    }
}

/// A post with what only its site says of it: one entry for whoever counts.
private struct WholePost: Identifiable, Equatable {
    let post: Post
    let extras: RawJSON?

    var id: Post.ID { post.id }

    static func all(in archive: Archive) -> [WholePost] {
        archive.posts.map { WholePost(post: $0, extras: archive.extras[$0.id]) }
    }
}
