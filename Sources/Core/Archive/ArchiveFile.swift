import Foundation

/// An archive file: written completely or not at all, and read only when it is complete.
///
/// It reads and writes on a thread of its own.
public struct ArchiveFile: Sendable {
    /// The path of the file.
    package let path: String
    private let files: any FileSystem
    private let worker = FileWorker("Lantern.ArchiveFile")

    /// Creates a reference to a file; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - files: The file system; the registered one by default, else the system's.
    public init(
        path: String,
        files: any FileSystem = Dependency.fileSystem
    ) {
        self.path = path
        self.files = files
    }

    /// Writes an archive, synced, with mode 0600; an existing file is replaced in one step.
    ///
    /// It is written as `.NAME.lantern` first, beside the file.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: The size of the file in bytes.
    /// - Throws: ``FileError``; an existing file is unchanged then, and nothing is left behind.
    public func write(_ archive: Archive) async throws -> Int {
        let (path, files) = (path, files)
        return try await worker.run {
            let data = try ArchiveCoder.encode(archive)
            let (folder, name) = Self.parts(of: path)
            let draft = "\(folder)/.\(name).lantern"
            do throws(FileError) {
                try Self.write([UInt8](data), to: draft, on: files)
                try files.move(draft, to: path)
            } catch {
                // What stays behind is an unfinished draft, which the next export writes anew.
                try? files.remove(draft)
                throw FileError(located: error, at: path)
            }
            do throws(FileError) {
                try files.syncDirectory(folder.isEmpty ? "/" : folder)
            } catch {
                // A folder that one may write in but not read cannot be synced; the file is there all the same.
                guard error.code == .permissionDenied else { throw error }
            }
            return data.count
        }
    }

    /// Reads an archive.
    ///
    /// - Parameter maximumBytes: The limit of the file's size, 256 MiB by default; nothing of a larger file is read.
    /// - Returns: The archive.
    /// - Throws: ``FileError``, with the code `fileMissing` when there is no such file; ``DataError`` with an
    ///   ``ArchiveError`` as its `underlying` when the file is no valid archive.
    public func read(maximumBytes: Int = 268_435_456) async throws -> Archive {
        let (path, files) = (path, files)
        return try await worker.run {
            let file = try files.open(path, .read)
            defer { file.close() }
            let size = try file.size()
            guard size <= maximumBytes else { throw ArchiveError.tooLarge(maximumBytes: maximumBytes).error }
            return try ArchiveCoder.decode(Data(try file.read(at: 0, count: size)), maximumBytes: maximumBytes)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String, on files: any FileSystem) throws(FileError) {
        let file = try files.open(path, .replace)
        defer { file.close() }
        try file.write(bytes, at: 0)
        try file.sync()
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "" : String(path[..<slash]), name)
    }
}

extension FileError {
    /// The same error with the path that a person knows.
    fileprivate init(located error: FileError, at path: String) {
        self.init(error.code, path: path, operation: error.operation, errno: error.errno)
    }
}
