import Core

/// The files that the store appends its batches to.
///
/// Used by one thread at a time: the writer's.
final class Journal {
    /// A batch to be appended.
    struct Batch {
        /// Its record lines.
        var records: [UInt8]
        /// The versions of the collections that they belong to.
        var versions: [String: Int]
    }

    /// The place where a batch was written.
    struct Appended: Hashable, Sendable {
        var number: UInt64
        var fileID: UInt32
        /// The offset of the batch's `records` in that file.
        var recordsOffset: Int
    }

    struct Segment {
        var file: JournalFile
        /// Up to here the file holds whole batches.
        var length: Int
        /// The number at which it begins.
        var first: UInt64
        /// Whether all of `length` is known to be on the disk.
        var isSynced = false
        /// Whether its name is known to be on the disk.
        var isNameSynced = false
        /// Whether its name or its bytes may be missing on the disk whatever a sync says: a sync failed, or an earlier
        /// process left it and nobody vouches for it.
        var isSuspect = false
        /// The hash that tells its content from another, once it is sealed and a checkpoint has asked.
        var identity: UInt64?
        /// Whether others cannot be joined to it, as batches were left out.
        var isApart = false
        /// Whether the last manifest names it, and ends in a later one.
        var isListed = false

        /// Whether it has to be written anew, as the system may have dropped what it could not write.
        var mustBeRewritten: Bool { isSuspect || file.hasFailedSync }
    }

    /// The number of bytes at which a segment is sealed, where nothing else is asked for.
    static let segmentBytes = 8 << 20
    /// The number of sealed segments that may wait for a sync.
    private static let heldCount = 4

    let folder: JournalFolder
    private var fileSystem: any FileSystem { folder.files }
    private var directory: String { folder.path }
    /// The versions that the app declares.
    let declared: [String: Int]
    /// The collections that are in the journal and that the app does not declare.
    let undeclared: Set<String>
    private let segmentBytes: Int
    var segments: [Segment]
    /// The number that the next batch gets.
    var nextNumber: UInt64
    /// The versions that the last segment has named so far.
    var versions: [String: Int]
    /// Bytes of a failed write may stand behind the last segment's `length`.
    private var hasDebris = false
    /// The name of a segment that could not be begun.
    private var leftover: String?
    /// A note in the folder says that batches could not be taken back.
    private var isUnknownNoted = false
    /// The failed syncs of the folder that the segments know of.
    private var knownFailures: Int
    private(set) var highestFileID: UInt32
    /// The number of files that were written anew, byte by byte, and have other file objects since.
    private(set) var rewriteCount = 0

    /// The content of a journal on the disk, as recovery found it.
    struct Content {
        /// All segments, in order; none for a new store.
        var segments: [Segment]
        /// The segment to begin with where there is none.
        var firstSegment = 1
        /// The number of the next batch.
        var nextNumber: UInt64
        /// The versions that the last segment has named.
        var versions: [String: Int]
        /// The highest file id that was ever given.
        var highestFileID: UInt32
    }

    /// Takes over what recovery found.
    ///
    /// - Parameters:
    ///   - recovery: The reader of the journal, which knows the disk and the collections.
    ///   - content: The content that it found.
    /// - Throws: `FileError` when a first segment cannot be begun.
    init(_ recovery: JournalRecovery, _ content: Content) throws(FileError) {
        folder = recovery.folder
        // Those of its own run: no segment is durable by a sync that came before.
        knownFailures = recovery.knownFailures
        declared = recovery.schemas
        undeclared = recovery.undeclared
        segmentBytes = recovery.segmentBytes
        segments = content.segments
        nextNumber = content.nextNumber
        versions = content.versions
        highestFileID = content.highestFileID
        guard segments.isEmpty else { return }
        try recovery.onMending()
        leftover = Self.path(directory, content.firstSegment)
        try begin(content.firstSegment)
    }

    /// All segments, in order; the last is being written.
    var files: [JournalFile] { segments.map(\.file) }

    /// The lengths of the ``files`` in bytes.
    var sizes: [Int] { segments.map(\.length) }

    /// The length of all of them in bytes.
    var totalBytes: Int { segments.reduce(0) { $0 + $1.length } }

    /// The position of the next batch.
    var position: JournalPosition {
        let last = segments[segments.count - 1]
        return JournalPosition(segment: last.file.segment, offset: last.length, next: nextNumber)
    }

    /// The segments that are sealed and known to be on the disk: what may be compacted.
    ///
    /// No trouble makes the writer touch them again. Roll and sync first, to have all but the new last one.
    var sealed: JournalSpan? {
        noteFailures()
        let sealed = segments.dropLast().prefix { $0.isSynced && $0.isNameSynced && !$0.mustBeRewritten }
        guard let first = sealed.first else { return nil }
        return JournalSpan(files: sealed.map(\.file), first: first.first, next: segments[sealed.count].first)
    }

    /// The sealed segments that are not known to be on the disk.
    var unsyncedSealed: [JournalFile] { segments.dropLast().filter { !$0.isSynced }.map(\.file) }

