/// A number of files, and their size in bytes together.
public struct FileUsage: Hashable, Sendable, Codable {
    /// The number of files.
    public var files: Int
    /// The bytes of all of them.
    public var bytes: Int

    /// Creates a usage; none by default.
    ///
    /// - Parameters:
    ///   - files: The number of files.
    ///   - bytes: The bytes of all of them.
    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }

    package static func + (left: FileUsage, right: FileUsage) -> FileUsage {
        FileUsage(files: left.files + right.files, bytes: left.bytes + right.bytes)
    }
}
