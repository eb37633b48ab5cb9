import Foundation

/// The file that a server keeps its state in.
///
/// A state is written beside it, synced and put in its place in one step, so that a kill leaves the old or the new one
/// whole. Several processes may use the same file at the same time: a change is made under a lock beside it
/// (`FILE.lock`), to what the file says then.
package struct KeepFile<State: Codable & Sendable>: Sendable {
    /// The path of the file; `PATH.lock` and, for a moment, `PATH.new` are beside it.
    package let path: String
    /// The words that it begins with, which tell what is in it and in which version.
    private let format: String
    /// Says what is wrong with a state that cannot be gone on from; nil for nothing.
    private let complaint: @Sendable (State) -> String?

    /// A file, whether it is there or not.
    ///
    /// - Parameters:
    ///   - path: Its path, in a folder that is there.
    ///   - format: The words that it begins with.
    ///   - complaint: What is wrong with a state that is whole and yet cannot be gone on from; nil for nothing.
    package init(path: String, format: String, complaint: @escaping @Sendable (State) -> String? = { _ in nil }) {
        self.path = path
        self.format = format
        self.complaint = complaint
    }

    /// Does something, and returns what came of it, while no other process changes the file; waits for one that does.
    package func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("lock") }
        }
        return try body()
    }

    /// The stamp of the file; nil when there is none.
    package var stamp: KeepStamp? {
        var status = stat()
        return stat(path, &status) == 0 ? KeepStamp(status) : nil
    }

    /// Returns the state; nil when there is no file.
    ///
    /// - Throws: ``KeepError`` for a file that is damaged, or that cannot be read or gone on from.
    package func read() throws -> (state: State, stamp: KeepStamp)? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read")
        }
        defer { close(descriptor) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read") }
        let data: Data
        do {
            data = try handle.readToEnd() ?? Data()
        } catch {
            throw KeepError.cannotKeep(path: path, reason: error.localizedDescription)
        }
        return (try decoded(data), KeepStamp(status))
    }

    /// Writes a state so that it is on the disk when this returns.
    ///
    /// - Parameter state: The state.
    /// - Returns: The stamp of the file that it is in.
    /// - Throws: ``KeepError`` where it cannot be written; the file is then as it was.
    package func write(_ state: State) throws -> KeepStamp {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write") }
        defer { close(descriptor) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try handle.write(contentsOf: encoded(state))
            try handle.synchronize()
        } catch {
            throw KeepError.cannotKeep(path: path, reason: error.localizedDescription)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, rename(new, path) == 0 else { throw failure("write") }
        try syncFolder()
        return KeepStamp(status)
    }

    private func syncFolder() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("sync") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("sync") }
    }

    // MARK: Format

    /// A line with the format, a checksum and a length, and then JSON.
    private func encoded(_ state: State) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(state)
        return Data("\(format) \(Self.checksum(of: json)) \(json.count)\n".utf8) + json
    }

    private func decoded(_ data: Data) throws -> State {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw damage("it has no first line") }
        let line = String(decoding: data[..<end], as: UTF8.self)
        let json = Data(data[data.index(after: end)...])
        guard line.hasPrefix(format + " ") else { throw damage("it does not begin with '\(format)'") }
        guard line == "\(format) \(Self.checksum(of: json)) \(json.count)" else {
            throw damage("its checksum is wrong")
        }
        let state: State
        do {
            state = try JSONDecoder().decode(State.self, from: json)
        } catch {
            throw damage("it cannot be read: \(error)")
        }
        if let complaint = complaint(state) { throw KeepError.cannotKeep(path: path, reason: complaint) }
        return state
    }

    private static func checksum(of json: Data) -> String {
        String(StableHash.fnv1a(json), radix: 16)
    }

    private func damage(_ reason: String) -> KeepError {
        .damaged(path: path, reason: reason)
    }

    private func failure(_ operation: String) -> KeepError {
        .cannotKeep(path: path, reason: "\(operation): \(String(cString: strerror(errno)))")
    }
}

/// Tells one written state from the next.
package struct KeepStamp: Sendable, Equatable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #else
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #endif
    }
}
