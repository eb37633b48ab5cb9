public import Foundation

/// A state store that keeps each value in a file of a directory, replaced as a whole.
public final class FileStateStore: StateStore {
    private let directory: String
    private let files: any FileSystem
    private let worker = FileWorker("Lantern.FileStateStore")

    /// Creates a store.
    ///
    /// The directory is created with the first value.
    ///
    /// - Parameters:
    ///   - directory: The directory of the files, for nothing else.
    ///   - files: The disk; the registered one by default, else the system's.
    public init(
        directory: String,
        files: any FileSystem = Dependency.fileSystem
    ) {
        self.directory = directory
        self.files = files
    }

    public func value(_ name: String) async throws -> Data? {
        let (path, files) = (try path(for: name), files)
        return try await worker.run { try files.contents(of: path).map { Data($0) } }
    }

    public func set(_ value: Data?, for name: String) async throws {
        let (path, directory, files) = (try path(for: name), directory, files)
        try await worker.run {
            if let value {
                try files.makeDirectory(directory)
                try files.replace(path, with: [UInt8](value))
            } else {
                guard try files.contents(of: path) != nil else { return }
                try files.remove(path)
                try files.syncDirectory(directory)
            }
        }
    }

    private func path(for name: String) throws -> String {
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
        guard (1...64).contains(name.utf8.count), name.first != ".", !name.hasSuffix(".new"),
            name.utf8.allSatisfy(allowed.contains)
        else {
            throw DataError(
                .invalidInput,
                message:
                    "'\(name)' is no name for a value. It is 1 to 64 of A-Z a-z 0-9 . _ and -, and does not end in .new."
            )
        }
        return "\(directory)/\(name)"
    }
}
