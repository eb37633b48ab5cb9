import Core

/// The manifest: the derived files that there are, and the ``JournalCheckpoint`` that they reach.
///
/// Derived like them: a store without one is read from its journal.
struct Manifest {
    struct Table {
        /// The definition that its files were made for.
        var definition: String
        var capacity: Int
        /// Free slots, as many as are worth remembering; others are never used again.
        var free: [UInt32]
        var count: Int
        var liveBytes: Int
        var lastChange: UInt64
        /// The records that do not fit their type.
        var unreadableRecords = UnreadableRecordTable()
        /// Its generations, oldest first.
        var generations: [Entry]
    }

    struct Entry {
        var number: Int
        var info: GenerationInfo
    }

    var journal: JournalCheckpoint
    /// Whether all that the checkpoint vouches for was on the disk; else the last file has to be looked at.
    var isSynced: Bool
    /// Whether the sealed files and their names were on the disk, by syncs none of which had failed.
    var isSealedDurable = false
    /// The number that the next generation file gets.
    var nextGeneration: Int
    var tables: [String: Table]

    static let fileName = "manifest"
    private static let format: UInt32 = 1
    /// With the unreadable records of each table; only where there are any.
    private static let unreadableFormat: UInt32 = 2
    /// With how many unreadable records of each table were accepted, too.
    private static let acceptedFormat: UInt32 = 3
    /// With the files that were joined to others, too.
    private static let joinedFormat: UInt32 = 4
    private static let magic: UInt32 = 0x4E54_4C4D
    private static let largestFreeList = 65_536

    static func path(_ directory: String) -> String { "\(directory)/\(fileName)" }

    static func generationPath(_ directory: String, _ number: Int) -> String {
        "\(directory)/index-\(String(number).zeroPadded(to: 8)).runs"
    }

    /// The number in the name of a generation file.
    static func generation(ofName name: String) -> Int? {
        guard name.hasPrefix("index-"), name.hasSuffix(".runs"), let number = Int(name.dropFirst(6).dropLast(5)),
            generationPath("", number) == "/\(name)"
        else { return nil }
        return number
    }

    /// Reads the manifest of a store.
    ///
    /// - Returns: `nil` when there is none, or none that can be relied on: then everything is read from the journal.
    static func read(_ files: any FileSystem, _ directory: String) throws(FileError) -> Manifest? {
        try files.contents(of: path(directory)).flatMap { Manifest(file: $0) }
    }

    /// Reads the content of a manifest's file; nil where it cannot be relied on.
    init?(file bytes: [UInt8]) {
        guard bytes.count > 8 else { return nil }
        let content = bytes.dropLast(8)
        var tail = ByteReader(bytes.suffix(8))
        guard tail.readUInt64() == content.withUnsafeBytes({ RunHash.hash($0) }) else { return nil }
        var reader = ByteReader(content)
        self.init(from: &reader)
    }

    /// Puts the manifest in the place of the one before it; not synced, as it can be made anew.
    func write(_ files: any FileSystem, _ directory: String) throws(FileError) {
        var writer = ByteWriter()
        write(to: &writer)
        let hash = writer.bytes.withUnsafeBytes { RunHash.hash($0) }
        writer.write(hash)
        try files.replace(Self.path(directory), with: writer.bytes, isSynced: false)
    }

    private func write(to writer: inout ByteWriter) {
        let hasJoined = journal.files.contains { !$0.parts.isEmpty }
        let hasAccepted = hasJoined || tables.values.contains { $0.unreadableRecords.accepted != 0 }
        let hasUnreadableRecords = hasAccepted || tables.values.contains { !$0.unreadableRecords.isEmpty }
        writer.write(Self.magic)
        writer.write(
            hasJoined
                ? Self.joinedFormat
                : hasAccepted ? Self.acceptedFormat : hasUnreadableRecords ? Self.unreadableFormat : Self.format)
        // Earlier versions know 1 alone, and look at the last file otherwise.
        writer.write(UInt32(isSynced ? 1 : isSealedDurable ? 2 : 0))
        journal.write(to: &writer.bytes)
        writer.write(UInt64(nextGeneration))
        writer.write(UInt32(tables.count))
        for (name, table) in tables.inOrderOfNames {
            writer.write(name)
            writer.write(table.definition)
            writer.write(UInt64(table.capacity))
            writer.write(UInt64(table.count))
            writer.write(UInt64(table.liveBytes))
            writer.write(table.lastChange)
            let free = table.free.suffix(Self.largestFreeList)
            writer.write(UInt32(free.count))
            for slot in free { writer.write(slot) }
            writer.write(UInt32(table.generations.count))
            for entry in table.generations {
                writer.write(UInt64(entry.number))
                writer.write(UInt64(entry.info.size))
                writer.write(entry.info.hash)
            }
            if hasUnreadableRecords { table.unreadableRecords.write(to: &writer) }
            if hasAccepted { writer.write(UInt64(table.unreadableRecords.accepted)) }
        }
        if hasJoined { journal.writeParts(to: &writer) }
    }

