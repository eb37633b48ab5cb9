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

        /// The number of its first batch, as far as it says one.
        var first: UInt64? { scan.first ?? scan.batches.first?.number }
    }

    /// The number of bytes of files that are kept between two looks at them; more are read again.
    static let keptBytes = 32 << 20

    let files: any FileSystem
    let directory: String
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

    var damages: [StoreDamage] = []
    /// The collections that were met and that the app does not declare.
    var undeclared: Set<String> = []

    init(
        files: any FileSystem, directory: String, schemas: [String: Int], migrations: [String: Migration] = [:],
        now: Date
    ) {
        self.files = files
        self.directory = directory
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
        let journal: Journal
        if let checkpoint {
            journal = try run(behind: checkpoint, &visitor)
        } else {
            journal = try runAll(highestFileID, &visitor)
        }
        for name in try files.list(directory) where name.hasPrefix("journal-") && name.hasSuffix(".new") {
            // Drafts of an earlier run mean nothing, and one that stays only takes up room.
            try? files.remove("\(directory)/\(name)")
        }
        return journal
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
            try onChange()
        }
        try remove(superseded)
        try remove(blanks)
        let next = try salvage(&found)
        if isMigrating { found = [try migrate(found, next: next)] }
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
            for (position, lines) in strays { try salvage(&found, position, without: lines) }
            visitor = fresh
        }
    }

    /// Opens a file to be read while it is visited.
    func read(_ file: Found, id: UInt32) throws(FileError) -> JournalFile {
        JournalFile(
            id: id, segment: file.segment, path: file.path, length: file.size,
            handle: try files.open(file.path, .read))
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
    func open(_ file: Found, id: UInt32, first: UInt64, isLast: Bool) throws(FileError) -> Journal.Segment {
        let handle = try files.open(file.path, isLast ? .readWrite : .read)
        var length = file.size
        if isLast {
            if case .unfinished(let start) = file.scan.verdict { length = file.offset + start }
            if try handle.size() != length { try handle.truncate(to: length) }
            if file.scan.verdict == .unterminated {
                try handle.write([JournalLine.newline], at: length)
                length += 1
            }
        }
        return Journal.Segment(
            file: JournalFile(id: id, segment: file.segment, path: file.path, length: length, handle: handle),
            length: length, first: first)
    }

    private func remove(_ unwanted: [Found]) throws(FileError) {
        guard !unwanted.isEmpty else { return }
        // What they are superseded by must not lose its name after they have lost theirs.
        try files.syncDirectory(directory)
        for file in unwanted { try files.remove(file.path) }
        try files.syncDirectory(directory)
    }
}
