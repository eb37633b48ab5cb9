public import Foundation

/// The store of media files that are kept for favourites and packs.
///
/// It is no cache: a file is deleted only with the last post that holds it, that is when the post is no favourite and
/// in no pack any more, when it is evicted, or when downloads are cleared.
///
/// Contract:
/// - A file is there complete or not at all, also after `kill -9` and power loss: every file of ``files(of:)`` can be
///   opened.
/// - What a post holds is committed in one batch with the change of the post.
/// - The name of a file is a hash, so that no link can name a file outside the folder.
/// - ``sweep()`` deletes files in the folder that no post holds, except parts of downloads that can be resumed.
/// - Safe from any thread; the work is done on threads of its own.
///
/// It has nine requirements because the records and the files have to change together.
public protocol OfflineMediaProvider: Sendable {
    /// Finds a kept file by its link.
    ///
    /// - Parameter link: The link as posts have it.
    /// - Returns: The file; `nil` when it is not kept.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func file(for link: ResourceLink) async throws -> MediaFile?

    /// Finds the kept files of some posts.
    ///
    /// - Parameter ids: The posts' ids.
    /// - Returns: The files of each post that holds any; thumbnails first, then by link.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]]

    /// Reserves the path for the download of a link, where ``keep(_:for:as:at:)`` then finds the file.
    ///
    /// ``sweep()`` leaves what lies there alone until it is kept, for seven days at most.
    ///
    /// - Parameter link: The link as posts have it.
    /// - Returns: A path in the folder, which exists.
    /// - Throws: A ``CodedError`` when the folder cannot be made, or the store cannot be written.
    func place(for link: ResourceLink) async throws -> String

    /// Keeps a file for a post: one that was downloaded to ``place(for:)``, or that is kept already.
    ///
    /// - Parameters:
    ///   - link: The link as posts have it.
    ///   - id: The post that holds it from now on. It should be a favourite or packed: the next ``sweep()`` deletes
    ///     what other posts hold.
    ///   - role: The role of the file in the post; `full` is never replaced by `thumbnail`.
    ///   - date: The current date.
    /// - Returns: The file.
    /// - Throws: A ``CodedError``: `notFound` when no file lies there.
    func keep(_ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date) async throws -> MediaFile

    /// Keeps bytes as a file for a post, such as those of a cached image.
    ///
    /// - Parameters:
    ///   - data: The bytes of the complete file.
    ///   - link: The link as posts have it.
    ///   - id: The post that holds it from now on.
    ///   - role: The role of the file in the post.
    ///   - date: The current date.
    /// - Returns: The file.
    /// - Throws: A ``CodedError`` when the disk fails.
    func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile

    /// Releases the files of posts, and deletes files that no post holds any more.
    ///
    /// - Parameter ids: The posts' ids. A favourite keeps its files.
    /// - Returns: The files that were deleted.
    /// - Throws: A ``CodedError`` when the store cannot be written, and nothing is changed then; or when a file cannot
    ///   be deleted: no post holds it then, and the next ``sweep()`` deletes it.
    func release(_ ids: [Post.ID]) async throws -> FileUsage

    /// Deletes files that no post needs, and forgets files that are gone; call it once when the app starts.
    ///
    /// Files of posts that are neither favourites nor packed are deleted too.
    ///
    /// - Returns: The files that were deleted.
    /// - Throws: A ``CodedError`` when the disk or the store fails.
    func sweep() async throws -> FileUsage

    /// Counts the kept files.
    ///
    /// - Returns: Their number and bytes.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func usage() async throws -> FileUsage

    /// Announces changes of the kept files and of the posts that hold them, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer
    ///   does. The default implementation returns a stream that ends at once.
    func changes() -> AsyncStream<Void>
}

extension OfflineMediaProvider {
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
