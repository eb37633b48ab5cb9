import Foundation

/// A folder of its own for one test, with a store in it; both go with it.
final class Scratch: Sendable {
    let folder: String

    var store: String { "\(folder)/store" }
    var isStoreThere: Bool { FileManager.default.fileExists(atPath: store) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "deals-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        // A folder that is left behind fails no test.
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Writes a file.
    ///
    /// - Returns: Its path.
    func file(_ bytes: some Sequence<UInt8>, name: String = "deals.jsonl") throws -> String {
        let path = "\(folder)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    func file(_ text: String) throws -> String {
        try file(text.utf8)
    }

    /// Runs the program on this store.
    func deals(_ arguments: String..., input: String? = nil) async throws -> DealsProcess {
        try await DealsProcess.run(arguments + ["--store", store], input: input)
    }

    /// Puts lines into the store.
    @discardableResult
    func ingest(_ text: String, _ arguments: String...) async throws -> DealsProcess {
        try await DealsProcess.run(["ingest", "--from", try file(text), "--store", store] + arguments)
    }

    /// The lines that the program exports.
    func exported() async throws -> [String] {
        try await deals("export").lines
    }
}
