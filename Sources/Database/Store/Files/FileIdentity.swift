import Core

/// What tells one content of a store's file from any other: its length, and a hash of its first and last bytes.
///
/// Every batch of a journal and every generation ends with a checksum, so two files that differ anywhere differ there.
struct FileIdentity: Hashable, Sendable {
    let size: Int
    /// Whether the file may be longer by now: the last segment of a journal.
    let isGrowing: Bool
    let hash: UInt64

    /// Takes the identity of an open file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - knownSize: The length up to which it counts, where it may grow behind that; `nil` for all of it.
    /// - Throws: `FileError`.
    init(of file: any OpenFile, knownSize: Int? = nil) throws(FileError) {
        size = if let knownSize { knownSize } else { try file.size() }
        isGrowing = knownSize != nil
        hash = try JournalCheckpoint.identity(of: file, size: size)
    }

    /// Whether an open file is this one.
    ///
    /// - Parameter file: The file, opened again by its name.
    /// - Throws: `FileError`.
    func isFound(in file: any OpenFile) throws(FileError) -> Bool {
        let found = try file.size()
        guard isGrowing ? found >= size : found == size else { return false }
        return try JournalCheckpoint.identity(of: file, size: size) == hash
    }
}
