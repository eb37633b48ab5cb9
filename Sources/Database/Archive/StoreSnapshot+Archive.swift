import Core
import Foundation

extension StoreSnapshot {
    /// Returns the store's content as an archive.
    ///
    /// - Parameters:
    ///   - date: The date of the archive.
    ///   - others: Posts that are wanted whether or not somebody keeps them, where they are stored.
    /// - Returns: The archive.
    /// - Throws: ``StoreError``.
    func archive(at date: Date, with others: [Post.ID] = []) throws -> Archive {
        let statuses = try window(of: StatusSchemas.statuses)
        var ids = Set(statuses.lazy.filter { $0.isSaved || $0.isFavourite }.map(\.id))
        let marks = try window(of: StatusSchemas.marks)
        ids.formUnion(marks.lazy.filter { $0.marks.isSaved || $0.marks.isFavourite }.compactMap(\.id.target.post))
        ids.formUnion(others)
        // In the order of the ids, in which the disk has most of them.
        let posts = try ids.sorted().compactMap { try record($0, in: PostSchemas.posts) }
        var extras: [Post.ID: RawJSON] = [:]
        for post in posts { extras[post.id] = try record(post.id, in: PostSchemas.extras)?.value }
        var archive = Archive(
            date: date, statuses: statuses, posts: posts,
            sources: try window(of: SourceSchemas.sources).map(ArchivedSource.init),
            settings: try window(of: SettingSchemas.settings).map(\.archived))
        archive.marks = marks
        archive.extras = extras
        archive.drafts = try window(of: DraftSchemas.drafts)
        return archive
    }
}

extension SettingRecord {
    /// The setting as an archive has it.
    ///
    /// What this version cannot use, or does not know, stays as it is: whoever knows it knows what it may be.
    fileprivate var archived: ArchivedSetting {
        ArchivedSetting(SettingKey(rawValue: id), value, changed: changed, version: version).normalized
    }
}
