import Core
import Foundation

extension StoreSnapshot {
    /// What the store has of all that an archive can hold.
    ///
    /// - Parameters:
    ///   - date: The date of the archive.
    ///   - others: Posts that are wanted whether or not somebody keeps them, where they are stored.
    /// - Returns: The archive.
    /// - Throws: ``StoreError``.
    func archive(at date: Date, with others: [Post.ID] = []) throws -> Archive {
        let statuses = try window(of: PostSchemas.statuses)
        var ids = Set(statuses.lazy.filter { $0.isSaved || $0.isFavourite }.map(\.id))
        ids.formUnion(others)
        // In the order of the ids, in which the disk has most of them.
        let posts = try ids.sorted().compactMap { try record($0, in: PostSchemas.posts) }
        var extras: [Post.ID: RawJSON] = [:]
        for post in posts { extras[post.id] = try record(post.id, in: ExtrasRecord.schema)?.value }
        return Archive(
            date: date, statuses: statuses, posts: posts, extras: extras,
            sources: try window(of: SourceSchemas.sources).map(ArchivedSource.init),
            settings: try window(of: SettingRecord.schema).map(\.archived))
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
