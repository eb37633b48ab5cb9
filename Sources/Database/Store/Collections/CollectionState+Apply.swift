import Core

/// A value that a slot got: where in its batch, or in its file, it stands.
struct Placement {
    let slot: UInt32
    let value: Range<Int>
    let checksum: UInt32
}

extension CollectionState {
    /// Works the changes of a batch into the table.
    ///
    /// The table is of no use any more when this throws.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - definition: The table's.
    ///   - files: The files that the records are in that are replaced or deleted.
    ///   - isChecked: Whether unique indexes are looked after; what the journal has already is taken as it is.
    /// - Returns: Which slots got a new value, whose place has to be set once it is known.
    /// - Throws: `RunFailure`, ``DuplicateKey``, or ``StoreError`` when a record that is replaced cannot be read.
    mutating func apply(
        _ changes: CollectionChanges, _ definition: any CollectionDefinition, files: RecordFiles,
        isChecked: Bool = false
    ) throws -> [Placement] {
        if changes.isTruncated { try removeAll(definition) }
        var placements: [Placement] = []
        placements.reserveCapacity(changes.changes.count)
        var entries = ChangedEntries(definition, capacity: changes.changes.count)
        let ids = changes.keys.ids
        let superseded = Self.superseded(ids, distinct: changes.distinctCount)
        for position in changes.changes.indices where superseded?[position] != true {
            let change = changes.changes[position]
            let id = ids[position]
            // Slots that were known before everything was deleted are nobody's.
            let noted = changes.isTruncated ? nil : change.stored
            let known = try noted.map { changes.stored.slots[$0] } ?? slot(of: id, in: definition.indexCount)
            if let known {
                let old = try slots[known]
                if let noted {
                    entries.takeOld(changes.stored.keys, noted)
                } else {
                    try entries.readOld(at: old, in: files)
                }
                liveBytes -= definition.lineLength(old.length)
            }
            guard !change.isDelete else {
                guard let known else { continue }
                entries.remove(id, known)
                try slots.giveBack(known)
                dirtySlots.append(known)
                count -= 1
                continue
            }
            let slot = known ?? slots.take()
            entries.put(changes.keys, change.keys, id, slot, isNew: known == nil)
            try slots.load(slot)
            placements.append(Placement(slot: slot, value: change.value, checksum: change.checksum))
            dirtySlots.append(slot)
            liveBytes += change.lineLength
            if known == nil { count += 1 }
        }
        try push(&entries, definition, isChecked: isChecked)
        if !unreadableRecords.isEmpty || !changes.unreadableRecords.isEmpty || !changes.unidentified.isEmpty {
            applyUnreadableRecords(changes, superseded, definition)
        }
        return placements
    }

    private mutating func push(
        _ entries: inout ChangedEntries, _ definition: any CollectionDefinition, isChecked: Bool
    ) throws {
        for position in orders.indices {
            guard let run = entries.builders[position].finish() else { continue }
            if isChecked, let unique = definition.uniqueIndexes[position] {
                try orders[position].checkUnique(adding: run, unique)
            }
            push(run, to: position)
        }
    }

    /// Deletes all records that an index holds.
    ///
    /// What is in memory is let go of; what is in files, or on its way there, gets an entry for each record that takes
    /// it away.
    private mutating func removeAll(_ definition: any CollectionDefinition) throws(RunFailure) {
        for position in orders.indices {
            let kept = generationCount + frozenCounts[position]
            var order = Order(runs: Array(orders[position].runs.prefix(kept)))
            if let run = try order.makeOpposite() { order.runs.append(.memory(run)) }
            orders[position] = order
        }
        dirtySlots += try slots.removeAll()
        count = 0
        liveBytes = unreadableRecords.places.values.reduce(0) { $0 + definition.lineLength($1.length) }
        largestID = nil
    }

    /// Whatever is put or deleted takes the place of an unreadable record with the same id, and an unreadable record
    /// that of one before it.
    private mutating func applyUnreadableRecords(
        _ changes: CollectionChanges, _ superseded: [Bool]?, _ definition: any CollectionDefinition
    ) {
        func lineLength(_ place: UnreadableRecordTable.Place?) -> Int {
            place.map { definition.lineLength($0.length) } ?? 0
        }
        for position in changes.changes.indices where superseded?[position] != true {
            let key = UnreadableRecordTable.Key.id(changes.keys.ids[position])
            if let place = changes.unreadableRecords[position] {
                liveBytes += lineLength(place) - lineLength(unreadableRecords.put(key, place))
            } else {
                liveBytes -= lineLength(unreadableRecords.remove(key))
            }
        }
        for unreadable in changes.unidentified {
            let key = unreadable.raw.map { UnreadableRecordTable.Key.raw($0) } ?? unreadableRecords.makeName()
            if let place = unreadable.place {
                liveBytes += lineLength(place) - lineLength(unreadableRecords.put(key, place))
            } else {
                liveBytes -= lineLength(unreadableRecords.remove(key))
            }
        }
    }

