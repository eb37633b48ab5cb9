import Core

/// Writes one file that takes the place of several sealed ones, and has their batches behind one another as they are.
///
/// It gets the name of the last of them, and begins with the number at which the first of them began: by that it
/// supersedes them all at the moment of its rename. Its last line stands there twice: nothing was left out. Used by one
/// thread at a time; it holds a chunk of what it writes.
final class JournalJoiner {
    enum Step {
        case more
        case copied
        /// A file to which others cannot be joined, by its id: batches are missing in it, or it is damaged.
        case refused(UInt32)
    }

    /// The number of bytes that are synced at once: more would keep the disk from others for long.
    private static let syncedBytes = 4 << 20
    /// Two heads are shorter.
    private static let endBytes = 512

    private let folder: JournalFolder
    private let span: (first: UInt64, next: UInt64)
    /// The files that it covers; none once it is finished, so that nobody holds what is removed.
    private var files: [JournalFile]
    /// The files whose names it does not take, those that are left.
    private var superseded: ArraySlice<String>
    private let id: UInt32
    private let segment: Int
    private let path: String
    private let draftPath: String
    private let draft: any OpenFile
    private let chunkSize: Int
    private var length: Int
    private var unsyncedCount = 0
    private var isSealed = false
    private var parts: [JournalFile.Part] = []
    private var position = 0
    private var chunks: JournalChunks?
    /// The number that comes next.
    private var number: UInt64

    /// Begins the file.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - span: The files that it covers, at least one.
    ///   - id: The new file's id.
    ///   - chunkSize: The number of bytes to copy at once.
    /// - Throws: `FileError`.
    init(folder: JournalFolder, covering span: JournalSpan, id: UInt32, chunkSize: Int) throws(FileError) {
        guard let last = span.files.last else { preconditionFailure("A journal file that covers none was begun.") }
        self.folder = folder
        self.span = (span.first, span.next)
        files = span.files
        superseded = span.files.dropLast().map(\.path)[...]
        self.id = id
        self.chunkSize = chunkSize
        segment = last.segment
        path = Journal.path(folder.path, segment)
        draftPath = path + ".join.new"
        number = span.first
        draft = try folder.files.open(draftPath, .replace)
        let head = JournalLine.makeHead(segment: segment, next: span.first)
        length = head.count
        do throws(FileError) {
            try draft.write(head, at: 0)
        } catch {
            cancel()
            throw error
        }
    }

    /// Copies a chunk, and compares every checksum on the way.
    ///
    /// - Throws: `FileError`.
    func step() throws(FileError) -> Step {
        guard position < files.count else { return number == span.next ? .copied : .refused(files[0].id) }
        let file = files[position]
        do {
            var chunks: JournalChunks
            if let begun = self.chunks {
                chunks = begun
            } else {
                guard let end = try Self.end(of: file) else { return .refused(file.id) }
                chunks = JournalChunks(file, length: end, size: chunkSize)
            }
            guard let chunk = try chunks.next() else {
                self.chunks = nil
                position += 1
                return .more
            }
            self.chunks = chunks
            // A head further on tells of batches that are missing.
            guard !chunk.scan.hasInnerHead, chunk.offset > 0 || chunk.scan.first == number else {
                return .refused(file.id)
            }
            var start = 0
            if chunk.offset == 0 {
                start = chunk.bytes.firstIndex(of: JournalLine.newline).map { $0 + 1 } ?? 0
                let shift = length - start
                // The head of a later segment is no shorter, unless somebody else wrote the file.
                guard shift >= 0 else { return .refused(file.id) }
                parts.append(JournalFile.Part(id: file.id, shift: shift))
                parts += file.parts.map { JournalFile.Part(id: $0.id, shift: $0.shift + shift) }
            }
            try append(chunk.bytes[start..<chunk.scan.consumed])
            number = chunk.scan.next
            return .more
        } catch let error as FileError {
            throw error
        } catch {
            // The one other error: the file is damaged. Whoever reads what is damaged is told, and has it salvaged.
            return .refused(file.id)
        }
    }

    private func append(_ bytes: ArraySlice<UInt8>) throws(FileError) {
        try draft.write(Array(bytes), at: length)
        length += bytes.count
        unsyncedCount += bytes.count
    }

    /// Syncs the draft when much of it is not on the disk, before it becomes too much at once.
    func syncLargePart() throws(FileError) {
        guard unsyncedCount >= Self.syncedBytes || (position == files.count && unsyncedCount > 0) else { return }
        unsyncedCount = 0
        try draft.sync()
    }

    /// Finds the offset at which the batches of a file end; nil where its last line says that some may have been left out.
    private static func end(of file: JournalFile) throws(FileError) -> Int? {
        let start = max(0, file.length - endBytes)
        let bytes = try file.handle.read(at: start, count: file.length - start)
        return bytes.withUnsafeBufferPointer { bytes -> Int? in
            var end = bytes.count
            var heads = 0
            while heads < 2, end > 0, bytes[end - 1] == JournalLine.newline {
                let line = (bytes[..<(end - 1)].lastIndex(of: JournalLine.newline).map { $0 + 1 } ?? 0)..<end - 1
                guard start + line.lowerBound > 0, case .head? = JournalLine(bytes, line) else { break }
                heads += 1
                end = line.lowerBound
            }
            return heads == 1 ? nil : start + end
        }
    }

    /// Finishes the file and gives it its name.
    ///
    /// - Returns: The file, on the disk.
    /// - Throws: `FileError`; the store is then as it was. When it is the sync of the directory that failed, either
    ///   file may have the name from then on: both say the same, as long as the files below are not removed.
    func finish() throws(FileError) -> JournalFile {
        do throws(FileError) {
            try seal()
            try folder.rename(draftPath, to: path)
        } catch {
            cancel()
            throw error
        }
        files = []
        // For its errors to name the path it has now; the draft's handle reads the same file.
        let handle = (try? folder.files.open(path, .read)) ?? draft
        return JournalFile(id: id, segment: segment, path: path, length: length, handle: handle, parts: parts)
    }

    /// Writes the end and syncs the file, which takes longest of what ``finish()`` does otherwise.
    ///
    /// - Throws: `FileError`.
    func seal() throws(FileError) {
        guard !isSealed else { return }
        let head = JournalLine.makeHead(segment: segment, next: span.next)
        try append((head + head)[...])
        try draft.sync()
        isSealed = true
    }

    /// Removes the files that the finished one superseded.
    ///
    /// Only after ``finish()`` has returned. Those that are left after a failure are removed at the next opening.
    ///
    /// - Throws: `FileError`.
    func removeCovered() throws(FileError) {
        while try !removeNextCovered() {}
    }

    /// Removes one of these files; true when none is left.
    func removeNextCovered() throws(FileError) -> Bool {
        try folder.removeFirst(of: &superseded)
        return superseded.isEmpty
    }

    /// Gives the file up before it is finished.
    func cancel() {
        draft.close()
        // A draft that is left over means nothing, and the next one overwrites it.
        try? folder.files.remove(draftPath)
    }
}
