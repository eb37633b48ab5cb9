extension Journal {
    /// Puts a compacted or joined file, as `finish()` returned it, in the place of those that it covers.
    func replace(_ covered: [JournalFile], by file: JournalFile) {
        let numbers = Set(covered.map(\.segment))
        guard let start = segments.firstIndex(where: { numbers.contains($0.file.segment) }) else { return }
        let rewritten = Segment(
            file: file, length: file.length, first: segments[start].first, isSynced: true, isNameSynced: true,
            isApart: file.parts.isEmpty, isListed: !file.parts.isEmpty)
        segments.removeAll { numbers.contains($0.file.segment) }
        segments.insert(rewritten, at: start)
    }

    /// Sealed neighbours that are long or many enough to be joined into one file; nil where there are none.
    ///
    /// - Parameters:
    ///   - limits: The maximum length of that file, and how many. Files below an eighth of it are joined when there are
    ///     enough, and files below a half when they are at least a half together: so every byte is copied twice at most.
    ///   - isBusy: Whether something is being committed: more of them then, as it costs the disk and a core some time.
    /// - Returns: The files, from the oldest run of them.
    func joinable(_ limits: StoreLimits, isBusy: Bool) -> JournalSpan? {
        noteFailures()
        let limit = limits.joinedBytes
        let least = isBusy ? limits.busyJoinCount : limits.joinCount
        func isWorthIt(_ range: Range<Int>, _ total: Int) -> Bool {
            guard let first = range.first else { return false }
            return tier(first, limit: limit) == 0 ? range.count >= least : !isBusy && total >= limit / 2
        }
        var range = 0..<0
        var total = 0
        for position in segments.indices {
            let tier = tier(position, limit: limit)
            if tier == nil || range.isEmpty || tier != self.tier(range.lowerBound, limit: limit)
                || total + segments[position].length > limit
            {
                if isWorthIt(range, total) { break }
                (range, total) = (position..<position, 0)
            }
            guard tier != nil else { continue }
            range = range.lowerBound..<position + 1
            total += segments[position].length
        }
        guard isWorthIt(range, total) else { return nil }
        return JournalSpan(
            files: segments[range].map(\.file), first: segments[range.lowerBound].first,
            next: segments[range.upperBound].first)
    }

    /// The size of a file that others may be joined to; nil where that cannot be, or is not worth it any more.
    private func tier(_ position: Int, limit: Int) -> Int? {
        let segment = segments[position]
        // No trouble makes the writer touch those again that are on the disk. A manifest can end in no joined file.
        guard position < segments.count - 1, segment.isListed, !segment.isApart, segment.isSynced,
            segment.isNameSynced, !segment.mustBeRewritten, segment.length < limit / 2
        else { return nil }
        return segment.length < limit / 8 ? 0 : 1
    }

    /// Notes which sealed files a manifest names before its last one, and that they are on the disk by syncs of the
    /// maintenance thread that came after they were sealed.
    ///
    /// - Parameters:
    ///   - ids: The files.
    ///   - failures: The failed syncs of the folder up to then; nil where nobody vouches for them.
    func noteListed(_ ids: Set<UInt32>, failures: Int?) {
        noteFailures()
        for position in segments.indices.dropLast() where ids.contains(segments[position].file.id) {
            segments[position].isListed = true
        }
        guard folder.failureCount == failures else { return }
        for position in segments.indices.dropLast()
        where ids.contains(segments[position].file.id) && !segments[position].mustBeRewritten {
            segments[position].isSynced = true
            segments[position].isNameSynced = true
        }
    }

    /// Notes that others cannot be joined to a file.
    func noteApart(_ id: UInt32) {
        for position in segments.indices where segments[position].file.id == id { segments[position].isApart = true }
    }
}
