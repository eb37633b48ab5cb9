import Core

extension Journal {
    /// Makes everything that was appended survive power loss, in whichever segment it is.
    ///
    /// - Throws: `FileError`; what the failed sync was about is written anew before anything else is appended.
    func sync() throws(FileError) {
        try repair()
        try syncFiles()
    }

    func syncFiles() throws(FileError) {
        for position in segments.indices where !segments[position].isSynced {
            do throws(FileError) {
                try segments[position].file.handle.sync()
            } catch {
                // The system reports such a failure once: a second sync would succeed and mean nothing.
                segments[position].isSuspect = true
                throw error
            }
            segments[position].isSynced = true
        }
        guard segments.contains(where: { !$0.isNameSynced }) else { return }
        do throws(FileError) {
            try fileSystem.syncDirectory(directory)
        } catch {
            for position in segments.indices where !segments[position].isNameSynced {
                segments[position].isSuspect = true
            }
            throw error
        }
        for position in segments.indices { segments[position].isNameSynced = true }
    }

    /// Cuts off what a failed append may have left.
    func cutDebris() {
        let last = segments[segments.count - 1]
        hasDebris = true
        // Tried at once, so that a crash right now finds a clean file; the next append tries again and reports it.
        if (try? last.file.handle.truncate(to: last.length)) != nil { hasDebris = false }
    }

    /// Writes suspect files anew, and cuts off what a failed append left.
    func repair() throws(FileError) {
        for position in segments.indices where segments[position].isSuspect { try rewrite(position) }
        if hasDebris {
            let last = segments[segments.count - 1]
            try last.file.handle.truncate(to: last.length)
            hasDebris = false
        }
    }

    /// Writes what a file holds, once it is checked, into a new file in its place.
    private func rewrite(_ position: Int) throws(FileError) {
        let segment = segments[position]
        let file = segment.file
        let next = position + 1 < segments.count ? segments[position + 1].first : nextNumber
        let content = try file.handle.read(at: 0, count: segment.length)
        let scan = JournalScan(content, segment: file.segment)
        guard content.count == segment.length, scan.verdict == .intact, scan.first == segment.first, scan.next == next
        else { throw FileError(.diskFailure, path: file.path, operation: "read back") }
        try fileSystem.replace(file.path, with: content)
        let handle = try fileSystem.open(file.path, .readWrite)
        // The old handle stays open for those who read through it.
        segments[position].file = JournalFile(
            id: file.id, segment: file.segment, path: file.path, length: content.count, handle: handle)
        segments[position].isSuspect = false
        segments[position].isSynced = true
        segments[position].isNameSynced = true
        if position == segments.count - 1 { hasDebris = false }
    }
}
