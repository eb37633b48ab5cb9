public import Foundation

/// A provider of files that are to be uploaded: it copies them into the store's own files, where they survive.
///
/// Contract:
/// - When ``keep(_:name:type:)`` returns, the copy survives the process and power loss.
/// - A copy stays while an unsent item or a draft has it, and is removed after both are gone: what was sent, given up and
///   not kept as a draft, or belonged to an account that was removed. One that nothing ever had is removed at the next
///   launch.
/// - In a process that only reads the store, keeping throws ``DataError`` with the code `storeBusy`.
/// - Safe from any thread; the disk's work is done on a thread of its own.
public protocol UploadProvider: Sendable {
    /// How much of each unsent item's files was uploaded, for the items that have some; by the ids of the items.
    var progress: ObservableValue<[OutboxItem.ID: UploadProgress]> { get }

    /// Copies the bytes of a file.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - name: The name that the file has.
    ///   - type: The media type, such as `image/jpeg`.
    /// - Returns: The description of the copy.
    /// - Throws: A ``CodedError`` when the copy cannot be stored, and none is left then.
    func keep(_ data: Data, name: String, type: String) async throws -> UploadFile

    /// Reads a copy.
    ///
    /// - Parameter file: The description of it.
    /// - Returns: The bytes.
    /// - Throws: ``DataError`` with the code `fileMissing` where it is not there, such as a file of a draft that an archive
    ///   brought from another device; a ``CodedError`` when it cannot be read or is damaged.
    func data(of file: UploadFile) async throws -> Data
}

/// How much of something's files was uploaded.
public struct UploadProgress: Hashable, Sendable {
    /// The number of bytes that the server has, and of those that are on their way: no more than ``byteCount``.
    public var sentByteCount: Int
    /// The number of bytes of all files.
    public var byteCount: Int

    /// Creates a progress.
    ///
    /// - Parameters:
    ///   - sentByteCount: The number of bytes that were sent.
    ///   - byteCount: The number of bytes of all files.
    public init(sentByteCount: Int, byteCount: Int) {
        self.sentByteCount = sentByteCount
        self.byteCount = byteCount
    }

    /// The part that was sent, from 0 to 1.
    public var fraction: Double { byteCount > 0 ? min(1, Double(sentByteCount) / Double(byteCount)) : 1 }
}
