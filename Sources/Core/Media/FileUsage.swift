/// A number of files, and the bytes that they have together.
public struct FileUsage: Hashable, Sendable, Codable {
    /// How many files.
    public var files: Int
    /// Their bytes.
    public var bytes: Int

    /// Creates a number.
    ///
    /// - Parameters:
    ///   - files: How many files.
    ///   - bytes: Their bytes.
    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }

    /// Adds two numbers.
    ///
    /// - Parameters:
    ///   - left: One.
    ///   - right: The other one.
    /// - Returns: Both together.
    public static func + (left: FileUsage, right: FileUsage) -> FileUsage {
        FileUsage(files: left.files + right.files, bytes: left.bytes + right.bytes)
    }
}
