import Core

/// Writes what a table has frozen to a generation file.
struct GenerationFile {
    let files: any FileSystem
    let directory: String

    /// Writes the runs of a frozen table that are in memory, and the places of the slots that changed.
    func write(_ frozen: FrozenCollection, _ definition: any CollectionDefinition, number: Int) throws -> OpenGeneration
    {
        let table = frozen.table
        let writer = try GenerationWriter(files: files, path: Manifest.generationPath(directory, number))
        do {
            for (position, section) in definition.sections.enumerated() {
                let first = table.generationCount
                let runs = Array(table.orders[position].runs[first..<first + table.frozenCounts[position]])
                for name in GenerationSection.withWords([section]) {
                    writer.begin(section: name, hasBloom: name == CollectionState.idSection)
                    var merge = writer.merge(runs, isBottom: first == 0)
                    while try !writer.step(&merge, budget: .max) {}
                }
            }
            writer.begin(section: CollectionState.slotsSection, hasBloom: false)
            for slot in frozen.changedSlots {
                try writer.append(SortKey(slot: slot), slot: slot, payload: try table.slots[slot].bytes)
            }
            return try finish(writer, number)
        } catch {
            writer.cancel()
            throw error
        }
    }

    /// Writes a file that says anew where the records of a table lie, and nothing else.
    func write(_ places: [Location], _ definition: any CollectionDefinition, number: Int) throws -> OpenGeneration {
        let writer = try GenerationWriter(files: files, path: Manifest.generationPath(directory, number))
        do {
            for section in definition.sections {
                writer.begin(section: section, hasBloom: section == CollectionState.idSection)
            }
            writer.begin(section: CollectionState.slotsSection, hasBloom: false)
            for (slot, place) in places.enumerated() where !place.isNone {
                try writer.append(SortKey(slot: UInt32(slot)), slot: UInt32(slot), payload: place.bytes)
            }
            return try finish(writer, number)
        } catch {
            writer.cancel()
            throw error
        }
    }

    /// Closes a file and opens it for reading.
    func finish(_ writer: GenerationWriter, _ number: Int) throws -> OpenGeneration {
        let info = try writer.finish()
        let path = Manifest.generationPath(directory, number)
        let generation = try Generation.open(files: files, path: path, info: info)
        // On this thread, before a reader or a commit would have to.
        try generation.prepare()
        return OpenGeneration(number: number, info: info, generation: generation)
    }
}
