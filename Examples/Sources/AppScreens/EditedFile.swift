import Foundation

/// A file in which a person writes a text with a program of their own: nobody else may read it or its folder.
struct EditedFile {
    /// The content of the file when the program has ended.
    enum Content: Equatable {
        case text(String)
        /// It is not UTF-8, or longer than anything that is written here.
        case unusable
        /// There is no such file any more, or nobody may read it.
        case gone
    }

    /// The most bytes that count as a text: nobody writes more.
    private static let longest = 1 << 20

    private let folder: URL
    private let file: URL
    private let written: Data
    /// Its path.
    var path: String { file.path }

    /// Makes a file with a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - name: The name of the file, which editors show.
    /// - Throws: The reason why it cannot be written.
    init(_ text: String, named name: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "lantern-text-\(UUID().uuidString.prefix(8))")
        file = folder.appending(path: name)
        // Editors end each line, the last one too.
        written = Data((text.isEmpty ? "" : text + "\n").utf8)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: written, attributes: [.posixPermissions: 0o600])
        else {
            remove()
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Whether there is something else in it than was written at first.
    var isChanged: Bool { content != Self.content(of: written) }

    /// The content of the file now.
    var content: Content {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer {
                // It was only read.
                try? handle.close()
            }
            return Self.content(of: try handle.read(upToCount: Self.longest + 1) ?? Data())
        } catch {
            return .gone
        }
    }

    private static func content(of data: Data) -> Content {
        guard data.count <= longest, let text = String(validating: data, as: UTF8.self) else { return .unusable }
        return .text(text.last?.isNewline == true ? String(text.dropLast()) : text)
    }

    /// Removes it with its folder.
    func remove() {
        // The system empties its folder of temporary files by itself.
        try? FileManager.default.removeItem(at: folder)
    }
}
