import Core
import Foundation

/// The folder that kept files lie in; all of it blocks.
///
/// A file is `HASH`: half the SHA-256 of its link and the link's site, 32 hexadecimal digits, and no ending, for nothing
/// that a stranger wrote is to decide how a file is opened. Beside it lie, for a while, `HASH.new`, `HASH.part` and `HASH.part.json`.
struct MediaFolder: Sendable {
    let path: String
    let files: any FileSystem

    /// What a name in the folder stands for; nil for names that are none of ours.
    struct Name: Hashable, Sendable {
        let text: String
        /// The id of the file that it belongs to.
        let file: String
        /// Whether it is the file itself, and nothing beside it.
        var isWhole: Bool { text == file }

        init?(_ text: String) {
            let file = text.prefix { $0 != "." }
            guard file.utf8.count == 32, file.utf8.allSatisfy(Self.isDigit),
                MediaFolder.endings.contains(String(text[file.endIndex...]))
            else { return nil }
            self.text = text
            self.file = String(file)
        }

        /// A file and all that may lie beside it; the note of a part before the part, as it vouches for it.
        static func all(of file: String) -> [Name] {
            MediaFolder.endings.reversed().compactMap { Name(file + $0) }
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    /// The file itself, a draft of it, and what a download leaves.
    private static let endings = ["", ".new", ".part", ".part.json", ".part.json.new"]

    /// The id of a link's file: a hash that nobody can forge, so that no link takes another's place.
    ///
    /// A line feed is between the site and the text, as neither of them has any.
    static func id(of link: ResourceLink) -> String { hash("\(link.site)\n\(link.text)") }

    /// The id that earlier versions gave to the file of a link, whatever its site.
    static func sitelessID(of text: String) -> String { hash(text) }

    private static func hash(_ text: String) -> String {
        Array(SHA256.hash(Data(text.utf8)).prefix(16)).hexadecimal
    }

    func path(of id: String) -> String { "\(path)/\(id)" }

    /// The length of a file; nil when it is not there.
    func size(of name: String) throws(FileError) -> Int? {
        let file: any OpenFile
        do throws(FileError) {
            file = try files.open("\(path)/\(name)", .read)
        } catch {
            if error.code == .fileMissing { return nil }
            throw error
        }
        defer { file.close() }
        return try file.size()
    }

    /// Whether a file is there as it was kept.
    func holds(_ record: MediaRecord) throws(FileError) -> Bool {
        try size(of: record.id) == record.bytes
    }

    /// The names in the folder that are ours.
    func names() throws(FileError) -> [Name] {
        try files.list(path).compactMap(Name.init).sorted { $0.text < $1.text }
    }

    func write(_ data: Data, to id: String) throws(FileError) {
        // Synced, for the record speaks of a whole file.
        try files.replace(path(of: id), with: [UInt8](data))
    }

    /// Removes a file.
    ///
    /// - Returns: What went: nothing where it was not there.
    func remove(_ name: Name) throws(FileError) -> FileUsage {
        guard let bytes = try size(of: name.text) else { return FileUsage() }
        try files.remove("\(path)/\(name.text)")
        return FileUsage(files: 1, bytes: bytes)
    }
}
