import Core
import Foundation

/// The changes of an archive to a store, not written yet.
struct ArchiveMerge {
    let receipt: ArchiveReceipt
    /// The statuses to put.
    let statuses: [PostStatus]
    /// The own marks of comments and of accounts to put.
    let marks: [OwnedMarks]
    /// The posts to put.
    let posts: [Post]
    /// Fields of posts that only their site has, to put.
    let extras: [Post.ID: RawJSON]
    /// The drafts to put.
    let drafts: [Draft]
    /// The sources to put.
    let sources: [SourceRecord]
    /// The sources to forget: they were removed long ago.
    let forgotten: [SubscribedSource.ID]
    /// The settings to put.
    let settings: [SettingRecord]

    /// Compares an archive with a store.
    ///
    /// - Throws: `DataError` for an archive that cannot be merged, ``StoreError`` when the disk fails.
    init(_ archive: Archive, into snapshot: StoreSnapshot) throws {
        let wanted = try archive.checked()
        let stored = try snapshot.archive(at: wanted.date, with: wanted.posts.map(\.id))
        let settings = ArchivedSetting.admitted(wanted.settings, to: stored.settings)
        let before = stored.setting(settings.stored)
        var allowed = wanted.setting(settings.wanted)
        // What is in the outbox here, or was sent, is no draft again.
        allowed.drafts = try wanted.drafts.filter { try !snapshot.isOnItsWay($0.id) }
        let after = before.merging(allowed)
        let lists = Dictionary(grouping: after.sources.filter { !$0.isRemoved }, by: \.id.site)
        guard lists.values.allSatisfy({ $0.count <= SubscribedSource.maximumCount }) else {
            throw DataError.sourceListIsFull
        }
        statuses = Self.news(before.statuses, after.statuses)
        marks = Self.news(before.marks, after.marks)
        posts = Self.news(before.posts, after.posts)
        drafts = Self.news(before.drafts, after.drafts)
        extras = after.extras.filter { before.extras[$0.key] != $0.value }
        sources = Self.news(before.sources, after.sources).map(SourceRecord.init)
        let kept = Set(after.sources.map(\.id))
        forgotten = before.sources.map(\.id).filter { !kept.contains($0) }
        self.settings = Self.news(before.settings, after.settings).map(SettingRecord.init)
        var receipt = ArchiveReceipt(of: allowed, before: before, after: after, version: snapshot.version)
        receipt.ignoredSettings = settings.ignored
        self.receipt = receipt
    }

    /// The entries that are new or different.
    private static func news<Entry: Identifiable & Equatable>(_ before: [Entry], _ after: [Entry]) -> [Entry] {
        let old = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        return after.filter { old[$0.id] != $0 }
    }
}

extension WriteTransaction {
    /// Puts what an archive changes into the batch.
    mutating func write(_ merge: ArchiveMerge) throws {
        let marked = Set(merge.statuses.map(\.id) + merge.marks.compactMap(\.id.target.post))
        let favourites = try marked.filter { try isFavourite($0) }
        for status in merge.statuses { try upsert(status, in: StatusSchemas.statuses) }
        for marks in merge.marks { try upsert(marks, in: StatusSchemas.marks) }
        if !marked.isEmpty { try forgetVoidDismissals() }
        // As where the person takes a favourite back here.
        let added = Set(merge.marks.filter(\.marks.isFavourite).compactMap(\.id.target.post))
        try releaseMedia(of: favourites.filter { try !added.contains($0) && !mayHoldMedia($0) }.sorted())
        for post in merge.posts { try upsert(post, in: PostSchemas.posts) }
        try keep(merge.extras)
        for draft in merge.drafts { try upsert(draft, in: DraftSchemas.drafts) }
        for source in merge.sources { try upsert(source, in: SourceSchemas.sources) }
        for id in merge.forgotten { try delete(id, from: SourceSchemas.sources) }
        for setting in merge.settings { try upsert(setting, in: SettingSchemas.settings) }
    }
}
