import Core

/// Looks whether a file of the journal is whole.
enum JournalCheck {
    /// Reads all of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - length: How many bytes of it count.
    /// - Returns: False when any byte of it is not what was written.
    /// - Throws: `FileError`.
    static func isIntact(_ file: JournalFile, length: Int) throws(FileError) -> Bool {
        let bytes = try file.handle.read(at: 0, count: length)
        return bytes.count == length && JournalScan(bytes, segment: file.segment).verdict == .intact
    }
}
