import Core

/// The files of a folder and of those in it, with their sizes.
struct StorageScan: Sendable {
    struct File: Sendable {
        /// Its path in the folder.
        let path: String
        let bytes: Int
    }

    let files: any FileSystem
    /// Deeper folders are not looked into: a link may lead in a circle.
    private static let largestDepth = 16

    /// Finds all files; one that vanishes meanwhile is not there.
    ///
    /// - Parameter directory: The folder; one that is not there has no files.
    /// - Returns: The files, in no order.
    /// - Throws: ``FileError``.
    func list(_ directory: String) throws(FileError) -> [File] {
        var found: [File] = []
        try visit(directory, in: "", depth: 0, &found)
        return found
    }

    private func visit(
        _ directory: String, in prefix: String, depth: Int, _ found: inout [File]
    ) throws(FileError) {
        for name in try files.list(directory) {
            let path = "\(directory)/\(name)"
            if let bytes = try size(of: path) {
                found.append(File(path: prefix + name, bytes: bytes))
            } else if depth < Self.largestDepth {
                try visit(path, in: "\(prefix)\(name)/", depth: depth + 1, &found)
            }
        }
    }

    /// The length of a file; nil for a folder, and for what is not there any more: as a folder that has no files.
    private func size(of path: String) throws(FileError) -> Int? {
        do throws(FileError) {
            _ = try files.list(path)
            return nil
        } catch {
            // What cannot be listed is a file, or says why when it is opened.
            guard error.code == .diskFailure else { throw error }
        }
        do throws(FileError) {
            let file = try files.open(path, .read)
            defer { file.close() }
            return try file.size()
        } catch {
            if error.code == .fileMissing { return nil }
            throw error
        }
    }
}
