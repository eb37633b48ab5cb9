import Core
import Foundation

/// Reads the journal when a store is opened: cuts what is unfinished, salvages what is damaged, shows the records.
struct JournalRecovery {
    /// Lifts the JSON of a record from an older version to the declared one.
    typealias Migration = @Sendable (_ from: Int, _ json: [UInt8]) throws -> [UInt8]

    /// The error for a checkpoint that does not fit the files: everything has to be read, with a fresh visitor.
    ///
    /// Nothing was changed on the disk.
    struct CheckpointStale: Error {
        let reason: String
    }

    /// A file, as it was found or as it was made.
    struct Found {
        let segment: Int
        let path: String
        var size: Int
        var scan: JournalScan
        /// `nil` where it has to be read again.
        var bytes: [UInt8]?
        /// The offset of the bytes in the file.
        var offset = 0
        /// The number that it has to begin with; 0 for any.
        var from: UInt64 = 0
        /// For a file that is superseded, the segment that supersedes it.
        var behind: Int?

        /// The number of its first batch, as far as it says one.
        var first: UInt64? { scan.first ?? scan.batches.first?.number }
    }

    /// The number of bytes of files that are kept between two looks at them; more are read again.
    static let keptBytes = 32 << 20

    let folder: JournalFolder
    var files: any FileSystem { folder.files }
    var directory: String { folder.path }
    /// The collections that the app declares, with their versions.
    let schemas: [String: Int]
    let migrations: [String: Migration]
    let now: Date
    var segmentBytes = Journal.segmentBytes

    /// The definitions of the collections; without one nothing is refused because too much of it does not fit.
    var definitions: [String: any CollectionDefinition] = [:]
    /// Whether a collection of which too much does not fit is an error; not where the store is open already.
    var refusesUnreadableRecords = true
    /// Called before anything is changed on the disk when everything is read.
    var onChange: () throws(FileError) -> Void = {}
    /// Called before a journal file is made, changed, renamed or removed.
    var onMending: () throws(FileError) -> Void = {}
    /// The files that are known to be on the disk as they are read.
    var durable = DurableFiles.none

    var damages: [StoreDamage] = []
    /// The collections that were met and that the app does not declare.
    var undeclared: Set<String> = []
    /// Whether the journal passes over numbers of batches, when all of it was read.
    private(set) var passesOverNumbers = false
    /// The failed syncs of the folder when it began.
    private(set) var knownFailures = 0
    /// The segments that it has put on the disk itself.
    private var written: Set<Int> = []

    init(
        folder: JournalFolder, schemas: [String: Int], migrations: [String: Migration] = [:], now: Date
    ) {
        self.folder = folder
        self.schemas = schemas
        self.migrations = migrations
        self.now = now
    }

    /// Reads everything, or what is behind a checkpoint.
    ///
    /// - Parameters:
    ///   - checkpoint: What was remembered; `nil` to read everything.
    ///   - highestFileID: The highest file id that is known to have been given; a checkpoint knows better.
    ///   - visitor: Takes over the records.
    /// - Returns: The journal, ready to be appended to.
    /// - Throws: ``CheckpointStale`` when there is a checkpoint and anything at all is not as it should be.
    ///   ``StoreError`` for a store of a newer version and for migrations that are missing or fail; nothing is changed
    ///   then. `FileError`.
    mutating func run(
        from checkpoint: JournalCheckpoint? = nil, highestFileID: UInt32 = 0, visitor: inout some JournalVisitor
    ) throws -> Journal {
        damages = []
        undeclared = []
        written = []
        knownFailures = folder.failureCount
        let journal: Journal
        if let checkpoint {
            journal = try run(behind: checkpoint, &visitor)
        } else {
            journal = try runAll(highestFileID, &visitor)
        }
        let names = try files.list(directory)
        for name in names where name.hasPrefix("journal-") && name.hasSuffix(".new") {
            // Drafts of an earlier run mean nothing, and one that stays only takes up room.
            try? files.remove("\(directory)/\(name)")
        }
        if names.contains(JournalFolder.unknownName) { settleUnknownOutcome(in: journal) }
        return journal
    }

    /// Makes durable what was read, where a power loss could otherwise bring batches back or take them away.
    private func settleUnknownOutcome(in journal: Journal) {
        do throws(FileError) {
            try onMending()
            try journal.settleUnknownOutcome()
        } catch {
            // Not swallowed: a store can be read on a disk that fails. The first write tries again, and says so.
        }
    }

    private mutating func runAll(_ highestFileID: UInt32, _ visitor: inout some JournalVisitor) throws -> Journal {
        var found = try readAll()
        for file in found { try refuseNewer(file) }
        let superseded = takeSuperseded(&found)
        let blanks = takeBlanks(&found)
        let isDamaged = isDamaged(found)
        let isMigrating = try checkMigrations(found, isCertain: superseded.isEmpty && !isDamaged)
        let isAsItShouldBe = superseded.isEmpty && blanks.isEmpty && !isDamaged && !isMigrating
        if !isAsItShouldBe {
            try checkUnreadableRecords(found)
            // Up to here nothing was touched.
            try onMending()
            try onChange()
        }
        try writeAnew(found, covering: superseded)
        try folder.remove(superseded.map(\.path))
        try folder.remove(blanks.map(\.path))
        let next = try salvage(&found)
        if isMigrating { found = [try migrate(found, next: next)] }
        passesOverNumbers = found.contains(where: \.scan.passesOverNumbers)
        let fresh = visitor
        while true {
            var strays: [Int: Set<Int>] = [:]
            var versions: [String: Int] = [:]
            var named: [String: Int] = [:]
            for position in found.indices {
                let bytes = try content(of: found[position])
                let id = highestFileID + 1 + UInt32(position)
                visitor.begin(try read(found[position], id: id))
                (strays[position], _, named) = visit(
                    bytes, found[position], id: id, &versions, &visitor)
            }
            strays = strays.filter { !$0.value.isEmpty }
            try visitor.check(versions)
            if isAsItShouldBe { try onChange() }
            if strays.isEmpty {
                return try makeJournal(found, next: next, named: named, highestFileID: highestFileID)
            }
            // Setting them aside moves what is behind them, so that the visitor was told wrong places.
            try onMending()
            for (position, lines) in strays { try salvage(&found, position, without: lines) }
            visitor = fresh
        }
    }

