import Core
import Mocks
import Synchronization

/// A disk as one process sees it: it can die with the process, and it writes down what would be lost with the power.
///
/// What a process that is gone still tries reaches nothing, so that the store's own threads may end when they like.
final class CrashTestDisk: FileSystem {
    /// Something that was changed and is not durable by itself.
    enum Change: Sendable {
        case create(String, Int)
        case write(Int, offset: Int, [UInt8])
        case truncate(Int, Int)
        case sync(Int)
        case move(String, to: String, Int)
        case remove(String)
        case syncNames(String)
    }

    private struct State: Sendable {
        var isDead = false
        var changes: [Change] = []
        var names: [String: Int] = [:]
        var lastFile = 0
    }

    let files: InMemoryFileSystem
    private let isRecording: Bool
    private let state = Mutex(State())

    init(_ files: InMemoryFileSystem, isRecording: Bool = false) {
        self.files = files
        self.isRecording = isRecording
    }

    var bootID: String? { files.bootID }

    /// Ends the process as `kill -9` does.
    func kill() {
        state.withLock { state in
            state.isDead = true
            files.killProcess()
        }
    }

    /// Takes over the files that are there already, with the numbers that a ``CrashImage`` gives them.
    func adopt() {
        let paths = files.paths
        state.withLock { state in
            for (position, path) in paths.enumerated() { state.names[path] = -1 - position }
        }
    }

    /// Everything that was changed so far, in order.
    var changes: [Change] { state.withLock { $0.changes } }

    /// Does something as long as the process lives, and writes down what it changed.
    fileprivate func perform<Result>(
        _ path: String, _ word: String, _ body: () throws(FileError) -> sending Result,
        _ change: (inout Names) -> [Change]
    ) throws(FileError) -> sending Result {
        try state.withLock { state throws(FileError) in
            guard !state.isDead else { throw FileError(.diskFailure, path: path, operation: word) }
            let result = try body()
            guard isRecording else { return result }
            var names = Names(files: state.names, last: state.lastFile)
            state.changes += change(&names)
            (state.names, state.lastFile) = (names.files, names.last)
            return result
        }
    }

    /// Which file has which name.
    struct Names {
        var files: [String: Int]
        var last: Int

        mutating func file(_ path: String) -> (file: Int, isNew: Bool) {
            if let file = files[path] { return (file, false) }
            last += 1
            files[path] = last
            return (last, true)
        }
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        var number = 0
        let file = try perform(path, "open") { () throws(FileError) in
            try files.open(path, mode)
        } _: { names in
            let (file, isNew) = names.file(path)
            number = file
            if isNew { return [.create(path, file)] }
            return mode == .replace ? [.truncate(file, 0)] : []
        }
        return TrialFile(file, number: number, path: path, disk: self)
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        try perform(directory, "list") { () throws(FileError) in
            try files.list(directory)
        } _: { _ in
            []
        }
    }

    func makeDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "create") { () throws(FileError) in
            try files.makeDirectory(directory)
        } _: { _ in
            []
        }
    }

    func move(_ source: String, to destination: String) throws(FileError) {
        try perform(source, "rename") { () throws(FileError) in
            try files.move(source, to: destination)
        } _: { names in
            guard let file = names.files.removeValue(forKey: source) else { return [] }
            names.files[destination] = file
            return [.move(source, to: destination, file)]
        }
    }

    func remove(_ path: String) throws(FileError) {
        try perform(path, "remove") { () throws(FileError) in
            try files.remove(path)
        } _: { names in
            names.files.removeValue(forKey: path) == nil ? [] : [.remove(path)]
        }
    }

    func syncDirectory(_ directory: String) throws(FileError) {
        try perform(directory, "sync") { () throws(FileError) in
            try files.syncDirectory(directory)
        } _: { _ in
            [.syncNames(directory)]
        }
    }

    func lock(_ path: String) throws(FileError) -> any OpenFile {
        try perform(path, "lock") { () throws(FileError) in
            try files.lock(path)
        } _: { names in
            let (file, isNew) = names.file(path)
            return isNew ? [.create(path, file)] : []
        }
    }
}

/// An open file of a ``CrashTestDisk``.
private final class TrialFile: OpenFile {
    private let file: any OpenFile
    private let number: Int
    private let path: String
    private let disk: CrashTestDisk

    init(_ file: any OpenFile, number: Int, path: String, disk: CrashTestDisk) {
        self.file = file
        self.number = number
        self.path = path
        self.disk = disk
    }

    func size() throws(FileError) -> Int { try file.size() }

    func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { try file.read(at: offset, count: count) }

    func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        try disk.perform(path, "write") { () throws(FileError) in
            try file.write(bytes, at: offset)
        } _: { _ in
            [.write(number, offset: offset, bytes)]
        }
    }

    func truncate(to size: Int) throws(FileError) {
        try disk.perform(path, "cut") { () throws(FileError) in
            try file.truncate(to: size)
        } _: { _ in
            [.truncate(number, size)]
        }
    }

    func sync() throws(FileError) {
        try disk.perform(path, "sync") { () throws(FileError) in
            try file.sync()
        } _: { _ in
            [.sync(number)]
        }
    }

    func close() { file.close() }
}
