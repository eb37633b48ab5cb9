import Core
import Synchronization

/// The folder that the journal's files have their names in, with what is known of its syncs.
///
/// A failed sync is reported once: the next one succeeds, and what the failed one was about may be lost all the same.
/// So failures are counted for all threads together, and whoever vouches for a name compares the count.
final class JournalFolder: Sendable {
    /// The disk, on which the store's files share a few descriptors.
    var files: any FileSystem { storeFiles }
    let storeFiles: StoreFileSystem
    let path: String
    /// Held while the folder is synced, so that no failure comes between a rename and its sync.
    private let order = Mutex(())
    /// The failed syncs so far.
    ///
    /// Not under the lock: a commit looks at it, and waits for nobody's sync.
    private let failures = Atomic(0)
    /// The names of which nobody knows which file they belong to after a power loss.
    private let doubtfulNames = Mutex<Set<String>>([])

    init(
        files: any FileSystem, path: String, openFiles: OpenFileLimit = OpenFileLimit(),
        access: StoreAccess = .writing
    ) {
        storeFiles = StoreFileSystem(files, limit: openFiles, isReaders: access == .reading)
        self.path = path
    }

    /// The number of syncs of the folder that have failed.
    var failureCount: Int { failures.load(ordering: .acquiring) }

    /// Whether a file was renamed to a path, and the sync behind that failed.
    func isInDoubt(_ path: String) -> Bool { doubtfulNames.withLock { $0.contains(path) } }

    /// Syncs the names in the folder.
    ///
    /// - Returns: The number of syncs that have failed: names that were not durable when one of them did are still in
    ///   doubt.
    /// - Throws: `FileError`.
    func sync() throws(FileError) -> Int {
        try order.withLock { _ throws(FileError) in
            try syncInOrder()
            return failureCount
        }
    }

    /// Gives a file another name, for good.
    ///
    /// - Parameters:
    ///   - source: The file, whose content is synced.
    ///   - destination: Its new name, in this folder.
    /// - Throws: `FileError`; after a failed sync either file may have the name, until another is renamed to it.
    func rename(_ source: String, to destination: String) throws(FileError) {
        try order.withLock { _ throws(FileError) in
            try files.move(source, to: destination)
            try syncInOrder(renamed: destination)
            _ = doubtfulNames.withLock { $0.remove(destination) }
        }
    }

    /// Puts a new file in the place of another, for good.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: The content.
    /// - Throws: `FileError`; either file may have the name then.
    func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
        try replace(path) { file throws(FileError) in try file.write(bytes, at: 0) }
    }

    /// Puts a new file in the place of another, for good, without holding all of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - write: Writes the content to the new file, which is empty.
    /// - Throws: `FileError`, also what `write` throws; either file may have the name then.
    func replace(_ path: String, with write: (any OpenFile) throws(FileError) -> Void) throws(FileError) {
        let draft = path + ".new"
        let file = try files.open(draft, .replace)
        defer { file.close() }
        do throws(FileError) {
            try write(file)
            try file.sync()
            try rename(draft, to: path)
        } catch {
            // On a full disk its room is needed; one that stays means nothing, and the next one overwrites it.
            try? files.remove(draft)
            throw error
        }
    }

    /// Removes files, for good.
    ///
    /// - Parameter paths: The files.
    /// - Throws: `FileError`; each may be there or not then.
    func remove(_ paths: [String]) throws(FileError) {
        var paths = paths[...]
        while !paths.isEmpty { try removeFirst(of: &paths) }
    }

    /// Removes the first of some files, for good once it is the last.
    ///
    /// - Parameter paths: The files; those that are left, afterwards.
    /// - Throws: `FileError`; each may be there or not then.
    func removeFirst(of paths: inout ArraySlice<String>) throws(FileError) {
        guard let path = paths.popFirst() else { return }
        try files.remove(path)
        if paths.isEmpty { _ = try sync() }
    }

    /// The name of the file that says that nobody knows whether the last batches are on the disk.
    ///
    /// Its content is none, and nobody syncs it: it is for the next process of this boot, which may read what a power
    /// loss changes. After a restart there is nothing to know.
    static let unknownName = "journal-unknown"

    /// Notes that batches could not be taken back for good.
    ///
    /// Fails silently on a disk that makes no file: the next process then knows of it when it writes.
    func noteUnknownOutcome() {
        // As said above.
        (try? files.open("\(path)/\(Self.unknownName)", .readWrite))?.close()
    }

    /// Takes the note back.
    ///
    /// One that stays costs the next opening a write.
    func forgetUnknownOutcome() {
        // As said above.
        try? files.remove("\(path)/\(Self.unknownName)")
    }

    /// Makes a folder in this one, for good.
    ///
    /// - Parameter path: The folder; nothing happens where it is there.
    /// - Throws: `FileError`.
    func makeDirectory(_ path: String) throws(FileError) {
        try order.withLock { _ throws(FileError) in
            do throws(FileError) {
                try files.makeDirectory(path)
            } catch {
                // It may have been the sync.
                failures.add(1, ordering: .releasing)
                throw error
            }
        }
    }

    /// Syncs the folder, for whoever holds the lock.
    ///
    /// - Parameter renamed: The name that a file got just before.
    /// - Throws: `FileError`.
    private func syncInOrder(renamed: String? = nil) throws(FileError) {
        do throws(FileError) {
            try files.syncDirectory(path)
        } catch {
            // Before the count: whoever sees that one more has failed finds the name here.
            if let renamed { _ = doubtfulNames.withLock { $0.insert(renamed) } }
            failures.add(1, ordering: .releasing)
            throw error
        }
    }
}
