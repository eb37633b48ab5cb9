import Core
import Synchronization

/// A thread as it lies in the store, marks aside.
///
/// It is read once as long as somebody has the thread: see ``ThreadReadings``.
final class ThreadReading: ForestSource {
    let record: ThreadRecord
    let parts: [ThreadPart]
    /// The comments and what is missing between them, in display order.
    let entries: [CommentThread.Entry]
    fileprivate let version: Version
    private let places: Places?
    /// The entries as a tree, once somebody has asked for it.
    private let arranged: Mutex<CommentForest?>
    private let seenNames: Mutex<SeenNames?>

    /// The last commits that changed the collections of threads.
    struct Version: Equatable {
        let threads: UInt64
        let parts: UInt64
        let comments: UInt64
        let reloadCount: Int

        /// Whether a commit or a reload came between the other one and this.
        func isNewer(than other: Version) -> Bool {
            if reloadCount != other.reloadCount { return reloadCount > other.reloadCount }
            return max(threads, parts, comments) > max(other.threads, other.parts, other.comments)
        }
    }

    /// The places of everything that was read.
    struct Places {
        let record: RecordPlace
        let parts: [RecordPlace]
        let comments: [RecordPlace]
    }

    /// Takes over a thread that was read or is being written.
    ///
    /// - Parameters:
    ///   - record: The facts about the thread.
    ///   - parts: The parts of its order.
    ///   - entries: Its comments and placeholders.
    ///   - version: The state of the store that has it so.
    ///   - places: The places of all of it; `nil` where something is missing or has no place yet.
    ///   - forest: The entries as a tree, where that is known.
    ///   - seen: The comments that nobody in particular has seen, where those were read before.
    init(
        _ record: ThreadRecord, _ parts: [ThreadPart], _ entries: [CommentThread.Entry], version: Version,
        places: Places? = nil, forest: CommentForest? = nil, seen: SeenNames? = nil
    ) {
        seenNames = Mutex(seen)
        arranged = Mutex(forest)
        self.record = record
        self.parts = parts
        self.entries = entries
        self.version = version
        self.places = places
    }

    var forest: CommentForest {
        arranged.withLock { arranged in
            if let arranged { return arranged }
            let forest = CommentForest(entries)
            arranged = forest
            return forest
        }
    }

    /// The comments that nobody in particular has seen, as far as they were read: each visit adds to it.
    var seen: SeenNames? {
        get { seenNames.withLock { $0 } }
        set { seenNames.withLock { $0 = newValue } }
    }

    /// The thread as a value, which keeps this alive.
    var thread: CommentThread {
        var thread = CommentThread(entries: entries, source: record.source, completeness: record.completeness)
        thread.reading = CommentThread.Reading(self)
        return thread
    }

    /// The ids of its comments in display order, those that could not be read too.
    var ids: [Comment.ID] {
        parts.flatMap { part in part.comments.map { Comment.ID(site: record.id.site, native: $0) } }
    }

    /// Whether a store still has exactly this.
    ///
    /// - Complexity: O(1) where no thread was changed since, else O(*n*) without reading a record.
    func isCurrent(in snapshot: StoreSnapshot) throws -> Bool {
        if version == snapshot.threadVersion { return true }
        guard let places else { return false }
        return try snapshot.areCurrent([places.record], in: CommentSchemas.threads)[0]
            && snapshot.areCurrent(places.parts, in: CommentSchemas.parts).allSatisfy { $0 }
            && snapshot.areCurrent(places.comments, in: CommentSchemas.comments).allSatisfy { $0 }
    }
}

/// The threads that somebody has, as they were read: sorting one and adding to it reads nothing again.
///
/// A thread that nobody has any more takes no memory.
final class ThreadReadings: Sendable {
    private struct Entry: Sendable {
        weak var reading: ThreadReading?
    }

    private let entries = Mutex<[Post.ID: Entry]>([:])

    /// The reading of a thread; `nil` when nobody has it.
    subscript(post: Post.ID) -> ThreadReading? { entries.withLock { $0[post]?.reading } }

    /// Takes a newer reading in the place of another one; an older one changes nothing.
    func keep(_ reading: ThreadReading) {
        entries.withLock { entries in
            if let known = entries[reading.record.id]?.reading, known.version.isNewer(than: reading.version) { return }
            if entries[reading.record.id] == nil { entries = entries.filter { $0.value.reading != nil } }
            entries[reading.record.id] = Entry(reading: reading)
        }
    }
}

/// A place for the names of a thread's seen comments, which are read beside the comments.
private final class SeenAhead: Sendable {
    let names = Mutex<SeenNames?>(nil)
}

extension StoreSnapshot {
    /// The last commits that changed the collections of threads.
    var threadVersion: ThreadReading.Version {
        ThreadReading.Version(
            threads: version(of: CommentSchemas.threads), parts: version(of: CommentSchemas.parts),
            comments: version(of: CommentSchemas.comments), reloadCount: reloadCount)
    }

    /// A thread as it lies in the store; nil when there is none.
    ///
    /// - Parameters:
    ///   - post: The post of the thread.
    ///   - known: The reading of before; returned when it is still so.
    ///   - owner: Whose marks will be asked for; what nobody in particular has seen is then read beside the comments.
    /// - Returns: The thread.
    /// - Throws: ``StoreError``.
    func threadReading(
        of post: Post.ID, known: ThreadReading?, for owner: MarkOwner? = nil
    ) throws -> ThreadReading? {
        if let known, try known.isCurrent(in: self) { return known }
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        let seen = SeenAhead()
        // Read ahead only where something is read beside it.
        let seenPlaces = owner == .nobody && record.partCount > 1 ? try seenPlaces(of: post) : nil
        let other = seenPlaces.map { places in
            // What cannot be read is met again when the marks are, and mended or thrown there.
            return { @Sendable in seen.names.withLock { $0 = try? self.seenNames(at: places) } }
        }
        var stored = try storedParts(of: record, beside: other)
        var isWhole = stored.count == record.partCount
        var commentPlaces: [RecordPlace] = []
        commentPlaces.reserveCapacity(stored.reduce(0) { $0 + $1.part.comments.count })
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(stored.reduce(0) { $0 + $1.part.comments.count + $1.part.more.count })
        for index in stored.indices {
            stored[index].append(of: post, to: &entries)
            isWhole = isWhole && stored[index].isWhole
            for share in stored[index].shares { for case let place? in share.places { commentPlaces.append(place) } }
        }
        var places: ThreadReading.Places?
        // What could not be read may come back, and no place tells of that.
        if isWhole, let place = try self.places(of: SortedIDs([post]), in: CommentSchemas.threads)[0] {
            places = ThreadReading.Places(record: place, parts: stored.map(\.place), comments: commentPlaces)
        }
        return ThreadReading(
            record, stored.map(\.part), entries, version: threadVersion, places: places,
            seen: seen.names.withLock { $0 })
    }
}
