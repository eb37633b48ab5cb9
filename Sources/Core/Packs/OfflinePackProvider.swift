/// The store of packs: their requests and progress, and the posts that were packed.
///
/// The feed `downloads` is made of it, the newest pack first, each in its feed's order. It has six requirements because
/// packs and packed posts are committed together.
///
/// Contract:
/// - Each call is one commit or none.
/// - Safe from any thread.
public protocol OfflinePackProvider: Sendable {
    /// Reads the stored packs.
    ///
    /// - Returns: The packs, the newest first.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func packs() async throws -> [StoredPack]

    /// Stores a pack with its progress, in place of one with the same id.
    ///
    /// - Parameter pack: The pack.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func store(_ pack: StoredPack) async throws

    /// Reads the packed posts.
    ///
    /// - Returns: The posts in the order of the feed `downloads`.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func packedPosts() async throws -> [PackedPost]

    /// Stores that posts are packed.
    ///
    /// A post of a pack that a person requested stays so when an automatic pack finds it too.
    ///
    /// - Parameter posts: The posts.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func add(_ posts: [PackedPost]) async throws

    /// Removes packed posts; their files stay held: see ``OfflineMediaProvider/release(_:)``.
    ///
    /// - Parameter ids: The posts' ids.
    /// - Returns: Those that were packed.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func remove(_ ids: [Post.ID]) async throws -> [Post.ID]

    /// Deletes packs so that they are not resumed; their posts stay packed.
    ///
    /// - Parameter ids: The ids of the packs: ``StoredPack/id``.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func forget(_ ids: [String]) async throws
}
