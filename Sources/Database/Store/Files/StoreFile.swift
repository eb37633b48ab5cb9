import Core
import Dispatch
import Synchronization

/// A file of a store: it takes a descriptor when it is read, and may lose it to another one in between.
///
/// Whoever holds it can read what it held, also after this process has removed its name or given it to another file:
/// ``StoreFileSystem`` sees to that before it does either. What another process does is noticed when the file is opened
/// again, and reading throws `snapshotSuperseded` then.
final class StoreFile: OpenFile {
    /// The state of the file, for itself and for the ``OpenFileLimit``.
    final class Entry: Sendable {
        /// When a descriptor is given up, if it can be: the first ones before any of the next.
        enum Turn: Sendable, CaseIterable {
            case first, second, last
        }

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
            /// What it is told by when it is opened again by its name, which another process may have given away.
            var identity: FileIdentity?
            /// How much of it is read, where it may grow behind that.
            var knownSize: Int?

            /// Notes what it is told by, as long as it is open; false when that cannot be read.
            mutating func noteIdentity() -> Bool {
                if identity != nil { return true }
                guard let handle else { return false }
                // Without one the file stays open, or is not opened again: nothing unchecked is read.
                identity = try? FileIdentity(of: handle, knownSize: knownSize)
                return identity != nil
            }
        }

        let state: Mutex<State>
        /// A larger one for each file that is opened.
        let number: Int
        /// Whether it was opened beside a process that writes.
        private let isReaders: Bool
        private let isDerived: Bool

        init(_ state: State, number: Int, isReaders: Bool) {
            self.number = number
            self.isReaders = isReaders
            // A merge takes one away at any time, and a segment lasts.
            isDerived = isReaders && !state.path.hasSuffix(".jsonl")
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

        /// Ends what ``use()`` has begun.
        func letGo(_ limit: OpenFileLimit) {
            let isIdle = state.withLock { state in
                state.users -= 1
                return state.users == 0
            }
            if isIdle { limit.noteIdle() }
        }

        /// Gives its descriptor up, to be closed, unless it is needed or was used lately, or it is not its turn.
        func giveUp(_ turn: Turn) -> (any OpenFile)? {
            state.withLock { state in
                guard state.users == 0, turn == self.turn(state) else { return nil }
                guard !state.wasUsed else {
                    state.wasUsed = false
                    return nil
                }
                guard !isReaders || state.noteIdentity() else { return nil }
                state.isSuperseded = false
                return state.handle.take()
            }
        }

        private func turn(_ state: State) -> Turn? {
            if state.isHeld { return nil }
            // Of the writer's own files it has promised that they stay readable; a reader can only try.
            if state.isSuperseded { return isReaders ? .last : nil }
            return isDerived ? .second : .first
        }
    }

    let entry: Entry
    private let system: StoreFileSystem

    init(_ system: StoreFileSystem, _ entry: Entry) {
        self.system = system
        self.entry = entry
    }

    deinit {
        system.forget(entry)
    }

    /// Keeps the descriptor until ``letGo()``.
    func hold() throws(FileError) {
        try use { _ in entry.state.withLock { $0.isHeld = true } }
    }

    /// Lets the descriptor go whenever another file needs it: nothing is written to this one any more, and it was synced.
    func letGo() {
        entry.state.withLock { $0.isHeld = false }
        system.limit.noteIdle()
    }

    /// Notes how much of the file is read from now on.
    ///
    /// - Parameter size: The length up to which it counts, where it may grow behind that; `nil` for all of a sealed one.
    func noteRead(upTo size: Int?) {
        entry.state.withLock { state in
            // One that was given up meanwhile is still told by what was known of it then.
            if state.knownSize != size, state.handle != nil { state.identity = nil }
            state.knownSize = size
        }
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
        defer { entry.letGo(system.limit) }
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
        let handle = entry.state.withLock { state -> (any OpenFile)? in
            state.isHeld = false
            if state.isSuperseded { return nil }
            // Whoever reads it all the same opens it again.
            _ = system.isShared && state.noteIdentity()
            return state.handle.take()
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
        defer { entry.letGo(system.limit) }
        return try body(handle)
    }
}

/// The name of a superseded file that is still read and could not stay open; with it goes the file.
final class KeptName: Sendable {
    let path: String
    private let files: any FileSystem
    private let removals: DispatchQueue

    init(_ path: String, on files: any FileSystem, removals: DispatchQueue) {
        self.path = path
        self.files = files
        self.removals = removals
    }

    deinit {
        // Whoever let go of it may be a commit, which is not to wait for the folder's lock while others rename. One that
        // stays only takes up room, and the next opening removes it.
        removals.async { [files, path] in try? files.remove(path) }
    }
}
