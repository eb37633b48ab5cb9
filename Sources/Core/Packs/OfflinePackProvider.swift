/// What is stored of packs: which there are and how far they came, and the posts that were packed.
///
/// The feed `downloads` is made from it, the newest pack first, each in its feed's order.
///
/// Contract:
/// - Each call is one commit or none.
/// - Safe from any thread.
public protocol OfflinePackProvider: Sendable {
    /// The packs that are known, the newest first.
    ///
    /// - Returns: The packs.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func packs() async throws -> [StoredPack]

    /// Stores how far a pack came; one of the same feed and kind is replaced.
    ///
    /// - Parameter pack: The pack.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func store(_ pack: StoredPack) async throws

    /// The posts that were packed, in the order of the feed `downloads`.
    ///
    /// - Returns: The posts.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func packedPosts() async throws -> [PackedPost]

    /// Notes that posts are packed. One that was packed by a person stays so when an automatic pack finds it too.
    ///
    /// - Parameter posts: The posts.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func add(_ posts: [PackedPost]) async throws

    /// Takes posts out of what was packed. Their files stay held: see ``OfflineMediaProvider/release(_:)``.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that were packed.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func remove(_ ids: [Post.ID]) async throws -> [Post.ID]

    /// Forgets packs, so that nothing goes on with them; their posts stay packed.
    ///
    /// - Parameter ids: Which packs, by ``StoredPack/id``.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func forget(_ ids: [String]) async throws
}
