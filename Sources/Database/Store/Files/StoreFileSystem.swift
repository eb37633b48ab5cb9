import Core
import Dispatch
import Synchronization

/// The disk as one store uses it: its files share a few descriptors, whatever their number.
///
/// A file that is superseded stays readable for whoever holds it. Before its name is removed or given to another file,
/// its descriptor is kept open; of more files than that is done for, the content stays under another name until the last
/// who holds it lets go. After a kill the next opening removes such names.
///
/// Where another process may remove a name or give it away, because this one only reads or has let go of the store, a file
/// that is opened again is looked at first, and `snapshotSuperseded` is thrown where it is not the same one.
final class StoreFileSystem: DirectoryMarking {
    let limit: OpenFileLimit
    private let files: any FileSystem
    /// The same disk, where it can tell that the names in a directory are still the same.
    private let marking: (any DirectoryMarking)?
    /// Whether the store is read beside a process that writes.
    private let isReaders: Bool
    private let shared: Atomic<Bool>
    private let lastNumber = Atomic(0)
    /// Called with the number of a file that was found to be replaced.
    private let onSuperseded = Mutex<(@Sendable (Int) -> Void)?>(nil)
    /// The files that somebody holds, by their paths.
    ///
    /// Locked while one is opened, so that no name changes meanwhile.
    private let held = Mutex<[String: [StoreFile.Entry]]>([:])
    /// Closes large superseded files, on a core that nobody else wants.
    private let removal = WorkerThread(name: "Lantern.JSONStore.removal")

    /// Removes the names that superseded files were kept under, and closes those that were replaced.
    private let nameRemovals = DispatchQueue(label: "Lantern.JSONStore.removals", qos: .utility)

    /// The number of replaced files that are still open.
    private let replacedCount = Atomic(0)

    /// With those of the limit, the lock, the tip and the drafts of four files that is all that a store may have open.
    private static let mostReplaced = 2
    private static let copiedAtOnce = 1 << 20
    /// The size up to which a superseded file is removed from the disk in no time.
    private static let closedAtOnce = 4 << 20
    private static let keptSuffix = ".old"
    /// Tells the names that this process has kept from those that another one left.
    private static let process = String(SystemRandomSource().next(), radix: 16)

    init(_ files: any FileSystem, limit: OpenFileLimit, isReaders: Bool = false) {
        self.files = files
        marking = files as? any DirectoryMarking
        self.limit = limit
        self.isReaders = isReaders
        shared = Atomic(isReaders)
    }

    /// Whether a name is that of a superseded file that somebody still reads.
    static func isKept(_ name: String) -> Bool {
        name.hasSuffix(keptSuffix) && (name.hasPrefix("journal-") || name.hasPrefix("index-"))
    }

    /// Whether it is one that another process has left; a snapshot of this one may outlive its store.
    static func isLeftover(_ name: String) -> Bool { isKept(name) && !name.contains(".\(process)-") }

