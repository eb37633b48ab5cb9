/// Sees to it that the files of posts are on the device: what packs and favourites keep their media by.
///
/// ``MediaKeeper`` is the one that an app registers.
///
/// Contract:
/// - What is kept already is only held for the post, and what an image cache has is taken from there; nothing is fetched
///   twice, also when two posts that share a file are kept at the same time, and after a kill.
/// - While the setting `downloadPolicy` is `never`, nothing is fetched, whoever asks.
/// - What a call has kept stays, however it ends.
/// - Safe from any thread.
public protocol MediaProvider: Sendable {
    /// Keeps the files of a post, as ``MediaPlan`` says which.
    ///
    /// - Parameters:
    ///   - post: The post as it is stored.
    ///   - roles: Which of its files.
    ///   - maximumBytes: The largest file that is brought onto the device.
    ///   - priority: Who waits.
    /// - Returns: What came, and what cannot be had: gone, too large, refused; `waiting` where there is no cloud, or
    ///   the person wants no media downloaded.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    func keep(
        _ post: Post, _ roles: Set<MediaRole>, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt

    /// Keeps some files of a post: what packs ask for, one by one, to keep to their bytes.
    ///
    /// - Parameters:
    ///   - items: Which files, as ``MediaPlan`` names them.
    ///   - post: The post that holds them from now on.
    ///   - maximumBytes: The largest file that is brought onto the device.
    ///   - priority: Who waits.
    /// - Returns: What came, and what cannot be had.
    /// - Throws: `CancellationError`; ``DataError`` when the network, the disk or the store fails.
    func keep(
        _ items: [MediaPlan.Item], of post: Post.ID, maximumBytes: Int, priority: RequestPriority
    ) async throws -> MediaReceipt

    /// Keeps what is missing of the media of all favourites.
    ///
    /// They are fetched by any network, as the mark was the person's, unless the setting `downloadPolicy` is `never`;
    /// what is on the device already is kept in any case. Of calls at the same time one does the work.
    ///
    /// - Returns: What came, and what is not there.
    /// - Throws: `CancellationError`; ``DataError`` when something failed that may go well later; everything else was done
    ///   all the same.
    @discardableResult
    func keepFavourites() async throws -> MediaReceipt
}
