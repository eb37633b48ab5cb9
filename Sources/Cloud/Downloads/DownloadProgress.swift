/// How far a download has come.
public struct DownloadProgress: Sendable, Hashable {
    /// The bytes on the disk, with those of earlier attempts that it goes on from.
    public var receivedBytes: Int
    /// The bytes of the whole file; `nil` when the server does not say.
    public var totalBytes: Int?

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - receivedBytes: The bytes on the disk.
    ///   - totalBytes: The bytes of the whole file.
    public init(receivedBytes: Int, totalBytes: Int? = nil) {
        self.receivedBytes = receivedBytes
        self.totalBytes = totalBytes
    }

    /// The part that is there, 0 to 1; `nil` when nobody knows.
    public var fraction: Double? {
        totalBytes.map { $0 > 0 ? min(1, Double(receivedBytes) / Double($0)) : 1 }
    }
}
