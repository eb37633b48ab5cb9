import Core

/// Fills tables from the journal when their derived files are missing, or do not reach its end.
struct CollectionLoader: JournalVisitor {
    private let definitions: [String: any CollectionDefinition]
    private var tables: [String: CollectionState]
    private var pending: [String: (changes: CollectionChanges, file: UInt32?)] = [:]
    private var pendingCount = 0
    /// The collections that the present batch touches.
    private var touched: Set<String> = []
    private var files: [JournalFile]
    /// Takes what is too much for memory; nil where everything is kept in it.
    private(set) var spill: LoadSpill?
    /// The number of changes that were loaded and are in no generation.
    private(set) var loadedCount = 0
    /// An error that is no fault of a record.
    private var failure: (any Error)?
    /// Whether a collection that cannot be used as it is declared is an error; else it is one of ``refusals``.
    private let refuses: Bool
    /// The collections that cannot be used as they are declared.
    private(set) var refusals: [String: StoreError] = [:]

    /// The number of changes that are applied at once.
    private static let batchSize = 4_096

    init(
        definitions: [String: any CollectionDefinition], tables: [String: CollectionState]? = nil,
        files: [JournalFile] = [],
        spill: LoadSpill? = nil, refuses: Bool = true
    ) {
        self.definitions = definitions
        self.tables = tables ?? definitions.mapValues { CollectionState(orderCount: $0.orderCount) }
        self.files = files
        self.spill = spill
        self.refuses = refuses
    }

    mutating func begin(_ file: JournalFile) {
        files.append(file)
    }

    mutating func put(
        _ collection: String, json: ArraySlice<UInt8>, file: UInt32, offset: Int, version: Int
    ) throws {
        guard failure == nil, let definition = definitions[collection] else { return }
        try definition.replay(put: json, offset: offset, into: changes(definition, file))
        pendingCount += 1
        touched.insert(collection)
    }

    mutating func delete(_ collection: String, id json: ArraySlice<UInt8>) throws {
        guard failure == nil, let definition = definitions[collection] else { return }
        try definition.replay(delete: json, into: changes(definition, nil))
        pendingCount += 1
        touched.insert(collection)
    }

    mutating func keep(
        unreadableRecord collection: String, isDelete: Bool, json: ArraySlice<UInt8>, file: UInt32, offset: Int
    ) {
        guard failure == nil, let definition = definitions[collection] else { return }
        definition.replay(
            unreadableRecord: json, isDelete: isDelete, file: file, offset: offset, into: changes(definition, nil))
        pendingCount += 1
        touched.insert(collection)
    }

    mutating func check(_ versions: [String: Int]) throws {
        work()
        if let failure { throw failure }
        for name in definitions.keys {
            tables[name]?.unreadableRecords.accepted = UnreadableRecordMark.accepted(of: name, in: versions)
        }
        for (name, table) in tables.inOrderOfNames where definitions[name]?.isReplaceable == false {
            guard table.unreadableRecords.isMajority(over: table.count, accepted: table.unreadableRecords.accepted)
            else { continue }
            let refusal = UnreadableRecordTable.refusal(
                name, unreadableRecords: table.unreadableRecords.count, of: table.count + table.unreadableRecords.count,
                path: files.last?.path ?? "")
            if refuses { throw refusal }
            refusals[name] = refusal
        }
    }

    mutating func commit(_ number: UInt64) {
        for name in touched { tables[name]?.lastChange = number }
        touched.removeAll(keepingCapacity: true)
        if pendingCount >= Self.batchSize { work() }
    }

    /// Works in what is left.
    ///
    /// - Throws: What the disk threw at any time, or `RunFailure`.
    mutating func finish() throws -> [String: CollectionState] {
        work()
        if let failure { throw failure }
        return tables
    }

    /// The changes of a collection that are waiting; those in another file are worked in first.
    private mutating func changes(_ definition: any CollectionDefinition, _ file: UInt32?) -> CollectionChanges {
        if let known = pending[definition.name] {
            if file == nil || known.file == nil || known.file == file {
                if known.file == nil { pending[definition.name]?.file = file }
                return known.changes
            }
            work()
        }
        let changes = definition.makeChanges()
        pending[definition.name] = (changes, file)
        return changes
    }

    private mutating func work() {
        defer {
            pending = [:]
            pendingCount = 0
        }
        guard failure == nil else { return }
        do {
            let files = RecordFiles(files)
            for (name, entry) in pending {
                guard let definition = definitions[name], var table = tables[name] else { continue }
                tables[name] = nil  // Gives up the old reference, so that adding to it copies less.
                let placements = try table.apply(entry.changes, definition, files: files)
                if let file = entry.file { table.place(placements, file: file, offset: 0) }
                tables[name] = table
            }
            loadedCount += pendingCount
            if let limit = spill?.limit, loadedCount >= limit {
                loadedCount = 0
                var spill = spill
                try spill?.write(&tables, definitions)
                self.spill = spill
            }
        } catch {
            // Not swallowed: `finish()` throws it. Here it would pass for a record that does not fit its type.
            failure = error
        }
    }
}

/// Writes generations while a journal is read that is too long to be held in memory.
struct LoadSpill {
    private let file: GenerationFile
    private(set) var generations: [String: [OpenGeneration]] = [:]
    private let numbers: GenerationNumbers
    /// The number of changes that are held in memory.
    let limit: Int

    init(_ file: GenerationFile, numbers: GenerationNumbers, limit: Int) {
        self.file = file
        self.numbers = numbers
        self.limit = limit
    }

    mutating func write(_ tables: inout [String: CollectionState], _ definitions: [String: any CollectionDefinition])
        throws
    {
        for (name, definition) in definitions {
            guard var table = tables[name], table.isDirty else { continue }
            tables[name] = nil
            let opened = try file.write(table.freeze(), definition, number: numbers.take())
            table.thaw(opened.generation, sections: definition.sections)
            generations[name, default: []].append(opened)
            tables[name] = table
        }
    }
}

/// Numbers for generation files; none is given twice, also when loading begins again.
final class GenerationNumbers {
    private(set) var next: Int

    init(next: Int) {
        self.next = next
    }

    func take() -> Int {
        defer { next += 1 }
        return next
    }
}
