public import Core
import Foundation
import Synchronization

/// A ``Core/ArchiveProvider`` in memory that follows every rule of the protocol.
public final class InMemoryArchiveProvider: ArchiveProvider {
    private struct State: Sendable {
        var archive: Archive
        var version: UInt64 = 0
    }

    private let state: Mutex<State>
    private let time: any TimeProvider

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - archive: The stored data; none by default.
    ///   - time: The clock for the dates of exports; the system's by default.
    public init(_ archive: Archive? = nil, time: any TimeProvider = SystemTimeProvider()) {
        state = Mutex(State(archive: archive ?? Archive(date: Date(timeIntervalSince1970: 0))))
        self.time = time
    }

    public func export() async throws -> Archive {
        let archive = state.withLock { $0.archive }
        let marked = archive.marks.filter { $0.marks.isSaved || $0.marks.isFavourite }.compactMap(\.id.target.post)
        let kept = Set(archive.statuses.filter { $0.isSaved || $0.isFavourite }.map(\.id) + marked)
        var exported = Archive(
            date: time.now, statuses: archive.statuses, posts: archive.posts.filter { kept.contains($0.id) },
            sources: archive.sources, settings: archive.settings)
        exported.marks = archive.marks
        exported.extras = archive.extras
        exported.drafts = archive.drafts
        return exported
    }

    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try Self.merged(archive, into: state.withLock { $0 }).receipt
    }

    public func merge(_ archive: Archive) async throws -> ArchiveReceipt {
        try state.withLock { state in
            var (merged, receipt) = try Self.merged(archive, into: state)
            if !merged.isEqual(to: state.archive) { state.version += 1 }
            state.archive = merged
            receipt.version = state.version
            return receipt
        }
    }

    private static func merged(_ archive: Archive, into state: State) throws -> (
        archive: Archive, receipt: ArchiveReceipt
    ) {
        let checked = try archive.checked()
        let settings = ArchivedSetting.admitted(checked.settings, to: state.archive.settings)
        let (before, wanted) = (state.archive.setting(settings.stored), checked.setting(settings.wanted))
        let merged = before.merging(wanted)
        let lists = Dictionary(grouping: merged.sources.filter { !$0.isRemoved }, by: \.id.site)
        guard lists.values.allSatisfy({ $0.count <= SubscribedSource.maximumCount }) else {
            throw DataError.sourceListIsFull
        }
        var receipt = ArchiveReceipt(of: wanted, before: before, after: merged, version: state.version)
        receipt.ignoredSettings = settings.ignored
        return (merged, receipt)
    }
}

extension Archive {
    /// Whether two archives differ in nothing but their dates.
    fileprivate func isEqual(to other: Archive) -> Bool {
        statuses == other.statuses && marks == other.marks && posts == other.posts && extras == other.extras
            && drafts == other.drafts && sources == other.sources && settings == other.settings
    }
}