    /// The manifest of no store at all.
    static var empty: Manifest {
        let journal = JournalCheckpoint(
            position: JournalPosition(segment: 0, offset: 0, next: 0), files: [], versions: [:], highestFileID: 0,
            declared: [:], undeclared: [])
        return Manifest(
            journal: journal, isSynced: false, isSealedDurable: false, nextGeneration: 1, tables: [:])
    }

    /// The same without derived files, so that they are made anew from the journal.
    ///
    /// It still says how the collections were declared, and which files of the journal were on the disk.
    var outOfUse: Manifest {
        var manifest = self
        // No checkpoint ends in a file that it does not name; versions that do not know of this find it stale.
        manifest.journal.position.segment = 0
        manifest.tables = tables.mapValues { Table(definition: $0.definition) }
        return manifest
    }

    private init?(from reader: inout ByteReader) {
        guard reader.readUInt32() == Self.magic, let format = reader.readUInt32(),
            (Self.format...Self.joinedFormat).contains(format),
            let synced = reader.readUInt32(), let journal = JournalCheckpoint(from: &reader.rest),
            let nextGeneration = reader.readInt(),
            let tableCount = reader.readUInt32()
        else { return nil }
        self.init(
            journal: journal, isSynced: synced == 1, isSealedDurable: (1...2).contains(synced),
            nextGeneration: nextGeneration, tables: [:])
        for _ in 0..<tableCount {
            guard let name = reader.readString(),
                let table = Table(
                    from: &reader, hasUnreadableRecords: format >= Self.unreadableFormat,
                    hasAccepted: format >= Self.acceptedFormat)
            else { return nil }
            tables[name] = table
        }
        if format >= Self.joinedFormat {
            guard self.journal.readParts(from: &reader) else { return nil }
        }
        guard reader.isAtEnd else { return nil }
    }

    init(
        journal: JournalCheckpoint, isSynced: Bool, isSealedDurable: Bool, nextGeneration: Int, tables: [String: Table]
    ) {
        self.journal = journal
        self.isSynced = isSynced
        self.isSealedDurable = isSealedDurable
        self.nextGeneration = nextGeneration
        self.tables = tables
    }
}

extension Manifest.Table {
    /// A table without derived files.
    init(definition: String) {
        self.init(definition: definition, capacity: 0, free: [], count: 0, liveBytes: 0, lastChange: 0, generations: [])
    }

    fileprivate init?(from reader: inout ByteReader, hasUnreadableRecords: Bool, hasAccepted: Bool) {
        guard let definition = reader.readString(), let capacity = reader.readInt(), let count = reader.readInt(),
            let liveBytes = reader.readInt(), let lastChange = reader.readUInt64(), let freeCount = reader.readUInt32()
        else { return nil }
        var free: [UInt32] = []
        for _ in 0..<freeCount {
            guard let slot = reader.readUInt32(), slot < capacity else { return nil }
            free.append(slot)
        }
        guard let generationCount = reader.readUInt32() else { return nil }
        var generations: [Manifest.Entry] = []
        for _ in 0..<generationCount {
            guard let number = reader.readInt(), let size = reader.readInt(), let hash = reader.readUInt64() else {
                return nil
            }
            generations.append(Manifest.Entry(number: number, info: GenerationInfo(size: size, hash: hash)))
        }
        self.init(
            definition: definition, capacity: capacity, free: free, count: count, liveBytes: liveBytes,
            lastChange: lastChange, generations: generations)
        guard hasUnreadableRecords else { return }
        guard let unreadableRecords = UnreadableRecordTable(from: &reader) else { return nil }
        self.unreadableRecords = unreadableRecords
        guard hasAccepted else { return }
        guard let accepted = reader.readInt() else { return nil }
        self.unreadableRecords.accepted = accepted
    }
}