    /// Whether all of it is known to be on the disk, and nothing else in its last segment.
    var isDurable: Bool {
        !isInDoubt && !hasDebris && segments.allSatisfy { $0.isSynced && $0.isNameSynced }
    }

    /// An id for a file that is about to be written.
    func makeFileID() -> UInt32 {
        highestFileID += 1
        return highestFileID
    }

    /// Appends batches: all of them, or none, with one write and at most one sync.
    ///
    /// - Parameters:
    ///   - batches: What to append, in order.
    ///   - isSynced: Whether they have to survive power loss.
    ///   - canRoll: Whether a full segment may be sealed first.
    /// - Returns: Where each went. Numbers are consecutive.
    /// - Throws: `FileError`; none of the batches counts then, and none comes back. With the code `outcomeUnknown` even
    ///   taking them back failed: they may be there at the next opening, unless an append succeeds before.
    func append(_ batches: [Batch], isSynced: Bool, canRoll: Bool = true) throws(FileError) -> [Appended] {
        try repair()
        if canRoll { try rollIfFull() }
        let last = segments.count - 1
        let (file, offset) = (segments[last].file, segments[last].length)
        var named = versions
        var number = nextNumber
        var group: [UInt8] = []
        group.reserveCapacity(batches.reduce(0) { $0 + $1.records.count + 256 })
        var appended: [Appended] = []
        for batch in batches {
            let start = group.count
            for (name, version) in batch.versions.inOrderOfNames where named[name] != version {
                group += JournalLine.makeSchema(name: name, version: version)
                named[name] = version
            }
            appended.append(Appended(number: number, fileID: file.id, recordsOffset: offset + group.count))
            group += batch.records
            let checksum = group.withUnsafeBytes { Checksum(UnsafeRawBufferPointer(rebasing: $0[start...])) }
            group += JournalLine.makeTrailer(number: number, count: group.count - start, checksum: checksum)
            number += 1
        }
        segments[last].isSynced = false
        do throws(FileError) {
            try file.handle.write(group, at: offset)
            if isSynced { try syncFiles() }
        } catch {
            throw takeBack(after: error)
        }
        segments[last].length += group.count
        nextNumber = number
        versions = named
        return appended
    }

    /// Seals the last segment and begins the next, unless it holds no batch yet.
    ///
    /// - Throws: `FileError`; the last segment then stays the last.
    func roll() throws(FileError) {
        try repair()
        let last = segments[segments.count - 1]
        guard nextNumber > last.first else { return }
        try syncHeld()
        try begin(last.file.segment + 1)
        versions = [:]
        // The same file; only that it knows its length from now on.
        segments[segments.count - 2].file = JournalFile(
            id: last.file.id, segment: last.file.segment, path: last.file.path, length: last.length,
            handle: last.file.handle, parts: last.file.parts, sameAs: last.file)
        if last.isSynced { last.file.letGo() }
    }

    /// Syncs the oldest sealed segment when too many wait for that: until then each has a descriptor for itself, as only
    /// a sync of that one tells of a write that failed.
    private func syncHeld() throws(FileError) {
        let waiting = segments.indices.dropLast().filter { segments[$0].file.isHeld && !segments[$0].isSynced }
        guard waiting.count >= Self.heldCount, let oldest = waiting.first else { return }
        try segments[oldest].file.sync()
        segments[oldest].isSynced = true
        segments[oldest].file.letGo()
    }

    /// Seals the last segment when it is large enough.
    func rollIfFull() throws(FileError) { if segments[segments.count - 1].length >= segmentBytes { try roll() } }

    /// Creates a segment, whose name is synced by the next sync as its content is.
    private func begin(_ segment: Int) throws(FileError) {
        let path = Self.path(directory, segment)
        let head = JournalLine.makeHead(segment: segment, next: nextNumber)
        // A name that is there since a failed attempt may have been in a folder sync that failed, and none heals that.
        try removeLeftover()
        let handle = try fileSystem.open(path, .replace)
        leftover = path
        do throws(FileError) { try handle.write(head, at: 0) } catch {
            handle.close()
            // Else the next attempt does it.
            try? fileSystem.remove(path)
            throw error
        }
        leftover = nil
        let file = JournalFile(id: makeFileID(), segment: segment, path: path, length: head.count, handle: handle)
        segments.append(Segment(file: file, length: head.count, first: nextNumber))
    }

    private func removeLeftover() throws(FileError) {
        if let leftover { try fileSystem.remove(leftover) }
        leftover = nil
    }

    /// Goes back to where the journal was before the last batches, which could not be made to survive.
    ///
    /// Only within the last segment.
    ///
    /// - Parameters:
    ///   - position: Where it was.
    ///   - versions: The versions that the segment had named there.
    ///   - error: The failure that the batches met.
    /// - Returns: The error to report, as ``append(_:isSynced:canRoll:)`` would throw it.
    func rewind(to position: JournalPosition, versions: [String: Int], after error: FileError) -> FileError {
        guard segments[segments.count - 1].file.segment == position.segment else {
            preconditionFailure("Batches that share a sync lie in two files.")
        }
        segments[segments.count - 1].length = position.offset
        nextNumber = position.next
        self.versions = versions
        return takeBack(after: error)
    }

