import Core
import Foundation

/// The folder of kept files, with blocking access.
///
/// A file's name is `HASH`: half the SHA-256 of its link and the link's site, 32 hexadecimal digits. It has no
/// extension, because nothing that a stranger wrote may decide how a file is opened. Beside it may be `HASH.new`,
/// `HASH.part` and `HASH.part.json` while it is downloaded.
struct MediaFolder: Sendable {
    let path: String
    let files: any FileSystem

    /// A parsed name in the folder; nil for names that Lantern did not make.
    struct Name: Hashable, Sendable {
        let text: String
        /// The id of the file that it belongs to.
        let file: String
        /// Whether it is the file itself.
        var isWhole: Bool { text == file }

        init?(_ text: String) {
            let file = text.prefix { $0 != "." }
            guard file.utf8.count == 32, file.utf8.allSatisfy(Self.isDigit),
                MediaFolder.endings.contains(String(text[file.endIndex...]))
            else { return nil }
            self.text = text
            self.file = String(file)
        }

        /// The names of a file and of all that may be beside it; the description of a part before the part.
        static func all(of file: String) -> [Name] {
            MediaFolder.endings.reversed().compactMap { Name(file + $0) }
        }

        private static func isDigit(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
    }

    /// The endings of the file itself, of its draft, and of a download's parts.
    private static let endings = ["", ".new", ".part", ".part.json", ".part.json.new"]

    /// The id of a link's file: a hash that cannot be forged, so that no link takes another's file.
    ///
    /// A line feed separates the site and the text, as neither has one.
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

    /// The names in the folder that Lantern made.
    func names() throws(FileError) -> [Name] {
        try files.list(path).compactMap(Name.init).sorted { $0.text < $1.text }
    }

    func write(_ data: Data, to id: String) throws(FileError) {
        // Synced, because the record names a complete file.
        try files.replace(path(of: id), with: [UInt8](data))
    }

    /// Deletes a file.
    ///
    /// - Returns: The deleted file; none where it was not there.
    func remove(_ name: Name) throws(FileError) -> FileUsage {
        guard let bytes = try size(of: name.text) else { return FileUsage() }
        try files.remove("\(path)/\(name.text)")
        return FileUsage(files: 1, bytes: bytes)
    }
}