    // MARK: The disk

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        // Drafts and manifests are written, closed and renamed.
        guard mode == .read || path.hasSuffix(".jsonl") else { return try openNow(path, mode) }
        limit.reserve()
        let file: StoreFile
        do throws(FileError) {
            let handle = try openNow(path, mode)
            let state = StoreFile.Entry.State(path: path, handle: handle, isHeld: mode != .read)
            file = StoreFile(self, StoreFile.Entry(state, number: nextNumber(), isReaders: isReaders))
        } catch {
            limit.cancel()
            throw error
        }
        limit.add(file.entry)
        held.withLock { $0[path, default: []].append(file.entry) }
        return file
    }

    func list(_ directory: String) throws(FileError) -> [String] { try files.list(directory) }

    func mark(of directory: String) -> DirectoryMark? { marking?.mark(of: directory) }

    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }

    func move(_ source: String, to destination: String) throws(FileError) {
        _ = try supersede(destination, isReplaced: true)
        let replaced = holdReplaced(destination)
        defer { if let replaced { closeLater(replaced) } }
        try files.move(source, to: destination)
        held.withLock { held in
            guard let moved = held.removeValue(forKey: source) else { return }
            for entry in moved { entry.state.withLock { $0.path = destination } }
            held[destination, default: []] += moved
        }
    }

    /// Opens a file that is going to be replaced, so that its replacement does not end it.
    ///
    /// Whoever ends the last use of a file waits for those of its bytes that are on their way to the disk: Linux has begun
    /// to write a replacement the moment that it got its name.
    private func holdReplaced(_ path: String) -> (any OpenFile)? {
        guard replacedCount.add(1, ordering: .relaxed).newValue <= Self.mostReplaced,
            // Where it cannot be opened, only that wait stays.
            let file = try? files.open(path, .read)
        else {
            replacedCount.subtract(1, ordering: .relaxed)
            return nil
        }
        return file
    }

    private func closeLater(_ replaced: any OpenFile) {
        nameRemovals.async {
            replaced.close()
            self.replacedCount.subtract(1, ordering: .relaxed)
        }
    }

    func remove(_ path: String) throws(FileError) {
        if try !supersede(path, isReplaced: false) { try files.remove(path) }
    }

    func syncDirectory(_ directory: String) throws(FileError) {
        do throws(FileError) {
            return try files.syncDirectory(directory)
        } catch {
            // It opens the folder, and did nothing yet.
            guard error.code == .tooManyOpenFiles else { throw error }
        }
        limit.closeIdle()
        try files.syncDirectory(directory)
    }

    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }

    var bootID: String? { files.bootID }

    func watch(_ path: String, onChange: @escaping @Sendable () -> Void) throws(FileError) -> (any FileWatch)? {
        try files.watch(path, onChange: onChange)
    }

    /// Opens a file, and closes others first when the process has no descriptor left.
    private func openNow(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        do throws(FileError) {
            return try files.open(path, mode)
        } catch {
            guard error.code == .tooManyOpenFiles else { throw error }
        }
        limit.closeIdle()
        return try files.open(path, mode)
    }

    // MARK: Other processes

    /// Waits until the names are gone under which superseded files were kept that nobody holds any more, and those that were
    /// replaced are closed.
    func finishRemovals() { nameRemovals.sync {} }

    /// Whether another process may remove the name of a file or give it to another one.
    var isShared: Bool { shared.load(ordering: .acquiring) }

    /// The number that the next file gets: those that are open have smaller ones.
    var nextFile: Int { lastNumber.load(ordering: .relaxed) + 1 }

    private func nextNumber() -> Int { lastNumber.add(1, ordering: .relaxed).newValue }

    /// Has a function called with the number of each file that turns out to be replaced.
    func reportSuperseded(to report: @escaping @Sendable (Int) -> Void) {
        onSuperseded.withLock { $0 = report }
    }

    /// Lets other processes have the store: before the lock is given back, as it notes what each file is told by.
    func share() {
        guard !isShared else { return }
        held.withLock { held in
            for entry in held.values.joined() {
                let isNoted = entry.state.withLock { $0.isHeld || $0.isSuperseded || $0.noteIdentity() }
                if isNoted { continue }
                // One that cannot be looked at now is not read again.
                guard let handle = try? openNow(entry.path, .read) else { continue }
                // The same.
                let identity = try? FileIdentity(of: handle)
                handle.close()
                entry.state.withLock { $0.identity = identity }
            }
        }
        shared.store(true, ordering: .releasing)
    }

    /// Takes the store back: what was opened before is looked at all the same when it is opened again.
    func unshare() { shared.store(false, ordering: .releasing) }

    /// Keeps the descriptors of files that have been replaced, which is all that leads to them, as long as others can do
    /// with less.
    ///
    /// - Parameter number: Files before this one were opened for an earlier state of the store, the others for the
    ///   present one.
    func keepSuperseded(before number: Int) {
        held.withLock { held in
            for entries in held.values {
                let new = entries.last { $0.number >= number }
                for entry in entries where entry.number < number && isSuperseded(entry, by: new) {
                    guard limit.keepSuperseded() else { return }
                    let isOpen = entry.state.withLock { state in
                        state.isSuperseded = state.handle != nil
                        return state.isSuperseded
                    }
                    if !isOpen { limit.forgetSuperseded() }
                }
            }
        }
    }

    private func isSuperseded(_ old: StoreFile.Entry, by new: StoreFile.Entry?) -> Bool {
        let identity = old.state.withLock { state in
            state.handle != nil && !state.isSuperseded && state.noteIdentity() ? state.identity : nil
        }
        guard let identity else { return false }
        guard let new else { return true }
        guard let handle = new.use() else { return new.state.withLock { $0.identity } != identity }
        defer { new.letGo(limit) }
        // One that cannot be looked at takes its turn with the others.
        return ((try? identity.isFound(in: handle)) ?? true) == false
    }

    /// Opens a file by the name that it had, if that still leads to it.
    private func openAgain(_ entry: StoreFile.Entry) throws(FileError) -> any OpenFile {
        let (path, identity) = entry.state.withLock { ($0.path, $0.identity) }
        guard identity != nil || isShared else { return try openNow(path, .read) }
        let superseded = FileError(.snapshotSuperseded, path: path, operation: "read")
        let handle: any OpenFile
        do throws(FileError) {
            handle = try openNow(path, .read)
        } catch {
            throw error.code == .fileMissing ? superseded : error
        }
        do throws(FileError) {
            if let identity, try identity.isFound(in: handle) { return handle }
        } catch {
            handle.close()
            throw error
        }
        handle.close()
        throw superseded
    }

    // MARK: Files that are held

    /// Opens a file again for one more user.
    func open(_ entry: StoreFile.Entry) throws(FileError) -> any OpenFile {
        limit.reserve()
        do throws(FileError) {
            let (handle, isNew) = try held.withLock { _ throws(FileError) in
                // Another thread may have come first, one that removes the name included.
                if let handle = entry.use() { return (handle, false) }
                let handle = try openAgain(entry)
                entry.state.withLock { state in
                    state.handle = handle
                    state.users += 1
                    state.wasUsed = true
                }
                return (handle, true)
            }
            if isNew { limit.add(entry) } else { limit.cancel() }
            return handle
        } catch {
            limit.cancel()
            if error.code == .snapshotSuperseded { onSuperseded.withLock { $0 }?(entry.number) }
            throw error
        }
    }

    /// Forgets a file that nobody holds any more.
    func forget(_ entry: StoreFile.Entry) {
        held.withLock { $0.forget(entry) }
        let (handle, isSuperseded) = entry.state.withLock { state in
            state.keptName = nil
            return (state.handle.take(), state.isSuperseded)
        }
        guard isSuperseded else {
            limit.remove(entry)
            handle?.close()
            return
        }
        // Closing it is what removes the file from the disk, and whoever let go of it may be a commit or a reader.
        let close: @Sendable () -> Void = { [limit] in
            handle?.close()
            limit.forgetSuperseded()
            limit.remove(entry)
        }
        // Of a large one that takes ten milliseconds, for which nobody is to lose a core. Small ones come by the dozen,
        // and their descriptors are needed. One whose size cannot be told passes for a large one.
        let isSmall = (try? handle?.size()).map { $0 <= Self.closedAtOnce } ?? false
        if isSmall { DispatchQueue.global(qos: .utility).async(execute: close) } else { removal.async(close) }
    }

    /// Keeps a file readable for those who hold it, before its name is removed or given to another.
    ///
    /// - Returns: Whether the name is free already.
    private func supersede(_ path: String, isReplaced: Bool) throws(FileError) -> Bool {
        let isDone = try held.withLock { held throws(FileError) in
            for entry in held[path] ?? [] {
                guard try keepOpen(entry) else { return false }
                held.forget(entry)
            }
            return true
        }
        if isDone { return false }
        let number = String(SystemRandomSource().next(), radix: 16)
        let name = "\(path).\(Self.process)-\(number)\(Self.keptSuffix)"
        if isReplaced { try copy(path, to: name) }
        try held.withLock { held throws(FileError) in
            if !isReplaced { try files.move(path, to: name) }
            let kept = KeptName(name, on: files, removals: nameRemovals)
            guard let entries = held.removeValue(forKey: path) else { return }
            for entry in entries {
                entry.state.withLock { state in
                    state.path = name
                    state.keptName = kept
                }
            }
            held[name] = entries
        }
        return !isReplaced
    }

    /// Has a file that is held keep its descriptor until nobody holds it; false when too many do.
    private func keepOpen(_ entry: StoreFile.Entry) throws(FileError) -> Bool {
        guard limit.keepSuperseded() else { return false }
        let isOpen = entry.state.withLock { state in
            state.isSuperseded = state.handle != nil
            return state.isSuperseded
        }
        if isOpen { return true }
        do throws(FileError) {
            let handle = try openAgain(entry)
            entry.state.withLock { state in
                state.handle = handle
                state.isSuperseded = true
            }
        } catch {
            limit.forgetSuperseded()
            // Somebody else has removed it, and then there is nothing to keep.
            if [.fileMissing, .snapshotSuperseded].contains(error.code) { return true }
            throw error
        }
        limit.addAtOnce(entry)
        return true
    }

    /// Copies a file that is about to lose its name to another one.
    private func copy(_ path: String, to name: String) throws(FileError) {
        let source = try openNow(path, .read)
        defer { source.close() }
        let copy = try openNow(name, .replace)
        defer { copy.close() }
        do throws(FileError) {
            var offset = 0
            while true {
                let bytes = try source.read(at: offset, count: Self.copiedAtOnce)
                if bytes.isEmpty { return }
                try copy.write(bytes, at: offset)
                offset += bytes.count
            }
        } catch {
            // One that stays only takes up room, and the next opening removes it.
            try? files.remove(name)
            throw error
        }
    }
}

extension [String: [StoreFile.Entry]] {
    fileprivate mutating func forget(_ entry: StoreFile.Entry) {
        let path = entry.path
        self[path]?.removeAll { $0 === entry }
        if self[path]?.isEmpty == true { self[path] = nil }
    }
}
