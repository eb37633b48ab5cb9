import Foundation
import ServerKit
import Synchronization

/// The bytes of pictures, by their paths: in memory, or in a folder beside the file that the rest is kept in.
final class FileShelf: Sendable {
    private let folder: String?
    private let memory = Mutex<[String: Data]>([:])

    /// A shelf.
    ///
    /// - Parameter folder: The folder; it is made with the first picture. Nil keeps everything in memory.
    init(folder: String? = nil) {
        self.folder = folder
    }

    /// Keeps bytes so that they are on the disk, if they are to be there, when this returns.
    ///
    /// - Throws: ``KeepError`` where they cannot be written.
    func put(_ data: Data, at path: String) throws {
        guard let folder else {
            memory.withLock { $0[path] = data }
            return
        }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let file = "\(folder)/\(Self.name(of: path))"
            try data.write(to: URL(filePath: file + ".new"))
            let handle = try FileHandle(forWritingTo: URL(filePath: file + ".new"))
            try handle.synchronize()
            try handle.close()
            guard rename(file + ".new", file) == 0 else { throw CocoaError(.fileWriteUnknown) }
            try FileHandle(forReadingFrom: URL(filePath: folder)).synchronize()
        } catch {
            throw KeepError.cannotKeep(path: folder, reason: error.localizedDescription)
        }
    }

    /// Returns the bytes of a path; nil where there are none.
    func data(at path: String) -> Data? {
        guard let folder else { return memory.withLock { $0[path] } }
        // A file that cannot be read is one that is not there: the answer is 404.
        return try? Data(contentsOf: URL(filePath: "\(folder)/\(Self.name(of: path))"))
    }

    private static func name(of path: String) -> String {
        path.replacing("/", with: "_")
    }
}
