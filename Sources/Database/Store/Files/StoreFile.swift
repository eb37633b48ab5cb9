import Core
import Synchronization

/// A file of a store: it takes a descriptor when it is read, and may lose it to another one in between.
///
/// Whoever holds it can read what it held, also after its name was removed or given to another file:
/// ``StoreFileSystem`` sees to that before it does either.
final class StoreFile: OpenFile {
    /// The state of the file, for itself and for the ``OpenFileLimit``.
    final class Entry: Sendable {
        struct State: Sendable {
            var path: String
            var handle: (any OpenFile)?
            /// The number of threads that use the handle now.
            var users = 0
            /// Whether it was used since the limit has last looked.
            var wasUsed = true
            /// It is written, or not known to be on the disk: a sync has to go to the descriptor that it was written by.
            var isHeld: Bool
            /// Its name is gone, and its descriptor is all that leads to it.
            var isSuperseded = false
            /// The name that it has instead of its own.
            var keptName: KeptName?
        }

        let state: Mutex<State>

        init(_ state: State) {
            self.state = Mutex(state)
        }

        var path: String { state.withLock { $0.path } }

        /// Whether somebody uses it, who will have done with it.
        var isRead: Bool { state.withLock { $0.users > 0 && !$0.isHeld && !$0.isSuperseded } }

        /// The descriptor for one more user; nil when it has to be opened first.
        func use() -> (any OpenFile)? {
            state.withLock { state in
                guard let handle = state.handle else { return nil }
                state.users += 1
                state.wasUsed = true
                return handle
            }
        }

        /// Gives its descriptor up, to be closed, unless it is needed or was used lately.
        func giveUp() -> (any OpenFile)? {
            state.withLock { state in
                guard state.users == 0, !state.isHeld, !state.isSuperseded else { return nil }
                guard !state.wasUsed else {
                    state.wasUsed = false
                    return nil
                }
                return state.handle.take()
            }
        }
    }

    let entry: Entry
    private let system: StoreFileSystem

    init(_ system: StoreFileSystem, path: String, handle: any OpenFile, isHeld: Bool) {
        self.system = system
        entry = Entry(Entry.State(path: path, handle: handle, isHeld: isHeld))
    }

    deinit {
        system.forget(entry)
    }

    /// Lets the descriptor go whenever another file needs it: nothing is written to this one any more, and it was synced.
    func letGo() {
        entry.state.withLock { $0.isHeld = false }
        system.limit.noteIdle()
    }

    /// Whether the descriptor has to stay as it is.
    var isHeld: Bool { entry.state.withLock { $0.isHeld } }

    func size() throws(FileError) -> Int {
        try use { handle throws(FileError) in try handle.size() }
    }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try use { handle throws(FileError) in try handle.read(at: offset, count: count) }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        try use { handle throws(FileError) in try handle.read(at: offset, into: buffer) }
    }

    func prefetch(at offset: Int, count: Int) {
        // For advice alone no file is opened.
        guard let handle = entry.use() else { return }
        defer { endUse() }
        handle.prefetch(at: offset, count: count)
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try use { handle throws(FileError) in try handle.write(bytes, at: offset) }
    }

    func truncate(to size: Int) throws(FileError) {
        try use { handle throws(FileError) in try handle.truncate(to: size) }
    }

    func sync() throws(FileError) {
        try use { handle throws(FileError) in try handle.sync() }
    }

    func close() {
        let handle = entry.state.withLock { state in
            state.isHeld = false
            return state.isSuperseded ? nil : state.handle.take()
        }
        guard let handle else { return }
        system.limit.remove(entry)
        handle.close()
    }

    private func use<Result>(
        _ body: (any OpenFile) throws(FileError) -> Result
    ) throws(FileError) -> Result {
        let handle: any OpenFile
        if let open = entry.use() { handle = open } else { handle = try system.open(entry) }
        defer { endUse() }
        return try body(handle)
    }

    private func endUse() {
        let isIdle = entry.state.withLock { state in
            state.users -= 1
            return state.users == 0
        }
        if isIdle { system.limit.noteIdle() }
    }
}

/// The name of a superseded file that is still read and could not stay open; with it goes the file.
final class KeptName: Sendable {
    let path: String
    private let files: any FileSystem

    init(_ path: String, on files: any FileSystem) {
        self.path = path
        self.files = files
    }

    deinit {
        // One that stays only takes up room, and the next opening removes it.
        try? files.remove(path)
    }
}
