import Core

/// A request for a compaction: sealed files, and the batches that they hold.
struct CompactionRequest: Sendable {
    let sealed: JournalSpan
    /// The id of the file that takes their place.
    let fileID: UInt32
    /// Collections that the app does not declare: they are kept as they are.
    let undeclared: Set<String>
}

/// A compaction that is to begin, with the store as it was when its files were sealed.
struct CompactionPlan: Sendable {
    let request: CompactionRequest
    let view: StoreView
    /// The number of generations of each table: the new places are newer than those, and older than all that come later.
    let generationCounts: [String: Int]
    /// The number of times that the store had been loaded anew.
    let reloadCount: Int
}

/// Rewrites the sealed files of the journal into one that holds live records only.
///
/// Indexes are not touched: records keep their slots, and only the places of the slots change.
struct CompactionJob: MaintenanceJob {
    private let plan: CompactionPlan
    private var request: CompactionRequest { plan.request }
    private var view: StoreView { plan.view }
    private var generationCounts: [String: Int] { plan.generationCounts }
    private let rewriter: JournalRewriter
    private var remaining: [String]
    /// The sealed files whose undeclared lines are still to be copied.
    private var unread: [JournalFile]
    private var versions: [String: Int] = [:]
    private var nextSlot: UInt32 = 0
    /// Whether the unreadable records of the present collection were copied.
    private var hasUnreadableRecords = false
    /// The new places by slot.
    private var places: [String: [Location]] = [:]
    /// The new places of what does not fit its type, by the old ones.
    private var unreadableRecords: [String: [UnreadableRecordTable.Place: UnreadableRecordTable.Place]] = [:]
    /// The file has its name, and is not to be removed any more.
    private var isRenamed = false

    private static let sliceSlots: UInt32 = 4_096

    init(_ plan: CompactionPlan, _ environment: StoreEnvironment) throws {
        self.plan = plan
        let request = plan.request
        unread = request.undeclared.isEmpty ? [] : request.sealed.files.reversed()
        remaining = environment.definitions.namesInOrder
        rewriter = try JournalRewriter(
            folder: environment.folder, covering: request.sealed, id: request.fileID)
    }

    mutating func work(_ environment: StoreEnvironment) throws -> Bool {
        if let file = unread.popLast() {
            try JournalCheck(file, length: file.length).forEachLine(of: request.undeclared, versions: &versions) {
                try rewriter.append(line: $0, of: $1, version: $2)
            }
            if unread.isEmpty { try copyMarks() }
            return false
        }
        if let name = remaining.last {
            if !hasUnreadableRecords {
                // Before the records: they were written by the type of today, mostly later than what does not fit it.
                try copyUnreadableRecords(of: name, environment)
                hasUnreadableRecords = true
            }
            if try copySlice(of: name, environment) {
                remaining.removeLast()
                nextSlot = 0
                hasUnreadableRecords = false
            }
            return false
        }
        try rewriter.seal()
        return true
    }

    mutating func finish(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment, _ writer: StoreWriter
    ) throws {
        guard state.lists(request.sealed.files.map(\.id)) else {
            cancel(environment)
            return writer.perform(unlessReloadedSince: plan.reloadCount) { $0.isRewriting = false }
        }
        let file = try rewriter.finish()
        isRenamed = true
        try state.goOn(writer) { try adopt(file, &$0, environment, writer) }
    }

    mutating func cleanUp(_ environment: StoreEnvironment, _ writer: StoreWriter) throws -> Bool {
        guard isRenamed else { return true }
        guard try rewriter.removeNextCovered() else { return false }
        // Only now: what is not removed yet is this one's.
        writer.perform(unlessReloadedSince: plan.reloadCount) { $0.isRewriting = false }
        return true
    }

    /// Copies the live records of some slots; true when there are no more slots.
    private mutating func copySlice(of name: String, _ environment: StoreEnvironment) throws -> Bool {
        guard let table = view.tables[name], let definition = environment.definitions[name] else { return true }
        let capacity = UInt32(table.slots.capacity)
        let slots = nextSlot..<min(capacity, nextSlot + Self.sliceSlots)
        var live: [(slot: UInt32, place: Location)] = []
        for slot in slots {
            let place = try table.slots[slot]
            if !place.isNone { live.append((slot, place)) }
        }
        var new = places[name] ?? Array(repeating: .none, count: Int(capacity))
        places[name] = nil  // Gives up the old reference, so that changing it copies nothing.
        var position = 0
        try view.files.values(at: live.map(\.place)).visit { bytes in
            let offset = try rewriter.append(put: name, version: definition.version, value: bytes)
            let (slot, old) = live[position]
            position += 1
            new[Int(slot)] = Location(
                file: request.fileID, offset: offset, length: old.length, checksum: old.checksum)
        }
        places[name] = new
        nextSlot = slots.upperBound
        return nextSlot == capacity
    }

