import Core

/// Writes one file that takes the place of several sealed ones: what compaction and migrations do.
///
/// It gets the name of the last segment that it covers, and begins with the number at which the first of them began:
/// by that it supersedes them all at the moment of its rename. Used by one thread at a time; it never holds more than
/// 256 KiB of what it writes.
final class JournalRewriter {
    private static let batchSize = 64 << 10
    private static let bufferSize = 128 << 10

    private let folder: JournalFolder
    /// The files whose names it does not take, those that are left.
    private var superseded: ArraySlice<String>
    private let segment: Int
    private let next: UInt64
    private let id: UInt32
    private let path: String
    private let draftPath: String
    private let draft: any OpenFile
    /// The bytes that were not written yet, and their offset in the file.
    private var buffer: [UInt8]
    private var flushed = 0
    /// The batch being written: its number, its bytes, and where in `buffer` those begin that are in no checksum yet.
    private var number: UInt64
    private var batchBytes = 0
    private var checksum = Checksum()
    private var unchecked: Int
    private var named: [String: Int] = [:]
    private var isSealed = false

    /// Begins the file.
    ///
    /// - Parameters:
    ///   - folder: The folder of the store.
    ///   - span: The files that it covers, at least one.
    ///   - id: The new file's id.
    /// - Throws: `FileError`.
    init(folder: JournalFolder, covering span: JournalSpan, id: UInt32) throws(FileError) {
        guard let last = span.files.last else { preconditionFailure("A journal file that covers none was begun.") }
        self.folder = folder
        superseded = span.files.dropLast().map(\.path)[...]
        segment = last.segment
        path = Journal.path(folder.path, segment)
        draftPath = path + ".compact.new"
        next = span.next
        self.id = id
        number = span.first
        buffer = JournalLine.makeHead(segment: segment, next: span.first)
        unchecked = buffer.count
        draft = try folder.files.open(draftPath, .replace)
    }

    /// Appends a record.
    ///
    /// - Returns: Where its value begins in the new file.
    /// - Throws: `FileError`.
    @discardableResult
    func append(put collection: String, version: Int, value: some Collection<UInt8>) throws(FileError) -> Int {
        let start = buffer.count
        name(collection, version)
        buffer += JournalLine.makePutOpening(name: collection)
        let offset = flushed + buffer.count
        buffer += value
        buffer += [UInt8(ascii: "}"), JournalLine.newline]
        try added(buffer.count - start)
        return offset
    }

    /// Appends a put or a delete line as it is.
    ///
    /// - Parameters:
    ///   - line: The line, without its newline.
    ///   - collection: The collection that it is about.
    ///   - version: The version that was named for it; `nil` where none was.
    /// - Throws: `FileError`.
    func append(line: some Collection<UInt8>, of collection: String, version: Int?) throws(FileError) {
        let start = buffer.count
        if let version { name(collection, version) }
        buffer += line
        buffer.append(JournalLine.newline)
        try added(buffer.count - start)
    }

    /// Appends a number that the file says of itself or of a collection; nothing where that was said already.
    ///
    /// - Parameters:
    ///   - mark: The name of the mark: of unreadable records that were accepted, or of deletions that are missing.
    ///   - count: The number.
    /// - Throws: `FileError`.
    func append(mark: String, count: Int) throws(FileError) {
        let start = buffer.count
        name(mark, count)
        if buffer.count > start { try added(buffer.count - start) }
    }

    private func name(_ collection: String, _ version: Int) {
        guard named[collection] != version else { return }
        buffer += JournalLine.makeSchema(name: collection, version: version)
        named[collection] = version
    }

    private func added(_ count: Int) throws(FileError) {
        precondition(number < next, "A journal file without numbers for batches was to hold one.")
        batchBytes += count
        // The last number takes all that comes: there are never more batches than numbers.
        if batchBytes >= Self.batchSize, number + 1 < next { closeBatch() }
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func closeBatch() {
        guard batchBytes > 0 else { return }
        check()
        buffer += JournalLine.makeTrailer(number: number, count: batchBytes, checksum: checksum)
        number += 1
        batchBytes = 0
        checksum = Checksum()
        unchecked = buffer.count
    }

    private func check() {
        buffer.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[unchecked...])) }
        unchecked = buffer.count
    }

    private func flush() throws(FileError) {
        if batchBytes > 0 { check() }
        try draft.write(buffer, at: flushed)
        flushed += buffer.count
        buffer.removeAll(keepingCapacity: true)
        unchecked = 0
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
        // For its errors to name the path it has now; the draft's handle reads the same file.
        let handle = (try? folder.files.open(path, .read)) ?? draft
        return JournalFile(id: id, segment: segment, path: path, length: flushed, handle: handle)
    }

    /// Writes what is left and syncs the file, which takes longest of what ``finish()`` does otherwise.
    ///
    /// - Throws: `FileError`.
    func seal() throws(FileError) {
        guard !isSealed else { return }
        closeBatch()
        // Always there: a file that was cut short at the end of a batch is known by its absence.
        buffer += JournalLine.makeHead(segment: segment, next: next)
        try flush()
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
