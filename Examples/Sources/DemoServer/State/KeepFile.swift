import Foundation

/// The file that a server keeps its state in.
///
/// A state is written beside it, synced and put in its place in one step, so that a kill leaves the old or the new one
/// whole. Several processes may use the same file at the same time: a change is made under a lock beside it
/// (`FILE.lock`), to what the file says then.
struct KeepFile: Sendable {
    /// Tells one written state from the next.
    struct Stamp: Sendable, Equatable {
        fileprivate let inode: UInt64
        fileprivate let size: Int64
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int
    }

    private static let format = "lantern-demo 1"

    let path: String
    /// The seed of the site whose ids the file may speak of.
    let seed: UInt64

    /// Does something while no other process changes the file; waits for one that does.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("lock") }
        }
        return try body()
    }

    /// The stamp of the file; nil when there is none.
    var stamp: Stamp? {
        var status = stat()
        return stat(path, &status) == 0 ? Stamp(status) : nil
    }

    /// The state; nil when there is no file.
    func read() throws -> (state: KeptState, stamp: Stamp)? {
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
            throw DemoServerError.cannotKeep(path: path, reason: error.localizedDescription)
        }
        return (try decoded(data), Stamp(status))
    }

    /// Writes a state so that it is on the disk when this returns.
    ///
    /// - Parameter state: The state.
    /// - Returns: The stamp of the file that it is in.
    /// - Throws: ``DemoServerError`` where it cannot be written; the file is then as it was.
    func write(_ state: KeptState) throws -> Stamp {
        let new = path + ".new"
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write") }
        defer { close(descriptor) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        do {
            try handle.write(contentsOf: encoded(state))
            try handle.synchronize()
        } catch {
            throw DemoServerError.cannotKeep(path: path, reason: error.localizedDescription)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, rename(new, path) == 0 else { throw failure("write") }
        try syncFolder()
        return Stamp(status)
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
    private func encoded(_ state: KeptState) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(state)
        return Data("\(Self.format) \(Self.checksum(of: json)) \(json.count)\n".utf8) + json
    }

    private func decoded(_ data: Data) throws -> KeptState {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw damage("it has no first line") }
        let line = String(decoding: data[..<end], as: UTF8.self)
        let json = Data(data[data.index(after: end)...])
        guard line.hasPrefix(Self.format + " ") else { throw damage("it does not begin with '\(Self.format)'") }
        guard line == "\(Self.format) \(Self.checksum(of: json)) \(json.count)" else {
            throw damage("its checksum is wrong")
        }
        let state: KeptState
        do {
            state = try JSONDecoder().decode(KeptState.self, from: json)
        } catch {
            throw damage("it cannot be read: \(error)")
        }
        guard state.seed == seed else {
            throw DemoServerError.cannotKeep(
                path: path, reason: "it is of the site with the seed \(state.seed), and this one has \(seed)")
        }
        return state
    }

    private static func checksum(of json: Data) -> String {
        String(StableHash.fnv1a(json), radix: 16)
    }

    private func damage(_ reason: String) -> DemoServerError {
        .damagedFile(path: path, reason: reason)
    }

    private func failure(_ operation: String) -> DemoServerError {
        .cannotKeep(path: path, reason: "\(operation): \(String(cString: strerror(errno)))")
    }
}

extension KeepFile.Stamp {
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
