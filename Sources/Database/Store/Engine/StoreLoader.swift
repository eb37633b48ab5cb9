import Core
import Foundation

/// Makes a store of what lies in its directory: from the manifest and the journal behind it, or from the journal alone.
struct StoreLoader {
    let folder: JournalFolder
    var files: any FileSystem { folder.files }
    var directory: String { folder.path }
    let definitions: [String: any CollectionDefinition]
    let limits: StoreLimits
    let now: Date

    struct Loaded {
        var journal: Journal
        var tables: [String: CollectionState]
        var manifest: Manifest?
        /// The open generations of each table, oldest first.
        var generations: [String: [OpenGeneration]]
        var damages: [StoreDamage]
        /// The collections that cannot be used as they are declared; none when the store is opened.
        var refusals: [String: StoreError] = [:]
        /// The number of changes that came from the journal and are in no generation yet.
        var unsavedCount: Int
        /// The number that the next generation file gets.
        var nextGeneration: Int

        /// The bytes of the journal that need not be read again.
        var savedBytes: Int { manifest?.journal.files.reduce(0) { $0 + $1.size } ?? 0 }
    }

    /// Loads the store.
    ///
    /// - Parameters:
    ///   - isFresh: Whether everything derived is made anew.
    ///   - highestFileID: The highest id that a file of the journal has had; snapshots know files by theirs.
    ///   - lock: The store's lock, which knows how the last writer left the store.
    ///   - isDurable: Whether all of the journal is known to be on the disk, where this process has had the store open.
    ///   - refuses: Whether a collection of which too much does not fit is an error; else the others can be used.
    /// - Returns: The store.
    /// - Throws: ``StoreError`` or `FileError`. Damage is no error.
    func load(
        isFresh: Bool = false, highestFileID: UInt32 = 0, lock: StoreLock?, isDurable: Bool? = nil, refuses: Bool = true
    ) throws -> Loaded {
        do {
            let manifest = try Manifest.read(files, directory)
            let durable = try isDurable.map { $0 ? DurableFiles.all : .none } ?? durableFiles(lock?.before, manifest)
            let loaded =
                try (isFresh ? nil : manifest).flatMap { try load($0, durable, lock) }
                ?? loadAll(highestFileID, durable, lock, refuses: refuses, before: manifest)
            try removeLeftovers(keeping: loaded)
            return loaded
        } catch RunFailure.disk(let error) {
            throw error
        } catch RunFailure.damage(let damage) {
            throw StoreError(damage)
        }
    }

    /// The journal files that are known to be on the disk.
    private func durableFiles(_ before: StoreLock.Before?, _ manifest: Manifest?) throws(FileError) -> DurableFiles {
        switch before {
        case .restarted:
            return .all
        case .closed(let segment, let size):
            guard let last = try files.list(directory).compactMap(Journal.segment(ofName:)).max(), last == segment
            else { break }
            let file = try files.open(Journal.path(directory, last), .read)
            defer { file.close() }
            if try file.size() == size { return .all }
        case .unfinished, .unknown, nil:
            break
        }
        guard let manifest else { return .none }
        // An earlier version wrote no note, and its manifest says of a clean close that all was synced.
        let isWhole = before == .unknown && manifest.isSynced
        let listed = isWhole ? manifest.journal.files[...] : manifest.journal.files.dropLast()
        guard isWhole || manifest.isSynced || manifest.isSealedDurable else { return .none }
        let bySegment = Dictionary(listed.map { ($0.segment, $0) }) { first, _ in first }
        return isWhole ? .whole(bySegment) : .listed(bySegment)
    }