    /// Whether a part of it has to be written anew before anybody vouches for it.
    var isInDoubt: Bool {
        noteFailures()
        return segments.contains { $0.mustBeRewritten }
    }
}

extension Journal {
    /// Makes everything that was appended survive power loss, in whichever segment it is.
    ///
    /// - Throws: `FileError`; what the failed sync was about is written anew before anything else is appended.
    func sync() throws(FileError) {
        try repair()
        try syncFiles()
    }

    /// Makes all that can be read in the folder survive power loss; where that fails, nobody can vouch for what is read.
    func syncWithoutLeftover() throws(FileError) {
        try removeLeftover()
        try sync()
    }

    private func syncFiles() throws(FileError) {
        for position in segments.indices where !segments[position].isSynced {
            try segments[position].file.sync()
            segments[position].isSynced = true
            if position < segments.count - 1 { segments[position].file.letGo() }
        }
        if segments.contains(where: { !$0.isNameSynced }) {
            let failures = try folder.sync()
            // A failure on another thread that this sync came behind leaves the names in doubt.
            if failures == knownFailures {
                for position in segments.indices { segments[position].isNameSynced = true }
            }
        }
        guard !isInDoubt else { throw FileError(.diskFailure, path: directory, operation: "sync") }
    }

    /// Marks the names that a failed sync of the folder has left in doubt, on whichever thread it failed: those that were
    /// not durable, and those that a compaction has tried to give to another file.
    func noteFailures() {
        let failures = folder.failureCount
        guard failures != knownFailures else { return }
        knownFailures = failures
        for position in segments.indices
        where !segments[position].isNameSynced || folder.isInDoubt(segments[position].file.path) {
            segments[position].isSuspect = true
        }
    }

    /// Takes back what a failed append has left behind the last segment's `length`, for good.
    ///
    /// - Returns: The error to report: `outcomeUnknown` when that fails, too.
    private func takeBack(after error: FileError) -> FileError {
        hasDebris = true
        do throws(FileError) {
            try sync()
            return error
        } catch {
            // Before anybody hears of it: the next process may come at once.
            folder.noteUnknownOutcome()
            isUnknownNoted = true
            // Tried again before the next append. The caller hears of it by the code.
            return FileError(.outcomeUnknown, path: error.path, operation: "write", errno: error.errno)
        }
    }

    /// Writes anew what is in doubt, and cuts off what a failed append left.
    func repair() throws(FileError) {
        noteFailures()
        for position in segments.indices where segments[position].mustBeRewritten { try rewrite(position) }
        if hasDebris {
            let last = segments.count - 1
            segments[last].isSynced = false
            try segments[last].file.handle.truncate(to: segments[last].length)
            // Before anything is written behind it: what was refused must not come back in the place of that.
            try segments[last].file.sync()
            segments[last].isSynced = true
            hasDebris = false
        }
        if isUnknownNoted { folder.forgetUnknownOutcome() }
        isUnknownNoted = false
    }

    /// Makes durable what was read behind batches that an earlier process could not take back, before anybody reads it.
    ///
    /// - Throws: `FileError`; the next append tries again.
    func settleUnknownOutcome() throws(FileError) {
        isUnknownNoted = true
        try repair()
    }

    /// Does what ``repair()`` does; false when a file that is to be written anew is damaged, and has to be salvaged.
    func repairIfIntact() throws(FileError) -> Bool {
        do throws(FileError) {
            try repair()
            return true
        } catch {
            guard error.isReadBack else { throw error }
            // What can be read is salvaged, and nothing that was refused is to be in it.
            if hasDebris, let last = segments.last { try last.file.handle.truncate(to: last.length) }
            return false
        }
    }

    /// Writes what a file holds into a new file in its place, and checks it on the way; a few MiB at a time, as it may be
    /// a large one that a compaction made.
    private func rewrite(_ position: Int) throws(FileError) {
        let segment = segments[position]
        let file = segment.file
        let next = position + 1 < segments.count ? segments[position + 1].first : nextNumber
        // Until this has succeeded nothing may be appended to a file that has lost its name.
        segments[position].isSuspect = true
        rewriteCount += 1
        try folder.replace(file.path) { draft throws(FileError) in
            let check = JournalCheck(file, length: segment.length)
            let isIntact = try check.copy(to: draft, first: segment.first, next: next)
            guard isIntact else { throw FileError(readBack: file.path) }
        }
        let handle = try fileSystem.open(file.path, .readWrite)
        // The old handle stays open for those who read through it.
        segments[position].file = JournalFile(
            id: file.id, segment: file.segment, path: file.path, length: segment.length, handle: handle,
            parts: file.parts)
        segments[position].isSuspect = false
        segments[position].isSynced = true
        segments[position].isNameSynced = true
        segments[position].identity = nil
        if position == segments.count - 1 { hasDebris = false } else { segments[position].file.letGo() }
    }
}
