import Core

/// What tells one content of a store's file from any other: its length, and a hash of its first and last bytes.
///
/// Manifests tell segments by the same: one that is written anew has another length or ends with another batch. A
/// generation ends with the hash of its directory, which has those of all its parts.
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
    /// - Returns: True when it has the same length, or a greater one where it may grow, and the same bytes there.
    /// - Throws: `FileError`.
    func isFound(in file: any OpenFile) throws(FileError) -> Bool {
        let found = try file.size()
        guard isGrowing ? found >= size : found == size else { return false }
        return try JournalCheckpoint.identity(of: file, size: size) == hash
    }
}
