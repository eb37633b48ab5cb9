public import Core
import Foundation
import Synchronization

/// A ``Core/ArchiveProvider`` in memory: a device of which there is nothing but what an archive holds.
///
/// It keeps every rule of the protocol.
public final class InMemoryArchiveProvider: ArchiveProvider {
    private struct State: Sendable {
        var archive: Archive
        var version: UInt64 = 0
    }

    private let state: Mutex<State>
    private let time: any TimeProvider

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - archive: What it holds; nothing by default.
    ///   - time: The clock that exports are dated by; the system's by default.
    public init(_ archive: Archive? = nil, time: any TimeProvider = SystemTimeProvider()) {
        state = Mutex(State(archive: archive ?? Archive(date: Date(timeIntervalSince1970: 0))))
        self.time = time
    }

    /// What it holds.
    ///
    /// Posts that nobody keeps any more are left out, as in a store.
    ///
    /// - Returns: The archive, with the date of now.
    public func export() async throws -> Archive {
        let archive = state.withLock { $0.archive }
        let kept = Set(archive.statuses.lazy.filter { $0.isSaved || $0.isFavourite }.map(\.id))
        return Archive(
            date: time.now, statuses: archive.statuses, posts: archive.posts.filter { kept.contains($0.id) },
            extras: archive.extras, sources: archive.sources, settings: archive.settings)
    }

    /// What a merge would change.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What ``merge(_:)`` would return now.
    /// - Throws: As ``merge(_:)``.
    public func preview(_ archive: Archive) async throws -> ArchiveReceipt {
        try Self.merged(archive, into: state.withLock { $0 }).receipt
    }

    /// Puts an archive in.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: What it came to.
    /// - Throws: `DataError` for one that says what cannot be, or makes a list of sources too long.
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
    /// Whether two hold the same, whenever they were made.
    fileprivate func isEqual(to other: Archive) -> Bool {
        statuses == other.statuses && posts == other.posts && extras == other.extras && sources == other.sources
            && settings == other.settings
    }
}
