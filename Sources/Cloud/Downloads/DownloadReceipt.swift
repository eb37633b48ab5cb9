/// What became of a download that is complete.
public struct DownloadReceipt: Sendable, Hashable {
    /// The file.
    public var path: String
    /// Its length.
    public var bytes: Int
    /// How many of its bytes were there from an earlier attempt; 0 for a file that came whole.
    public var resumedBytes: Int

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: Its length.
    ///   - resumedBytes: How many of its bytes were there from an earlier attempt.
    public init(path: String, bytes: Int, resumedBytes: Int = 0) {
        self.path = path
        self.bytes = bytes
        self.resumedBytes = resumedBytes
    }
}
