package import Foundation

/// A backup of a person's data: to move it to another device, or to keep it.
///
/// It holds all marks of posts and comments, also of those that are not stored; the saved and favourite posts, with the
/// links to their media and their sites' own fields; the sources, with those that were removed; the settings; and drafts,
/// as which it holds unsent texts too. It holds no tokens, no feeds, no images and nothing that a server said to an
/// account; marks and drafts of an account name that account.
///
/// Make one with ``ArchiveProvider/export()``, and write it with ``ArchiveFile``. Its lists are sorted and have one
/// entry for each id, so that equal content is equal bytes.
public struct Archive: Hashable, Sendable {
    /// The date when the archive was made.
    package let date: Date
    /// The marks on posts that belong to no account, in the order of the posts' ids.
    package let statuses: [PostStatus]
    /// The own marks of comments, and those that belong to an account, in the order of their ids.
    package var marks: [OwnedMarks] = [] {
        didSet { marks = Self.merged(marks) { $0.merging($1) } }
    }
    /// The posts that are kept, as the server described them, in the order of their ids.
    package let posts: [Post]
    /// The fields of ``posts`` that only their site has, as in ``Page/extras``.
    package var extras: [Post.ID: RawJSON] = [:] {
        didSet {
            let kept = Set(posts.map(\.id))
            extras = extras.filter { kept.contains($0.key) }
        }
    }
    /// The drafts, and the texts that are unsent, in the order of their ids.
    package var drafts: [Draft] = [] {
        didSet { drafts = Self.merged(drafts) { $0.merging($1) } }
    }
    /// The sources of every site, and those that were removed, in the order of their ids.
    package let sources: [ArchivedSource]
    /// The settings that somebody has set, in the order of their keys.
    package let settings: [ArchivedSetting]

    /// Creates an archive of lists in any order; marks and extras are set on the value.
    ///
    /// Entries of one id are merged, and extras of other posts left out.
    package init(
        date: Date, statuses: [PostStatus] = [], posts: [Post] = [], sources: [ArchivedSource] = [],
        settings: [ArchivedSetting] = []
    ) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970)
        self.statuses = Self.merged(statuses) { $0.merging($1) }
        self.posts = Self.merged(posts) { $0.merging($1) }
        self.sources = Self.forgettingRemovals(in: Self.merged(sources) { $0.merging($1) })
        self.settings = Self.merged(settings) { $0.merging($1) }
    }

    /// Returns both archives merged, each entry by its own dates; the date is the later one.
    ///
    /// Merging is commutative, associative and idempotent.
    ///
    /// - Complexity: O(*n* log *n*) in the entries of both.
    package func merging(_ other: Archive) -> Archive {
        var archive = Archive(
            date: max(date, other.date), statuses: statuses + other.statuses, posts: posts + other.posts,
            sources: sources + other.sources, settings: settings + other.settings)
        archive.marks = marks + other.marks
        archive.extras = extras.merging(other.extras) { $0.merging($1) }
        archive.drafts = drafts + other.drafts
        return archive
    }

    /// Sorts entries by the bytes of their ids, and merges those of one id.
    private static func merged<Entry: Identifiable>(
        _ entries: [Entry], _ merge: (Entry, Entry) -> Entry
    ) -> [Entry] where Entry.ID: CustomStringConvertible {
        // The texts are made once: comparing ids would make two for each comparison.
        let keys = entries.map { Array($0.id.description.utf8) }
        guard let order = order(of: keys) else { return entries }
        var merged: [Entry] = []
        var last: [UInt8]?
        for index in order {
            if keys[index] == last, let before = merged.popLast() {
                merged.append(merge(before, entries[index]))
            } else {
                merged.append(entries[index])
            }
            last = keys[index]
        }
        return merged
    }

    /// Returns the places of keys in ascending order; `nil` when they stand in it already, each once.
    private static func order(of keys: [[UInt8]]) -> [Int]? {
        let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
        return isSorted ? nil : keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }

    /// Leaves out the oldest removals, where there are more than a store remembers.
    private static func forgettingRemovals(in sources: [ArchivedSource]) -> [ArchivedSource] {
        let surplus = sources.count(where: \.isRemoved) - ArchivedSource.maximumRemovedCount
        guard surplus > 0 else { return sources }
        // Equal dates stay in the order of their ids.
        let forgotten = Set(
            sources.indices.filter { sources[$0].isRemoved }
                .sorted { (sources[$0].changed, $0) < (sources[$1].changed, $1) }.prefix(surplus))
        return sources.enumerated().filter { !forgotten.contains($0.offset) }.map(\.element)
    }
}

extension Archive {
    /// Returns the archive in the form in which a store keeps it, if all its entries are valid.
    ///
    /// Values of built-in settings and dates come into the form in which they are stored. Settings of an app's own and
    /// of a newer version stay as they are, and so do values that this version cannot use.
    ///
    /// - Throws: The ``ArchiveError/error`` of the first invalid entry.
    package func checked() throws(DataError) -> Archive {
        var settings: [ArchivedSetting] = []
        for setting in self.settings {
            guard (1...200).contains(setting.key.utf8.count), setting.changed.isStorable else {
                throw ArchiveError.invalid(setting.key).error
            }
            settings.append(setting.normalized)
        }
        var sources: [ArchivedSource] = []
        for source in self.sources {
            guard source.isAllowed else { throw ArchiveError.invalid("\(source.id)").error }
            sources.append(source.rounded)
        }
        for draft in drafts where !draft.isStorable { throw ArchiveError.invalid("\(draft.id)").error }
        for status in statuses where !status.isStorable { throw ArchiveError.invalid("\(status.id)").error }
        var archive = Archive(date: date, statuses: statuses, posts: posts, sources: sources, settings: settings)
        archive.marks = marks
        archive.extras = extras
        archive.drafts = drafts
        return archive
    }
}

extension Draft {
    fileprivate var isStorable: Bool {
        date.isStorable && OutboxItem.ID.isID(id.rawValue) && target?.isReadable ?? true
    }
}

extension SettingValue {
    /// Returns the value in the form in which it is stored; `nil` where the setting cannot have it.
    func normalized(for key: SettingKey) -> SettingValue? {
        var settings = ReadingSettings()
        do throws(DataError) {
            try settings.set(self, for: key)
            return settings[key]
        } catch {
            // The caller throws an error of its own.
            return nil
        }
    }
}

extension ArchivedSource {
    private static let maximumNameLength = 300

    /// Whether the source is allowed in a list: its name is valid on its site and matches its id.
    fileprivate var isAllowed: Bool {
        let isName =
            !name.isEmpty && name.utf8.count <= Self.maximumNameLength
            && name.unicodeScalars.allSatisfy { scalar in
                let isControl = scalar.properties.generalCategory == .control
                return !isControl && !scalar.properties.isWhitespace && !["/", "?", "#", "%", "\\"].contains(scalar)
            }
        let dates = [added, changed] + [opened, checked].compactMap { $0 }
        return isName && id.isID(of: SourceName(id.kind, name)) && position.isFinite && dates.allSatisfy(\.isStorable)
            && subscribers ?? 0 >= 0
    }
}

extension Marks {
    fileprivate var isStorable: Bool {
        let dates = [savedAt, favouritedAt, firstSeen, changed] + StatusMark.allCases.map { self.dates[$0] }
        return dates.allSatisfy { $0?.isStorable ?? true }
    }
}

extension Date {
    /// Whether the date can be stored: within 3.2e11 seconds (about ten thousand years) of 1970.
    fileprivate var isStorable: Bool { abs(timeIntervalSince1970) < 3.2e11 }
}