    /// Loads by the manifest; nil when anything about it does not fit.
    private func load(_ manifest: Manifest, _ durable: DurableFiles, _ lock: StoreLock?) throws -> Loaded? {
        guard Set(manifest.tables.keys) == Set(definitions.keys),
            definitions.allSatisfy({ manifest.tables[$0.key]?.definition == $0.value.definition })
        else { return nil }
        do {
            var tables: [String: CollectionState] = [:]
            var generations: [String: [OpenGeneration]] = [:]
            for (name, entry) in manifest.tables {
                guard let definition = definitions[name] else { return nil }
                let opened = try entry.generations.map { entry in
                    OpenGeneration(
                        number: entry.number, info: entry.info,
                        generation: try Generation.open(
                            files: files, path: Manifest.generationPath(directory, entry.number), info: entry.info))
                }
                guard let table = CollectionState(entry, definition, opened) else { return nil }
                tables[name] = table
                generations[name] = opened
            }
            var loader = CollectionLoader(definitions: definitions, tables: tables)
            var recovery = recovery()
            recovery.durable = durable
            recovery.onMending = { () throws(FileError) in try lock?.noteOpen() }
            let journal = try recovery.run(from: manifest.journal, visitor: &loader)
            guard try lock?.onlyProcessEnded ?? false || isWhole(journal, manifest) else { return nil }
            let loadedTables = try loader.finish()
            guard try areStillUnreadable(loadedTables, journal), try canBeRead(loadedTables, journal) else {
                return nil
            }
            return Loaded(
                journal: journal, tables: loadedTables, manifest: manifest, generations: generations, damages: [],
                unsavedCount: loader.loadedCount, nextGeneration: manifest.nextGeneration)
        } catch is JournalRecovery.CheckpointStale {
            // Not swallowed: what is derived is made anew from the journal.
            return nil
        } catch RunFailure.damage {
            return nil
        } catch let error as StoreError where error.code == .storeDamaged {
            return nil
        }
    }

    /// Loads everything from the journal.
    private func loadAll(
        _ highestFileID: UInt32, _ durable: DurableFiles, _ lock: StoreLock?, refuses: Bool, before manifest: Manifest?
    ) throws -> Loaded {
        // No older file may take part in what comes now.
        let taken = try files.list(directory).compactMap(Manifest.generation(ofName:)).max() ?? 0
        let numbers = GenerationNumbers(next: taken + 1)
        let spill = LoadSpill(
            GenerationFile(files: files, directory: directory), numbers: numbers, limit: limits.spillCount)
        var loader = CollectionLoader(definitions: definitions, spill: spill, refuses: refuses)
        var recovery = recovery()
        recovery.durable = durable
        recovery.refusesUnreadableRecords = refuses
        recovery.onMending = { () throws(FileError) in try lock?.noteOpen() }
        recovery.onChange = { () throws(FileError) in try putManifestOutOfUse(manifest) }
        let journal: Journal
        let tables: [String: CollectionState]
        do {
            journal = try recovery.run(highestFileID: highestFileID, visitor: &loader)
            tables = try loader.finish()
            if refuses { try checkUnique(tables, before: manifest, recovery) }
        } catch {
            for opened in loader.spill?.generations.values.joined() ?? [:].values.joined() {
                // The manifest names none of them; one that stays is removed at the next opening.
                try? files.remove(Manifest.generationPath(directory, opened.number))
            }
            throw error
        }
        noteUnique(before: manifest)
        return Loaded(
            journal: journal, tables: tables, manifest: nil, generations: loader.spill?.generations ?? [:],
            damages: recovery.damages, refusals: loader.refusals, unsavedCount: loader.loadedCount,
            nextGeneration: numbers.next)
    }

    /// Whether the journal is whole where nobody has looked: all of it when it is short enough to be read in no time,
    /// else the file that a power cut may have left with holes.
    private func isWhole(_ journal: Journal, _ manifest: Manifest) throws(FileError) -> Bool {
        let isShort = journal.totalBytes <= limits.checkedBytes
        for (file, size) in zip(journal.files, journal.sizes) {
            guard isShort || (!manifest.isSynced && file.segment >= manifest.journal.position.segment) else { continue }
            guard try JournalCheck(file, length: size).isIntact() else { return false }
        }
        return true
    }

    /// Creates the reader of the journal.
    func recovery() -> JournalRecovery {
        var recovery = JournalRecovery(
            folder: folder, schemas: definitions.mapValues(\.version),
            migrations: definitions.compactMapValues(\.lift), now: now)
        recovery.segmentBytes = limits.segmentBytes
        recovery.definitions = definitions
        return recovery
    }

    /// Whether what the manifest says does not fit its type still does not: the app may have mended the type.
    private func areStillUnreadable(_ tables: [String: CollectionState], _ journal: Journal) throws -> Bool {
        let records = RecordFiles(journal.files)
        for (name, table) in tables where !table.unreadableRecords.isEmpty {
            guard let definition = definitions[name] else { continue }
            for place in table.unreadableRecords.places.values {
                guard definition.unreadableRecord(try records.bytes(of: place)) != nil else { return false }
            }
        }
        return true
    }

