public import Foundation

/// What a person has done and set, free of accounts and servers: to be carried to another device, or kept.
///
/// It holds every status, also of posts that are not stored, the saved and favourite posts with the links to their
/// media and with what only their site says of them, the sources with those that were removed, and the settings. It
/// holds no tokens, no accounts, no feeds and no pictures.
///
/// Its lists are sorted and have one entry for each id: what has two is put together when the archive is made, so that
/// equal content is equal bytes.
public struct Archive: Hashable, Sendable {
    /// When it was made.
    public let date: Date
    /// The statuses, in the order of the posts' ids.
    public let statuses: [PostStatus]
    /// The posts that are kept, as the server described them, in the order of their ids.
    public let posts: [Post]
    /// Fields of ``posts`` that only their site has, as in ``Page/extras``.
    public let extras: [Post.ID: RawJSON]
    /// The sources of every site, and those that were removed, in the order of their ids.
    public let sources: [ArchivedSource]
    /// The settings that somebody has set, in the order of their keys.
    public let settings: [ArchivedSetting]

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - date: When it is made.
    ///   - statuses: The statuses, in any order.
    ///   - posts: The posts that are kept, in any order.
    ///   - extras: Fields that only one site has; those of posts that are not among `posts` are left out.
    ///   - sources: The sources, in any order.
    ///   - settings: The settings, in any order.
    public init(
        date: Date, statuses: [PostStatus] = [], posts: [Post] = [], extras: [Post.ID: RawJSON] = [:],
        sources: [ArchivedSource] = [], settings: [ArchivedSetting] = []
    ) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970)
        self.statuses = Self.merged(statuses) { $0.merging($1) }
        self.posts = Self.merged(posts) { $0.merging($1) }
        let kept = Set(self.posts.map(\.id))
        self.extras = extras.filter { kept.contains($0.key) }
        self.sources = Self.forgettingRemovals(in: Self.merged(sources) { $0.merging($1) })
        self.settings = Self.merged(settings) { $0.merging($1) }
    }

    /// Two archives put together, each thing by its own dates.
    ///
    /// Whichever of the two comes first, in whatever order several are put together and however often, the result is
    /// the same. Its date is the later one.
    ///
    /// - Parameter other: The other archive.
    /// - Returns: What both say.
    /// - Complexity: O(*n* log *n*) in the entries of both.
    public func merging(_ other: Archive) -> Archive {
        Archive(
            date: max(date, other.date), statuses: statuses + other.statuses, posts: posts + other.posts,
            extras: extras.merging(other.extras) { $0.merging($1) }, sources: sources + other.sources,
            settings: settings + other.settings)
    }

    /// Sorts entries by the bytes of their ids, and puts those together that have one id.
    private static func merged<Entry: Identifiable>(
        _ entries: [Entry], _ merge: (Entry, Entry) -> Entry
    ) -> [Entry] where Entry.ID: CustomStringConvertible {
        // The texts are made once: comparing ids would make two for each comparison.
        let keyed = entries.map { (key: Array($0.id.description.utf8), entry: $0) }
        let isSorted = zip(keyed, keyed.dropFirst()).allSatisfy { $0.key.lexicographicallyPrecedes($1.key) }
        if isSorted { return entries }
        var merged: [Entry] = []
        var last: [UInt8]?
        for (key, entry) in keyed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if key == last, let before = merged.popLast() {
                merged.append(merge(before, entry))
            } else {
                merged.append(entry)
            }
            last = key
        }
        return merged
    }

    /// Leaves out what was removed first, where there is more than a store remembers.
    private static func forgettingRemovals(in sources: [ArchivedSource]) -> [ArchivedSource] {
        let surplus = sources.count(where: \.isRemoved) - ArchivedSource.maximumRemovedCount
        guard surplus > 0 else { return sources }
        // Equal dates stay in the order of their ids.
        let oldest = sources.enumerated().filter { $0.element.isRemoved }
            .sorted { ($0.element.changed, $0.offset) < ($1.element.changed, $1.offset) }.prefix(surplus)
        let forgotten = Set(oldest.map(\.offset))
        return sources.enumerated().filter { !forgotten.contains($0.offset) }.map(\.element)
    }
}
