import Core

/// Merges neighbouring generations of a table into one.
struct MergeJob: MaintenanceJob {
    private let name: String
    private let range: Range<Int>
    private let inputs: [OpenGeneration]
    /// The inputs that are removed already.
    private var removedCount = 0
    private let number: Int
    /// Nil until the file is begun.
    private var writer: GenerationWriter?
    private let sections: [String]
    private var section = 0
    private var merge: SectionMerge?
    /// The merged generation, once it is written.
    private var merged: OpenGeneration?
    /// The file is in use, and not to be removed any more.
    private var isFinished = false

    /// Finds something to merge; nil when there is nothing.
    init?(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment,
        _ choose: (_ weights: [Int], StoreLimits) -> Range<Int>? = Self.range
    ) {
        for (name, definition) in environment.definitions {
            guard let opened = state.generations[name],
                let range = choose(opened.map { $0.weight(definition.sections) }, environment.limits)
            else { continue }
            self.name = name
            self.range = range
            inputs = Array(opened[range])
            number = state.nextGeneration
            sections = GenerationSection.withWords(definition.sections) + [CollectionState.slotsSection]
            state.nextGeneration += 1
            return
        }
        return nil
    }

    /// The neighbours to merge: enough of them behind one another, none much larger than the others together.
    static func range(_ weights: [Int], _ limits: StoreLimits) -> Range<Int>? {
        func tier(_ weight: Int) -> Int {
            // Those that were just frozen, and a batch may have been larger.
            var size = 2 * limits.freezeCount
            var tier = 0
            while size < weight {
                size *= limits.mergeCount
                tier += 1
            }
            return tier
        }
        let tiers = weights.map(tier)
        var end = tiers.count
        // From the newest on: the small ones are merged first, and more of the smallest at once, as there are many.
        while end >= limits.mergeCount {
            let isSmallest = tiers[end - limits.mergeCount..<end].allSatisfy { $0 == 0 }
            let count = isSmallest ? 2 * limits.mergeCount : limits.mergeCount
            guard end >= count else { break }
            let range = end - count..<end
            let newest = tiers[range].dropFirst().max() ?? 0
            if tiers[range.lowerBound] <= newest { return range }
            end -= 1
        }
        return nil
    }

    /// The generations to merge before the store is closed, so that it opens and reads faster: the newest ones, as long
    /// as that is not much work.
    static func tail(_ weights: [Int], _ limits: StoreLimits) -> Range<Int>? {
        var sum = 0
        var start = weights.count
        while start > 0, sum + weights[start - 1] <= limits.closingCount {
            start -= 1
            sum += weights[start]
        }
        return weights.count - start > 1 ? start..<weights.count : nil
    }

    /// The generations to merge when there is nothing else to do: the newest ones, as long as none is much larger than
    /// those behind it together.
    static func rest(_ weights: [Int], _ limits: StoreLimits) -> Range<Int>? {
        var sum = 0
        var start = weights.count
        while start > 0, start == weights.count || weights[start - 1] <= sum * limits.mergeCount {
            start -= 1
            sum += weights[start]
        }
        return weights.count - start > 1 ? start..<weights.count : nil
    }

    mutating func work(_ environment: StoreEnvironment) throws -> Bool {
        if merged != nil { return true }
        guard let writer else {
            writer = try GenerationWriter(
                files: environment.files, path: Manifest.generationPath(environment.directory, number))
            return false
        }
        if var merge {
            self.merge = nil
            let isDone = try writer.step(&merge, budget: environment.limits.sliceCount)
            if isDone { section += 1 } else { self.merge = merge }
            return false
        }
        guard section == sections.count else {
            let name = sections[section]
            let runs = try inputs.map { input -> Run in
                guard let run = input.generation.run(section: GenerationSection.entries(of: name)) else {
                    throw RunFailure.damaged(Manifest.generationPath(environment.directory, input.number))
                }
                return .file(run)
            }
            writer.begin(section: name, hasBloom: name == CollectionState.idSection)
            merge = writer.merge(runs, isBottom: range.lowerBound == 0)
            return false
        }
        let file = GenerationFile(files: environment.files, directory: environment.directory)
        merged = try file.finish(writer, number)
        return true
    }

    mutating func finish(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment, _ storeWriter: StoreWriter
    ) throws {
        guard let opened = merged else { preconditionFailure("A merge was finished that is not done.") }
        isFinished = true
        state.generations[name]?.replaceSubrange(range, with: [opened])
        let order = state.generations[name].flatMap { Order(slotsOf: $0) }
        storeWriter.perform(unlessReloadedSince: state.reloadCount) { [name, range] writerState in
            guard let definition = environment.definitions[name] else { return }
            writerState.change(name, environment) { table in
                table.replace(range, with: opened.generation, sections: definition.sections)
                if let order { table.slots.move(to: order) }
            }
            storeWriter.republish(&writerState)
        }
        if let manifest = state.manifest { try state.write(manifest, environment) }
    }

    mutating func cleanUp(_ environment: StoreEnvironment, _ storeWriter: StoreWriter) throws -> Bool {
        // No manifest names it any more; open handles keep it readable.
        try environment.files.remove(Manifest.generationPath(environment.directory, inputs[removedCount].number))
        removedCount += 1
        return removedCount == inputs.count
    }

    mutating func cancel(_ environment: StoreEnvironment) {
        if !isFinished { writer?.cancel() }
    }
}