    /// Writes for undeclared collections how many of their unreadable records were accepted.
    private func copyMarks() throws {
        for name in request.undeclared.namesInOrder {
            let count = UnreadableRecordMark.accepted(of: name, in: versions)
            if count > 0 { try rewriter.append(mark: UnreadableRecordMark.name(of: name), count: count) }
        }
    }

    /// Copies what does not fit its type as it is, and says how much that is.
    private mutating func copyUnreadableRecords(of name: String, _ environment: StoreEnvironment) throws {
        guard let table = view.tables[name], let definition = environment.definitions[name] else { return }
        // In the order of the journal, so that the same store makes the same file.
        let old = table.unreadableRecords.placesInOrder
        for place in old {
            var new = place
            new.offset = try rewriter.append(
                put: name, version: definition.version, value: try view.files.bytes(of: place))
            new.file = request.fileID
            unreadableRecords[name, default: [:]][place] = new
        }
        if !old.isEmpty {
            try rewriter.append(mark: UnreadableRecordMark.name(of: name), count: table.unreadableRecords.distinctCount)
        }
    }

    /// Moves the store over to the new file.
    private func adopt(
        _ file: JournalFile, _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment,
        _ writer: StoreWriter
    ) throws {
        let sealed = request.sealed.files
        let size = try file.handle.size()
        for (name, new) in places {
            guard let table = view.tables[name] else { continue }
            var start = 0
            repeat {
                let slice = start..<min(new.count, start + Int(Self.sliceSlots))
                let moves = try slice.compactMap { slot -> (UInt32, Location, Location)? in
                    let old = try table.slots[UInt32(slot)]
                    return old.isNone ? nil : (UInt32(slot), old, new[slot])
                }
                writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
                    writerState.extraFiles = [file]
                    writerState.change(name, environment) { table throws(RunFailure) in
                        for (slot, old, new) in moves { try table.slots.move(slot, from: old, to: new) }
                    }
                    writer.republish(&writerState)
                }
                start = slice.upperBound
            } while start < new.count
        }
        for (name, moves) in unreadableRecords {
            writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
                writerState.extraFiles = [file]
                writerState.change(name, environment) { $0.unreadableRecords.move(moves) }
                writer.republish(&writerState)
            }
        }
        let generation = GenerationFile(files: environment.files, directory: environment.directory)
        var written: [String: OpenGeneration] = [:]
        for (name, new) in places where !new.isEmpty {
            guard let definition = environment.definitions[name] else { continue }
            written[name] = try generation.write(new, definition, number: state.nextGeneration)
            state.nextGeneration += 1
        }
        for (name, opened) in written {
            state.generations[name]?.insert(opened, at: generationCounts[name] ?? 0)
        }
        let covered = Set(sealed.map(\.id))
        state.replacement = (covered, file, size, unreadableRecords)
        if var manifest = state.manifest {
            for (name, moves) in unreadableRecords { manifest.tables[name]?.unreadableRecords.move(moves) }
            try manifest.journal.replace(covered, by: file, size: size)
            try state.write(manifest, environment)
        }
        let counts = generationCounts
        // What was copied: a part of it may have been deleted since.
        let live = view.tables.values.reduce(0) { $0 + $1.liveBytes }
        writer.perform(unlessReloadedSince: state.reloadCount) { [written] writerState in
            for (name, opened) in written {
                guard let definition = environment.definitions[name] else { continue }
                writerState.change(name, environment) { table in
                    table.insert(opened.generation, at: counts[name] ?? 0, sections: definition.sections)
                }
            }
            let before = writerState.journal?.totalBytes ?? 0
            writerState.journal?.replace(sealed, by: file)
            writerState.savedBytes -= before - (writerState.journal?.totalBytes ?? 0)
            writerState.extraFiles = []
            if let journal = writerState.journal { writerState.tip.write(journal, isNewEpoch: true) }
            writerState.compactionOverhead = max(0, size - live)
            writerState.compactionFloor = 0
            writer.republish(&writerState)
        }
    }

    mutating func cancel(_ environment: StoreEnvironment) {
        if !isRenamed { rewriter.cancel() }
    }
}
