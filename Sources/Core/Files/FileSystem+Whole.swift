extension FileSystem {
    /// Returns the whole content of a file.
    ///
    /// - Parameter path: The file.
    /// - Returns: The bytes; `nil` when there is no such file.
    /// - Throws: ``FileError`` when it is there and cannot be read.
    package func contents(of path: String) throws(FileError) -> [UInt8]? {
        let file: any OpenFile
        do throws(FileError) {
            file = try open(path, .read)
        } catch {
            if error.code == .fileMissing { return nil }
            throw error
        }
        defer { file.close() }
        return try file.read(at: 0, count: try file.size())
    }

    /// Replaces a file as a whole: afterwards it has the new content, or after a failure the old one.
    ///
    /// - Parameters:
    ///   - path: The file. `path` with `.new` behind it is used on the way.
    ///   - bytes: The content.
    ///   - isSynced: Whether it has to survive power loss; true by default, and then it costs two syncs.
    /// - Throws: ``FileError``.
    package func replace(_ path: String, with bytes: [UInt8], isSynced: Bool = true) throws(FileError) {
        let draft = path + ".new"
        let file = try open(draft, .replace)
        defer { file.close() }
        try file.write(bytes, at: 0)
        if isSynced { try file.sync() }
        try move(draft, to: path)
        if isSynced, let slash = path.lastIndex(of: "/") { try syncDirectory(String(path[..<slash])) }
    }
}
