import Synchronization

extension StoreMaintenance {
    /// The number of chunks of places that are fetched ahead at most: four million records, 64 MiB.
    private static let largestFetch = 16_384
    private static let fetchSlice = 64

    /// Reads what the first windows would have to wait for: the tables of contents of derived files, and where records
    /// lie.
    ///
    /// It never takes a core from the one who opens the store, and a writer makes room for it.
    func prepare(_ slots: [StoredSlots]) {
        pace.begin()
        queue.async {
            let generations = self.state.withLock { $0.isStopped ? [] : $0.generations.values.flatMap { $0 } }
            for opened in generations {
                // Whoever needs what cannot be read meets the error again, and says what is to be done.
                guard (try? opened.generation.prepare()) != nil else { return self.pace.end() }
            }
            self.fetchAhead(slots)
        }
    }

    private func fetchAhead(_ slots: [StoredSlots]) {
        guard let first = slots.first else { return pace.end() }
        fetchAhead(first, from: 0) { self.fetchAhead(Array(slots.dropFirst())) }
    }

    private func fetchAhead(_ slots: StoredSlots, from chunk: Int, then next: @escaping @Sendable () -> Void) {
        guard chunk < min(slots.chunkCount, Self.largestFetch) else { return next() }
        queue.async {
            guard !self.state.withLock({ $0.isStopped }) else { return self.pace.end() }
            let numbers = chunk..<min(slots.chunkCount, chunk + Self.fetchSlice)
            // Whoever needs what cannot be read meets the error again, and says what is to be done.
            guard (try? slots.fetchAhead(numbers)) != nil else { return self.pace.end() }
            self.fetchAhead(slots, from: numbers.upperBound, then: next)
        }
    }
}
