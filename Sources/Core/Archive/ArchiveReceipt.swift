/// A receipt of an import: the numbers of entries that it changed, or would change.
public struct ArchiveReceipt: Hashable, Sendable {
    /// The numbers of entries of one kind.
    public struct Counts: Hashable, Sendable {
        /// The number of entries that the store did not have.
        public var added: Int
        /// The number of entries that are different now.
        public var changed: Int
        /// The number of entries that the store has no longer: sources that were removed on the other device.
        public var removed: Int
        /// The number of entries that bring nothing new.
        public var unchanged: Int

        /// Creates counts.
        ///
        /// - Parameters:
        ///   - added: The number of entries that the store did not have.
        ///   - changed: The number of entries that are different now.
        ///   - removed: The number of entries that the store has no longer.
        ///   - unchanged: The number of entries that bring nothing new.
        package init(added: Int = 0, changed: Int = 0, removed: Int = 0, unchanged: Int = 0) {
            self.added = added
            self.changed = changed
            self.removed = removed
            self.unchanged = unchanged
        }

        /// Whether nothing was changed.
        package var isEmpty: Bool { added == 0 && changed == 0 && removed == 0 }

        fileprivate static func + (left: Counts, right: Counts) -> Counts {
            Counts(
                added: left.added + right.added, changed: left.changed + right.changed,
                removed: left.removed + right.removed, unchanged: left.unchanged + right.unchanged)
        }
    }

    /// The numbers of statuses.
    public var statuses = Counts()
    /// The numbers of saved and favourite posts, with the fields that only their site has.
    public var posts = Counts()
    /// The numbers of drafts.
    public var drafts = Counts()
    /// The numbers of sources.
    public var sources = Counts()
    /// The numbers of settings.
    public var settings = Counts()
    /// The keys of settings that were not imported, because a newer version has set them, here or in the archive.
    public var ignoredSettings: [String] = []
    /// The number of the store's last commit.
    package var version: UInt64 = 0

    /// Creates a receipt of an import that changed nothing.
    public init() {}

    package init(statuses: Counts = Counts(), posts: Counts = Counts(), version: UInt64 = 0) {
        self.statuses = statuses
        self.posts = posts
        self.version = version
    }

    /// Whether nothing that a person can see was changed.
    package var isEmpty: Bool {
        statuses.isEmpty && posts.isEmpty && drafts.isEmpty && sources.isEmpty && settings.isEmpty
    }
}

extension ArchiveReceipt {
    /// Counts what an import changes.
    ///
    /// - Parameters:
    ///   - archive: The archive that is imported.
    ///   - before: The store's data before, with those of the archive's posts that are stored and not kept.
    ///   - after: The store's data afterwards.
    ///   - version: The number of the store's last commit.
    package init(of archive: Archive, before: Archive, after: Archive, version: UInt64 = 0) {
        self.init(version: version)
        statuses =
            Self.counts(archive.statuses, before.statuses, after.statuses)
            + Self.counts(archive.marks, before.marks, after.marks)
        posts = Self.counts(WholePost.all(in: archive), WholePost.all(in: before), WholePost.all(in: after))
        drafts = Self.counts(archive.drafts, before.drafts, after.drafts)
        settings = Self.counts(archive.settings, before.settings, after.settings)
        sources = Self.counts(
            archive.sources, before.sources.filter { !$0.isRemoved }, after.sources.filter { !$0.isRemoved })
    }

    private static func counts<Entry: Identifiable & Equatable>(
        _ entries: [Entry], _ before: [Entry], _ after: [Entry]
    ) -> Counts {
        let old = Dictionary(zip(before.map(\.id), before.indices)) { first, _ in first }
        let new = Dictionary(zip(after.map(\.id), after.indices)) { first, _ in first }
        var counts = Counts()
        for entry in entries {
            switch (old[entry.id], new[entry.id]) {
            case (nil, nil): counts.unchanged += 1
            case (nil, _?): counts.added += 1
            case (_?, nil): counts.removed += 1
            case (let old?, let new?):
                if before[old] == after[new] { counts.unchanged += 1 } else { counts.changed += 1 }
            }
        }
        return counts
    }
}

/// A post with the fields that only its site has, as one entry to count.
private struct WholePost: Identifiable, Equatable {
    let post: Post
    let extras: RawJSON?

    var id: Post.ID { post.id }

    static func all(in archive: Archive) -> [WholePost] {
        archive.posts.map { WholePost(post: $0, extras: archive.extras[$0.id]) }
    }
}
