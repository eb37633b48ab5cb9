import Foundation
import Testing

/// The project's own files, for rules that can be read from them.
enum SourceFiles {
    struct File {
        let path: String
        /// The lines without those that are comments.
        let code: String
    }

    static func all(in folder: String) throws -> [File] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let base = root.appending(path: folder)
        let urls = try #require(FileManager.default.enumerator(at: base, includingPropertiesForKeys: nil))
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        try #require(!urls.isEmpty, "\(base.path)")
        return try urls.map { url in
            let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
                .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
            return File(path: url.path, code: lines.joined(separator: "\n"))
        }
    }
}
