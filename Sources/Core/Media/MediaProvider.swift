/// Keeps the media files of posts on the device, for packs and favourites.
///
/// ``DefaultMediaProvider`` is the standard implementation.
///
/// Contract:
/// - A file that is kept already, or is in an image cache, is not downloaded again, also when two posts that share it
///   are kept at the same time, and after a kill.
/// - While the setting `downloadPolicy` is `never`, nothing is downloaded.
/// - What a call has kept stays, however it ends.
/// - Safe from any thread.
public protocol MediaProvider: Sendable {
    /// Keeps the media files of a post; ``PostMediaFiles`` lists them.
    ///
    /// - Parameters:
    ///   - post: The post as it is stored.
    ///   - roles: The roles of the files to keep.
    ///   - maximumBytes: The largest file that is added to the device.
    ///   - priority: The priority of the requests.
    /// - Returns: The files that were kept, and those that are missing: gone, too large or refused; `waiting` where
    ///   there is no network provider, or the download policy is `never`.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt

    /// Keeps single files of a post; packs use it to stay within their byte limit.
    ///
    /// - Parameters:
    ///   - items: The files, as ``PostMediaFiles`` lists them.
    ///   - post: The post that holds them from now on.
    ///   - maximumBytes: The largest file that is added to the device.
    ///   - priority: The priority of the requests.
    /// - Returns: The files that were kept, and those that are missing.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    func keep(
        _ items: [PostMediaFiles.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt

    /// Keeps the missing media files of all favourites.
    ///
    /// They are downloaded over any network, as the person marked them, unless the setting `downloadPolicy` is `never`;
    /// files that are on the device already are kept in any case. Calls at the same time are joined.
    ///
    /// - Returns: The files that were kept, and those that are missing.
    /// - Throws: `CancellationError`; ``DataError`` when a file failed that may succeed later; all other files were
    ///   kept.
    @discardableResult
    func keepFavourites() async throws -> MediaReceipt
}
