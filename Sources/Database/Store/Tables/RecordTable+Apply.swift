import Core

extension RecordTable {
    func apply(_ changes: TableChanges, to table: inout TableState, files: RecordFiles) throws -> [Placement] {
        let changes = own(changes).changes
        var placements: [Placement] = []
        placements.reserveCapacity(changes.count)
        var builders = sections.map { _ in MemoryRun.Builder(capacity: changes.count) }
        var builder = SortKeyBuilder()
        let idOrder = schema.indexes.count
        let ids = changes.map { change -> SortKey in
            builder.append(change.id.indexKey)
            return builder.finish()
        }
        for (position, change) in latest(changes, ids) {
            let id = ids[position]
            let slot = try table.orders[idOrder].find(id)
            var old: (record: Record, location: Location)?
            if let slot {
                let location = try table.slots[slot]
                old = (try decode(location, files), location)
            }
            guard let record = change.record else {
                guard let slot, let old else { continue }
                try remove(old.record, id, slot, from: &builders, &builder)
                try table.slots.giveBack(slot)
                table.dirtySlots.append(slot)
                table.count -= 1
                table.liveBytes -= lineLength(old.location.length)
                continue
            }
            let place = slot ?? table.slots.take()
            put(record, id, place, over: old?.record, into: &builders, &builder)
            try table.slots.load(place)
            placements.append(Placement(slot: place, value: change.value, checksum: change.checksum))
            table.dirtySlots.append(place)
            table.liveBytes += change.lineLength
            if let old {
                table.liveBytes -= lineLength(old.location.length)
            } else {
                table.count += 1
            }
        }
        for position in builders.indices {
            if let run = builders[position].finish() { table.push(run, to: position) }
        }
        return placements
    }

    /// The last change of each id.
    private func latest(
        _ changes: [RecordChanges<Record>.Change], _ ids: [SortKey]
    ) -> [(Int, RecordChanges<Record>.Change)] {
        // Sorted already is what batches mostly are: then there is no id twice, and nothing to look for.
        if zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(changes.enumerated()).map { ($0, $1) } }
        var last: [SortKey: Int] = [:]
        last.reserveCapacity(ids.count)
        for (position, id) in ids.enumerated() { last[id] = position }
        return changes.indices.filter { last[ids[$0]] == $0 }.map { ($0, changes[$0]) }
    }

    private func key(_ index: Index<Record>, _ record: Record, _ builder: inout SortKeyBuilder) -> SortKey {
        builder.append(index.key(record))
        builder.append(record.id.indexKey)
        return builder.finish()
    }

    private func put(
        _ record: Record, _ id: SortKey, _ slot: UInt32, over old: Record?, into builders: inout [MemoryRun.Builder],
        _ builder: inout SortKeyBuilder
    ) {
        for (position, index) in schema.indexes.enumerated() {
            let new = key(index, record, &builder)
            if let old {
                let before = key(index, old, &builder)
                if before == new { continue }
                builders[position].append(before, kind: .anti, slot: slot)
            }
            builders[position].append(new, kind: .plus, slot: slot)
        }
        let idOrder = schema.indexes.count
        if old == nil { builders[idOrder].append(id, kind: .plus, slot: slot) }
        for (position, field) in schema.search.enumerated() {
            let text = folded(field, record)
            if let old {
                if folded(field, old) == text { continue }
                builders[idOrder + 1 + position].append(id, kind: .replace, slot: slot, payload: text)
            } else {
                builders[idOrder + 1 + position].append(id, kind: .plus, slot: slot, payload: text)
            }
        }
    }

    private func folded(_ field: SearchField<Record>, _ record: Record) -> [UInt8] {
        field.text(record).map { SearchText.fold($0) } ?? []
    }

    private func remove(
        _ record: Record, _ id: SortKey, _ slot: UInt32, from builders: inout [MemoryRun.Builder],
        _ builder: inout SortKeyBuilder
    ) throws {
        for (position, index) in schema.indexes.enumerated() {
            builders[position].append(key(index, record, &builder), kind: .anti, slot: slot)
        }
        for position in schema.indexes.count..<builders.count {
            builders[position].append(id, kind: .anti, slot: slot)
        }
    }

    func decode(_ location: Location, _ files: RecordFiles) throws -> Record {
        try files.withBytes(at: location) { try schema.codec.decode($0) }
    }
}
