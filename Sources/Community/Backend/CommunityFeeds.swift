public import Core
import Foundation

/// The stored lists of a community, kept true when something changes that no page has told yet.
///
/// A post that was published, edited or read anew is put where it belongs in every list that is stored, and leaves those
/// where it belongs no more; a deleted one leaves all; an un-liked one leaves the list of liked ones, and a liked one
/// enters its head. Each is one commit of the store, which running lists observe.
///
/// Safe from any thread.
public struct CommunityFeeds: Sendable {
    private let configuration: CommunityConfiguration
    private let store: @Sendable () throws -> any OfflinePostProvider

    /// Creates the lists of the store that is registered when something changes, in the container that is current now.
    ///
    /// - Parameter configuration: The configuration of the server.
    public init(_ configuration: CommunityConfiguration) {
        let container = Dependency.current
        self.init(configuration) { try container.resolve((any OfflinePostProvider).self) }
    }

    /// Creates the lists of a store.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - store: Gives the store, asked for with each change.
    public init(
        _ configuration: CommunityConfiguration, in store: @escaping @Sendable () throws -> any OfflinePostProvider
    ) {
        (self.configuration, self.store) = (configuration, store)
    }

    /// Stores a post as the server has just sent it, and moves it to where it belongs: after publishing and editing it,
    /// and wherever it was read by itself.
    ///
    /// It stands by its date, so that a new one is the first. A list that does not reach back to its date, or of which nothing
    /// is stored, gets it with a page. It enters and leaves no list of liked posts.
    ///
    /// - Parameter post: The post.
    /// - Throws: A `CodedError` when the store cannot be read or written; nothing is changed then.
    public func apply(_ post: WirePost) async throws {
        let store = try store()
        let traits = Traits(category: post.category, author: post.author.id, hashtags: post.hashtags)
        try await store.store(
            [post.post(configuration)], extras: [post.postID: try PostFields(post).raw()], completeness: .full,
            moving: moves(of: post.postID, traits, in: store))
    }

    /// Moves a stored post to where it belongs: after it was read by itself.
    ///
    /// One with a change that is not sent stays where it is until the server has answered.
    ///
    /// - Parameter post: The post as it is stored.
    /// - Throws: A `CodedError` when the store cannot be read or written; nothing is changed then.
    public func settle(_ post: CommunityPost) async throws {
        guard post.changes.isEmpty else { return }
        let store = try store()
        let traits = Traits(category: post.category, author: post.author?.id, hashtags: post.hashtags)
        let moves = try await moves(of: post.item.id, traits, in: store)
        if !moves.isEmpty { try await store.store([], extras: [:], completeness: .full, moving: moves) }
    }

    /// Takes a post out of every list, as it was deleted.
    ///
    /// - Parameter id: The post, by the server's id.
    /// - Throws: A `CodedError` when the store cannot be read or written; nothing is changed then.
    public func remove(_ id: String) async throws {
        let store = try store()
        let post = Post.ID(site: .community, native: id)
        let moves = try await lists(in: store).map { FeedMove(post, in: $0.feed, to: .out) }
        try await store.store([], extras: [:], completeness: .full, moving: moves)
    }

    /// Puts a post at the head of an account's list of liked posts, or takes it out.
    ///
    /// - Parameters:
    ///   - id: The post, by the server's id; one that is not stored enters no list.
    ///   - isLiked: Whether the account likes it.
    ///   - account: The account.
    /// - Throws: A `CodedError` when the store cannot be written; nothing is changed then.
    public func setLiked(_ id: String, _ isLiked: Bool, by account: AccountKey) async throws {
        let post = Post.ID(site: .community, native: id)
        let feed = configuration.feed(.liked, of: account)
        try await store().store(
            [], extras: [:], completeness: .full, moving: [FeedMove(post, in: feed, to: isLiked ? .head : .out)])
    }

    // MARK: After an answer

    /// Notes what the server has just said of a like.
    func noteLike(of id: String, _ isLiked: Bool, by account: AccountKey) async {
        // The server has taken it, whatever the disk says; and the next page of the list tells it again.
        try? await setLiked(id, isLiked, by: account)
    }

    /// Notes that the server has deleted a post.
    func noteDeletion(of id: String) async {
        // As above; until then the post is shown as deleted, and so in no list.
        try? await remove(id)
    }

    private func lists(in store: any OfflinePostProvider) async throws -> [(feed: Feed, listing: PostListing)] {
        try await store.storedFeeds().compactMap { summary in
            guard summary.feed.site == .community else { return nil }
            return PostListing(summary.feed.source).map { (summary.feed, $0) }
        }
    }

    /// What says in which lists a post belongs.
    private struct Traits {
        var category: String
        var author: String?
        var hashtags: [String]
    }

    private func moves(
        of post: Post.ID, _ traits: Traits, in store: any OfflinePostProvider
    ) async throws -> [FeedMove] {
        try await lists(in: store).compactMap { feed, listing in
            guard listing != .liked else { return nil }
            return FeedMove(post, in: feed, to: belongs(traits, in: listing) ? .byDate : .out)
        }
    }

    private func belongs(_ traits: Traits, in listing: PostListing) -> Bool {
        // The marks of donations are shown in no list of all categories.
        guard listing.category.map({ $0 == traits.category }) ?? (traits.category != configuration.donationCategory)
        else { return false }
        return switch listing {
        case .all, .liked: true
        case .of(let user, _): traits.author == user
        case .hashtag(let text, _): traits.hashtags.contains(text)
        }
    }
}
