public import Foundation

/// The source of truth: what is stored of posts, of feeds and of what the person did.
///
/// Contract (the Mocks library holds a suite that checks it):
/// - Every change is one atomic batch. Pages are buffered: they survive the process. Statuses are synced: they
///   survive power loss.
/// - Content and status are separate: a page never touches a status, a status never rewrites a post.
/// - A post that is stored already is updated; what the page does not know of it stays.
/// - A page at the head becomes the head of the feed in the server's order; the rest keeps its order and its cursor,
///   with a gap between where the two do not meet. They meet in posts that neither say they are pinned to the top:
///   those stand in front wherever the rest begins.
/// - A cursor that belongs to several places means the end of the head first, then the end of the feed, then a gap.
/// - The first page is kept with its cursor and its revision as ``StoredFeed/head``, until another page takes its place.
///   Its cursor stays a place, also when it was used before: an unchanged page is gone on from just like a new one.
/// - Fields that only one site has (``Page/extras``) are kept beside their post, read by nobody who does not ask for them,
///   and go with it.
/// - Nothing that cannot be read back is stored: a page is committed as ``Page/storable(on:)`` gives it, loose posts as
///   ``Post/storable`` does, and a mark on an id that cannot be read back is unknown and not kept.
/// - A dismissal of which nothing is put away any more cannot be undone, and does not count as one: whether there is one
///   to undo is said with each feed and each receipt, and ``StoredChange/changesUndo`` says when another one is the last.
/// - What a person did outlives a post that is evicted, and waits for one that has not arrived.
/// - A feed that lost posts never passes for whole: a gap leads back to them, or it counts as never refreshed.
/// - Reads see whole batches only, and may run on the caller's thread.
public protocol OfflinePostProvider: Sendable {
    /// A feed as it is stored.
    ///
    /// - Parameter feed: Which feed. The local ones, saved and favourites, are made from statuses.
    /// - Returns: The feed, an empty one when nothing is stored of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedFeed(_ feed: Feed) async throws -> StoredFeed

    /// The feeds that were fetched and that something is left of, whichever site they are of, the local ones left out.
    ///
    /// A feed that lost its last post is none of them; one that the server had nothing for is.
    ///
    /// - Returns: The feeds, in no particular order.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in the feeds; no posts are read.
    func storedFeeds() async throws -> [StoredFeedSummary]

    /// Stored posts by id.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func items(_ ids: [Post.ID]) async throws -> [FeedItem]

    /// Commits a fetched page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - feed: The feed that it belongs to.
    ///   - placement: Where it goes.
    ///   - date: When it was fetched; a page at the head makes this the feed's refresh date.
    /// - Returns: What became of it.
    /// - Throws: A ``CodedError``: code `superseded` when the feed no longer has the cursor of the placement, because a
    ///   refresh came between; `invalidInput` for an unchanged page, which holds nothing to store; otherwise the
    ///   store's. Nothing is changed then.
    func commit(_ page: Page, to feed: Feed, at placement: PagePlacement, date: Date) async throws -> PageReceipt

    /// Notes that a server says that a feed's first page is what is stored: its posts are as new as if they had come.
    ///
    /// Nothing that is shown changes by it; it only keeps what is there from growing old. Doing nothing is right where
    /// nothing grows old.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - date: When.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func confirm(_ feed: Feed, at date: Date) async throws

    /// Commits posts that came without a page of a feed, such as the post of a thread.
    ///
    /// No feed changes by it. Posts that say nothing new are no commit.
    ///
    /// - Parameters:
    ///   - posts: The posts; of several with one id the first counts.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ posts: [Post], completeness: Completeness) async throws

    /// Commits posts that came without a page of a feed, with fields that only their site has, in one batch.
    ///
    /// - Parameters:
    ///   - posts: The posts; of several with one id the first counts.
    ///   - extras: The fields, for those of the posts that have some: as in ``Page/extras``.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws

    /// Fields that only one site has, as they are kept.
    ///
    /// - Parameter ids: Of which posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON]

    /// Changes what the person did with posts.
    ///
    /// - Parameters:
    ///   - mutation: What to change.
    ///   - date: When.
    /// - Returns: What it came to. After ``StatusMutation/undoDismiss``, the statuses of the posts that came back, and as
    ///   unknown those that were evicted meanwhile and are not put away any more either.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt

    /// Removes what is stored of posts, and their places in every feed, in one batch.
    ///
    /// What the person did with them stays. Saved posts and favourites are never evicted, whatever is asked.
    ///
    /// Where a feed lost posts, something is missing from now on. A gap stands in front of what is left there, with the
    /// nearest cursor in front of the loss that is known: that of the head's end, of the first page or of an earlier
    /// gap. It leads on from page to page until nothing is missing, also past posts that are known. Where nothing is
    /// left behind it, its cursor is the feed's; where only the last posts are gone, the feed has no cursor until the
    /// gap was filled that far, and is not at its end. A feed that lost a post of its first page has no such cursor: it
    /// keeps its posts and has no ``StoredFeed/head``, counts as never refreshed, and its next page at the head finds
    /// the gap. A feed without a post left is as if it had never been fetched.
    ///
    /// - Parameter ids: Which posts.
    /// - Returns: What became of them. Where none is evicted, nothing is committed.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: At worst O(*n* log *n*) in the places of all feeds and the ids.
    func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt

    /// Removes old marks of posts that are not stored: those that say no more than that a post was read or dismissed.
    ///
    /// What was saved, is a favourite, hidden or voted on stays for ever, and so does every mark of a stored post. A store
    /// that also keeps threads lets go of what was folded and seen of such posts' threads, too.
    ///
    /// - Parameter date: Marks that were last changed before this go.
    /// - Returns: How many went; what was folded and seen of a thread counts as one.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: O(*n*) in the marks.
    func forgetMarks(before date: Date) async throws -> Int

    /// Announces each commit, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    func changes() -> AsyncStream<StoredChange>
}

extension OfflinePostProvider {
    /// Does nothing: for a store in which nothing grows old.
    ///
    /// - Parameters:
    ///   - feed: Which feed.
    ///   - date: When.
    /// - Throws: Nothing.
    public func confirm(_ feed: Feed, at date: Date) async throws {}

    /// Commits the posts alone: for a store that keeps no fields beside them.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: Is not looked at.
    ///   - completeness: How much the road knows that they came by.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        try await store(posts, completeness: completeness)
    }

    /// Finds nothing: for a store that keeps no fields beside posts.
    ///
    /// - Parameter ids: Is not looked at.
    /// - Returns: Nothing.
    /// - Throws: Nothing.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] { [:] }
}
