/// Downloads media files straight to the disk.
///
/// Contract:
/// - The file appears complete or not at all; a part that a kill or a cancellation left is resumed where the server
///   allows it.
/// - It respects the host's rate limit, and retries what may be retried.
/// - Cancelling the calling task ends the request, keeps the part, and throws `CancellationError`.
public protocol OnlineMediaProvider: Sendable {
    /// Downloads a file, or what is missing of it.
    ///
    /// - Parameters:
    ///   - link: The link as its post has it.
    ///   - path: The path of the file: ``OfflineMediaProvider/place(for:)``.
    ///   - maximumBytes: The largest file that is downloaded.
    ///   - priority: The priority of the request.
    ///   - progress: Receives the number of bytes that have arrived, on any thread; it should return quickly.
    /// - Returns: The bytes of the file.
    /// - Throws: ``NetworkError``, with the code `tooLarge` for a larger file; ``FileError``; ``DataError`` with the
    ///   code `invalidInput` for a link that cannot be requested; `CancellationError`.
    func download(
        _ link: ResourceLink, to path: String, maximumBytes: Int, priority: RequestPriority,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> Int
}