    /// The slot of an id; ids that come in ascending order need no look into the runs.
    private mutating func slot(of id: SortKey, in order: Int) throws(RunFailure) -> UInt32? {
        if largestID == nil {
            var cursor = try orders[order].cursor(before: nil)
            largestID = try cursor.next()?.key
        }
        guard let largest = largestID, !(largest < id) else {
            largestID = id
            return nil
        }
        return try orders[order].find(id)
    }

    /// Marks the changes that another one of the same record follows; nil for none.
    private static func superseded(_ ids: [SortKey], distinct: Int) -> [Bool]? {
        if distinct == ids.count { return nil }
        // Sorted already is what batches mostly are: then no id is there twice.
        var isSorted = true
        for position in ids.indices.dropFirst() where !(ids[position - 1] < ids[position]) {
            isSorted = false
            break
        }
        if isSorted { return nil }
        var superseded = Array(repeating: false, count: ids.count)
        var last: [SortKey: Int] = [:]
        last.reserveCapacity(ids.count)
        for position in ids.indices {
            if let before = last.updateValue(position, forKey: ids[position]) { superseded[before] = true }
        }
        return superseded
    }
}

/// The entries of all orders that a batch adds.
private struct ChangedEntries {
    private let definition: any CollectionDefinition
    private let indexCount: Int
    private let searchCount: Int
    var builders: [MemoryRun.Builder]
    /// The keys of the stored record that is replaced or deleted.
    private var old: RecordKeys

    init(_ definition: any CollectionDefinition, capacity: Int) {
        self.definition = definition
        indexCount = definition.indexCount
        searchCount = definition.orderCount - indexCount - 1
        builders = (0..<definition.orderCount).map { _ in MemoryRun.Builder(capacity: capacity) }
        old = RecordKeys(indexCount: indexCount, searchCount: searchCount)
    }

    mutating func readOld(at location: Location, in files: RecordFiles) throws {
        old.removeAll()
        do {
            try files.withBytes(at: location) { try definition.appendKeys(of: $0, to: &old) }
        } catch is UnreadableRecordError {
            // It could be written and cannot be read: indexes that were made anew have it no more.
            throw RunFailure.damaged(definition.name)
        }
    }

    mutating func takeOld(_ keys: RecordKeys, _ position: Int) {
        old.removeAll()
        old.append(keys, position)
    }

    /// Adds what changes when a record is put; its old keys come first unless it is new.
    mutating func put(_ keys: RecordKeys, _ position: Int, _ id: SortKey, _ slot: UInt32, isNew: Bool) {
        for index in 0..<indexCount {
            let new = keys.composites[position * indexCount + index]
            if !isNew {
                let before = old.composites[index]
                if before == new { continue }
                builders[index].append(before, kind: .anti, slot: slot)
            }
            builders[index].append(new, kind: .plus, slot: slot)
        }
        if isNew { builders[indexCount].append(id, kind: .plus, slot: slot) }
        for field in 0..<searchCount {
            let text = keys.texts[position * searchCount + field]
            let key = keys.textKeys[position * searchCount + field]
            let order = indexCount + 1 + field
            if isNew {
                builders[order].append(key, kind: .plus, slot: slot, payload: text)
            } else if old.textKeys[field] != key {
                builders[order].append(old.textKeys[field], kind: .anti, slot: slot)
                builders[order].append(key, kind: .plus, slot: slot, payload: text)
            } else if old.texts[field] != text {
                builders[order].append(key, kind: .replace, slot: slot, payload: text)
            }
        }
    }

    /// Adds what changes when a record is deleted; its old keys come first.
    mutating func remove(_ id: SortKey, _ slot: UInt32) {
        for index in 0..<indexCount { builders[index].append(old.composites[index], kind: .anti, slot: slot) }
        builders[indexCount].append(id, kind: .anti, slot: slot)
        for field in 0..<searchCount {
            builders[indexCount + 1 + field].append(old.textKeys[field], kind: .anti, slot: slot)
        }
    }
}
