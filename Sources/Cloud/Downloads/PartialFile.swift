import Core
import Foundation

/// The files of a download that is not complete: `NAME.part`, and `NAME.part.json` with what it takes to go on.
///
/// The second is only ever written after the bytes that it speaks of were synced, and is removed before they change, so
/// whatever happens in between, power loss included, it never vouches for bytes that are not there. All calls block.
struct PartialFile: Sendable {
    /// The state that is needed to resume.
    struct Record: Codable, Equatable, Sendable {
        /// The URL of the request.
        var url: String
        /// The validator by which the server recognises the file.
        var validator: String
        /// The number of synced bytes.
        var length: Int
        /// The size of the whole file, where it is known.
        var total: Int?
    }

    /// The file that the download is to become.
    let path: String
    let files: any FileSystem

    private var part: String { path + ".part" }
    private var note: String { path + ".part.json" }

    /// The folder of the file; `nil` for the working directory.
    private var directory: String? {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) }
    }

    /// Opens the part, cut to what is known to be good.
    ///
    /// - Parameters:
    ///   - url: What is asked for.
    ///   - maximumBytes: How much is taken; a part that is longer is begun anew.
    /// - Returns: The open file, and its record, or `nil` for a file that is empty.
    /// - Throws: `FileError`.
    func open(_ url: String, maximumBytes: Int) throws(FileError) -> (any OpenFile, Record?) {
        if let directory { try files.makeDirectory(directory) }
        let record = try record(of: url, maximumBytes: maximumBytes)
        if record == nil { try forget() }
        let file = try files.open(part, .readWrite)
        do {
            let size = try file.size()
            guard let record, size >= record.length else {
                try forget()
                try file.truncate(to: 0)
                return (file, nil)
            }
            try file.truncate(to: record.length)
            return (file, record)
        } catch {
            file.close()
            throw error
        }
    }

    /// Syncs what is there and notes it.
    ///
    /// - Parameters:
    ///   - file: The part.
    ///   - record: What to note.
    /// - Throws: `FileError`.
    func keep(_ file: any OpenFile, as record: Record) throws {
        try file.sync()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try files.replace(note, with: [UInt8](try encoder.encode(record)))
    }

    /// Begins anew.
    ///
    /// - Parameter file: The part.
    /// - Throws: `FileError`.
    func empty(_ file: any OpenFile) throws(FileError) {
        try forget()
        try file.truncate(to: 0)
    }

    /// Makes the part the whole file.
    ///
    /// - Parameter file: The part; closed here, unless its name could not be given.
    /// - Throws: `FileError`.
    func complete(_ file: any OpenFile) throws(FileError) {
        try file.sync()
        try files.move(part, to: path)
        // Not before: where the name cannot be given, the part is still to be noted.
        file.close()
        try files.remove(note)
        if let directory { try files.syncDirectory(directory) }
    }

    /// Removes both files.
    ///
    /// - Throws: `FileError`.
    func discard() throws(FileError) {
        try files.remove(note)
        try files.remove(part)
    }

    /// Removes the note, so that it does not come back after a power loss and speak of other bytes.
    private func forget() throws(FileError) {
        guard try files.contents(of: note) != nil else { return }
        try files.remove(note)
        if let directory { try files.syncDirectory(directory) }
    }

    private func record(of url: String, maximumBytes: Int) throws(FileError) -> Record? {
        guard let bytes = try files.contents(of: note), bytes.count <= 1 << 16 else { return nil }
        // A note that cannot be read is none: the file is fetched from its beginning.
        guard let record = try? JSONDecoder().decode(Record.self, from: Data(bytes)) else { return nil }
        guard record.url == url, record.length > 0, record.length <= maximumBytes,
            record.total ?? .max >= record.length,
            record.validator.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
            record.validator.utf8.count <= 256
        else { return nil }
        return record
    }
}