    /// Opens a file to be read while it is visited.
    func read(_ file: Found, id: UInt32, parts: [JournalFile.Part] = []) throws(FileError) -> JournalFile {
        JournalFile(
            id: id, segment: file.segment, path: file.path, length: file.size,
            handle: try files.open(file.path, .read), parts: parts)
    }

    private func makeJournal(
        _ found: [Found], next: UInt64, named: [String: Int], highestFileID: UInt32
    ) throws(FileError) -> Journal {
        var segments: [Journal.Segment] = []
        for (position, file) in found.enumerated() where !file.scan.isBlank {
            segments.append(
                try open(
                    file, id: highestFileID + 1 + UInt32(position), first: file.first ?? file.from,
                    isLast: position == found.count - 1))
        }
        let content = Journal.Content(
            segments: segments, firstSegment: found.last?.segment ?? 1, nextNumber: max(1, next), versions: named,
            highestFileID: highestFileID + UInt32(found.count))
        return try Journal(self, content)
    }

    /// Opens a file of the journal; of the last one, cuts off what a crash left unfinished.
    func open(
        _ file: Found, id: UInt32, first: UInt64, isLast: Bool, parts: [JournalFile.Part] = []
    ) throws(FileError) -> Journal.Segment {
        let handle = try files.open(file.path, isLast ? .readWrite : .read)
        var isDurable = try isDurable(file.segment, handle, size: file.size, isLast: isLast)
        var length = file.size
        if isLast {
            if case .unfinished(let start) = file.scan.verdict { length = file.offset + start }
            let isUnterminated = file.scan.verdict == .unterminated
            let isToBeCut = try handle.size() != length
            // The next process of this boot must not take it for what was on the disk when the machine started.
            if isToBeCut || isUnterminated { try onMending() }
            if isToBeCut {
                try handle.truncate(to: length)
                // Before anything is written there: what was cut off may be longer, and must not come back behind that.
                do throws(FileError) { if isDurable { try handle.sync() } } catch {
                    // Not swallowed: the file is written anew first.
                    isDurable = false
                }
            }
            if isUnterminated {
                try handle.write([JournalLine.newline], at: length)
                length += 1
            }
        }
        return Journal.Segment(
            file: JournalFile(
                id: id, segment: file.segment, path: file.path, length: length, handle: handle, parts: parts),
            length: length, first: first, isSynced: isDurable && length == file.size, isNameSynced: isDurable,
            isSuspect: !isDurable)
    }

    /// Whether a file is known to be on the disk, as it was read.
    func isDurable(
        _ segment: Int, _ handle: any OpenFile, size: Int, isLast: Bool = false
    ) throws(FileError) -> Bool {
        if written.contains(segment) { return true }
        return try durable.contains(segment, handle, size: size, isLast: isLast)
    }

    /// Writes files anew that supersede others, unless they are known to be on the disk.
    ///
    /// A file that an earlier process has renamed may lose its name again, and must not after what it covers is gone.
    private mutating func writeAnew(_ found: [Found], covering superseded: [Found]) throws(FileError) {
        for file in found where superseded.contains(where: { $0.behind == file.segment }) {
            let handle = try files.open(file.path, .read)
            defer { handle.close() }
            guard try !isDurable(file.segment, handle, size: file.size) else { continue }
            try put(content(of: file), segment: file.segment)
        }
    }

    /// Puts a new content into a journal file, for good.
    mutating func put(_ content: [UInt8], segment: Int) throws(FileError) {
        try folder.replace(Journal.path(directory, segment), with: content)
        noteWritten(segment)
    }

    /// Notes that a file is on the disk by a rename whose folder was synced.
    mutating func noteWritten(_ segment: Int) {
        written.insert(segment)
    }
}

/// The files of a journal that are known to be on the disk, with their names, when a process begins to read it.
///
/// Everything else may be in the system's memory alone: it is written anew before anybody vouches for it, as a sync by
/// a new process says nothing about one that has failed before.
enum DurableFiles {
    /// The machine was restarted since, or the last process has closed the store: all that is read.
    case all
    /// Those that a manifest names, by segment, without its last.
    case listed([Int: JournalCheckpoint.File])
    /// All that a manifest names, the last of which is the journal's last.
    case whole([Int: JournalCheckpoint.File])

    /// Nothing is known.
    static let none = listed([:])

    /// Whether a file is among them that is known to be what a checkpoint says.
    func contains(_ file: JournalCheckpoint.File) -> Bool {
        switch self {
        case .all: true
        case .listed(let files), .whole(let files):
            files[file.segment].map { $0.size == file.size && $0.identity == file.identity } ?? false
        }
    }

    // Where the manifest names another one behind what is the last now, a process may have gone on with this one since, and
    // left it, byte for byte the same, under a name that a power loss takes away.
    func contains(_ segment: Int, _ handle: any OpenFile, size: Int, isLast: Bool) throws(FileError) -> Bool {
        switch self {
        case .all: return true
        case .listed where isLast: return false
        case .listed(let files), .whole(let files):
            guard let file = files[segment], file.size == size else { return false }
            return try JournalCheckpoint.identity(of: handle, size: size) == file.identity
        }
    }
}