    /// Whether a few records of each collection can be read.
    ///
    /// A type that changed and left its indexes as they were shows only here, before anything is written to it. It is
    /// for what a whole collection has in common; of records here and there that do not fit, reading tells.
    private func canBeRead(_ tables: [String: CollectionState], _ journal: Journal) throws -> Bool {
        let records = RecordFiles(journal.files)
        for (name, table) in tables where table.count > 0 {
            // What can be fetched again never closes a store, and its records can be large.
            guard let definition = definitions[name], !definition.isReplaceable else { continue }
            let capacity = table.slots.capacity
            for start in Set([0, capacity / 4, capacity / 2, capacity / 4 * 3, capacity - 1]).sorted() {
                guard let place = try Self.sample(table.slots, near: start) else { continue }
                let isUnreadable = try records.withBytes(at: place) { definition.unreadableRecord(Array($0)) != nil }
                if isUnreadable { return false }
            }
        }
        return true
    }

    /// The record in a slot or in one near it: some are free, and a long one takes long to read.
    private static func sample(_ slots: SlotTable, near start: Int) throws -> Location? {
        var shortest: Location?
        let behind = start..<min(start + nearbySlots, slots.capacity)
        for slot in Array(behind) + (max(0, start - nearbySlots)..<start).reversed() {
            let place = try slots[UInt32(slot)]
            guard !place.isNone else { continue }
            if place.length <= sampledBytes { return place }
            if place.length < shortest?.length ?? .max { shortest = place }
        }
        return shortest
    }

    private static let nearbySlots = 4
    private static let sampledBytes = 256 << 10

    /// Removes derived files that are in no use, and files that were left half-written.
    private func removeLeftovers(keeping loaded: Loaded) throws(FileError) {
        let known = Set(loaded.generations.values.joined().map(\.number))
        for name in try files.list(directory) {
            let isLeftover =
                Manifest.generation(ofName: name).map { !known.contains($0) }
                ?? (name.hasSuffix(".new") || StoreFileSystem.isLeftover(name))
            if isLeftover { try files.remove("\(directory)/\(name)") }
        }
    }
}

/// A generation file that is in use.
struct OpenGeneration: Sendable {
    let number: Int
    let info: GenerationInfo
    let generation: Generation

    /// The work of merging it: the entries of its largest section.
    func weight(_ sections: [String]) -> Int {
        (sections + [CollectionState.slotsSection]).map { generation.run(section: $0)?.count ?? 0 }.max() ?? 0
    }
}

extension CollectionState {
    /// The section of a generation that says where records lie.
    static let slotsSection = "slots"
    /// The section of a generation with the order of the ids.
    static let idSection = "id"

    /// A table as a manifest describes it; nil when its files lack something.
    init?(_ entry: Manifest.Table, _ definition: any CollectionDefinition, _ generations: [OpenGeneration]) {
        self.init(orderCount: definition.orderCount)
        for position in orders.indices {
            for generation in generations {
                guard let run = generation.generation.run(section: definition.sections[position]) else { return nil }
                orders[position].runs.append(.file(run))
            }
        }
        guard let order = Order(slotsOf: generations) else { return nil }
        slots = SlotTable(
            stored: StoredSlots(order, capacity: entry.capacity), capacity: entry.capacity, free: entry.free)
        // A manifest that is older than its generations would have their slots given out again.
        let idOrder = definition.sections.firstIndex(of: Self.idSection)
        guard let idOrder, orders[idOrder].count == entry.count else { return nil }
        count = entry.count
        liveBytes = entry.liveBytes
        lastChange = entry.lastChange
        unreadableRecords = entry.unreadableRecords
        generationCount = generations.count
    }
}

extension Order {
    /// The places of records, as generations say; nil when one lacks them.
    init?(slotsOf generations: [OpenGeneration]) {
        var runs: [Run] = []
        for generation in generations {
            guard let run = generation.generation.run(section: CollectionState.slotsSection) else { return nil }
            runs.append(.file(run))
        }
        self.init(runs: runs)
    }
}
