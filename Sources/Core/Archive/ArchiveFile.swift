import Foundation

/// An archive as a file: written whole or not at all, and read only when it is whole.
///
/// Its work runs on a thread of its own.
public struct ArchiveFile: Sendable {
    /// Where the file is.
    public let path: String
    private let files: any FileSystem
    private let worker = FileWorker("Lantern.ArchiveFile")

    /// Names a file; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: Where the file is, or is to be.
    ///   - files: The disk; the registered one by default, else the system's.
    public init(
        path: String,
        files: any FileSystem = Dependency.resolve(
            (any FileSystem).self, default: LocalFileSystem())
    ) {
        self.path = path
        self.files = files
    }

    /// Writes an archive, synced, with mode 0600; a file that has the name is replaced in one step.
    ///
    /// On the way `.NAME.lantern` lies beside it.
    ///
    /// - Parameter archive: The archive.
    /// - Returns: How many bytes the file has.
    /// - Throws: ``FileError``; the file that had the name is unchanged then, and nothing else is left behind.
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
    /// - Parameter maximumBytes: How many bytes it may have; ``ArchiveCoder/maximumBytes`` by default. Of a larger file
    ///   nothing is read.
    /// - Returns: The archive.
    /// - Throws: ``FileError``, with the code `fileMissing` when there is no such file; ``DataError`` with an
    ///   ``ArchiveRefusal`` as its `underlying` for one that is refused.
    public func read(maximumBytes: Int = ArchiveCoder.maximumBytes) async throws -> Archive {
        let (path, files) = (path, files)
        return try await worker.run {
            let file = try files.open(path, .read)
            defer { file.close() }
            let size = try file.size()
            guard size <= maximumBytes else { throw ArchiveRefusal.tooLarge(maximumBytes: maximumBytes).error }
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
    /// The same about another path: the one that a person knows.
    fileprivate init(located error: FileError, at path: String) {
        self.init(error.code, path: path, operation: error.operation, errno: error.errno)
    }
}
