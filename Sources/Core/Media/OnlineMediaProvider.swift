/// A cloud to fetch media files from, straight to the disk.
///
/// Contract:
/// - The file appears whole or not at all; a part that a kill or a cancellation left is gone on from where the server
///   allows.
/// - It is polite: it waits for its host's turn, and repeats what may be repeated.
/// - Cancelling the calling task ends the request, keeps the part, and throws `CancellationError`.
public protocol OnlineMediaProvider: Sendable {
    /// Fetches a file, or what is missing of it.
    ///
    /// - Parameters:
    ///   - link: The link as its post holds it.
    ///   - path: Where the file goes: ``OfflineMediaProvider/place(for:)``.
    ///   - maximumBytes: The largest file that is taken.
    ///   - priority: Who waits.
    ///   - progress: Hears how many bytes are there; quick, and on any thread.
    /// - Returns: The bytes of the file.
    /// - Throws: ``NetworkError``, code `tooLarge` for what is larger; ``FileError``; ``DataError`` with the code
    ///   `invalidInput` for what cannot be asked for; `CancellationError`.
    func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int
}
