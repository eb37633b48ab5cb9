public import Foundation

/// The media that are kept on this device for favourites and packs: whole files, each held by posts.
///
/// Other than a cache it lets nothing go by itself. A file goes with the last post that holds it: when the post is no
/// favourite any more and in no pack, when it is evicted, when downloads are cleared.
///
/// Contract:
/// - A file is there whole or not at all, also after `kill -9` and power loss: what ``files(of:)`` names can be opened.
/// - What a post holds is committed in one batch with what changes it.
/// - The name of a file is a hash: nothing of a link can leave the folder.
/// - What lies in the folder and is not held is removed by ``sweep()``, but for parts of downloads that go on.
/// - Safe from any thread; the work is done on threads of its own.
public protocol OfflineMediaProvider: Sendable {
    /// A kept file by its link.
    ///
    /// - Parameter link: The link as posts hold it.
    /// - Returns: The file; `nil` when it is not kept.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func file(for link: ResourceLink) async throws -> MediaFile?

    /// The kept files of some posts.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: For each post that holds any, its files; thumbnails first, then by link.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func files(of ids: [Post.ID]) async throws -> [Post.ID: [MediaFile]]

    /// Where a download of a link is to be put: the path that ``keep(_:for:as:)`` looks at.
    ///
    /// - Parameter link: The link as posts hold it.
    /// What lies there from then on is left alone by ``sweep()`` until it is kept, for seven days at most.
    ///
    /// - Returns: A path in the folder, which is there.
    /// - Throws: A ``CodedError`` when the folder cannot be made, or the store cannot be written.
    func place(for link: ResourceLink) async throws -> String

    /// Keeps a file that lies whole at ``place(for:)``, or is kept already, for a post.
    ///
    /// - Parameters:
    ///   - link: The link as posts hold it.
    ///   - id: The post that holds it from now on. It should be a favourite or packed by then: what others hold goes
    ///     with the next ``sweep()``.
    ///   - role: What the post has it for; one that has a file for what it shows keeps it for that.
    ///   - date: When.
    /// - Returns: The file.
    /// - Throws: A ``CodedError``: `notFound` when no file lies there.
    func keep(_ link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date) async throws -> MediaFile

    /// Keeps bytes that are there already, as from a cache, for a post.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - link: The link as posts hold it.
    ///   - id: The post that holds it from now on.
    ///   - role: What the post has it for.
    ///   - date: When.
    /// - Returns: The file.
    /// - Throws: A ``CodedError`` when the disk fails.
    func keep(
        _ data: Data, as link: ResourceLink, for id: Post.ID, as role: MediaRole, at date: Date
    ) async throws -> MediaFile

    /// Takes from posts what they hold; a file that nobody holds any more is removed.
    ///
    /// - Parameter ids: Which posts. One that is a favourite keeps what it holds.
    /// - Returns: What went.
    /// - Throws: A ``CodedError`` when the store cannot be written, and nothing is changed then; or when a file cannot be
    ///   removed: it is held by nobody then, and goes with the next ``sweep()``.
    func release(_ ids: [Post.ID]) async throws -> FileUsage

    /// Removes files that nobody holds and forgets files that are gone; worth calling once at the start of an app.
    ///
    /// What posts hold that are neither favourites nor packed goes too: nobody would ever ask for it.
    ///
    /// - Returns: What went.
    /// - Throws: A ``CodedError`` when the disk or the store fails.
    func sweep() async throws -> FileUsage

    /// How much is kept.
    ///
    /// - Returns: The files and their bytes.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func usage() async throws -> FileUsage

    /// Says that what is kept, or who holds it, has changed, from now on.
    ///
    /// - Returns: A stream with one element for all changes since the last one was taken; it ends when its consumer does.
    ///   By default it says nothing, and ends at once.
    func changes() -> AsyncStream<Void>
}

extension OfflineMediaProvider {
    /// Says nothing, and ends at once.
    ///
    /// - Returns: A stream that has ended.
    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
