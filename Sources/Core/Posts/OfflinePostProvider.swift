public import Foundation

/// A store of posts, feeds and statuses, which a database implements.
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
/// - The first page is kept with its cursor and its revision as ``StoredFeed/head``, until another page takes its
///   place. Its cursor stays a place, also when it was used before: an unchanged page is gone on from just like a new
///   one.
/// - Fields that only one site has (``Page/extras``) are kept beside their post, read by nobody who does not ask for
///   them, and go with it.
/// - Nothing that cannot be read back is stored: posts of another site than the feed's, with an id that cannot be read
///   back, or too large for a record are left out, and a mark on such an id is unknown and not kept.
/// - A dismissal of which nothing is put away any more cannot be undone, and does not count as an act; another act of
///   which every mark is as before is passed over when it is undone. Whether there is an act to undo is said with each
///   feed and each receipt, and ``StoredChange/changesUndo`` says when that has changed.
/// - What a person did outlives a post that is evicted, and waits for one that has not arrived.
/// - A feed that lost posts never passes for whole: a gap leads back to them, or it counts as never refreshed.
/// - Reads see whole batches only, and may run on the caller's thread.
public protocol OfflinePostProvider: Sendable {
    /// Reads a stored feed.
    ///
    /// - Parameter feed: The feed. The local ones, saved and favourites, are made from statuses.
    /// - Returns: The feed, an empty one when nothing is stored of it.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func storedFeed(_ feed: Feed) async throws -> StoredFeed

    /// Lists the fetched feeds of all sites of which something is still stored, without the local ones.
    ///
    /// A feed that lost its last post is none of them; one that the server had nothing for is.
    ///
    /// - Returns: The feeds, in no particular order.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in the feeds; no posts are read.
    func storedFeeds() async throws -> [StoredFeedSummary]

    /// Finds the first unread posts of a stored feed: those that whoever looks has neither read, dismissed nor hidden.
    ///
    /// It is for counting, without reading whole feeds.
    ///
    /// - Parameters:
    ///   - feed: The feed, also a local one.
    ///   - limit: The number of posts to find at most, from 1.
    ///   - isShown: Whether a post counts, for filters; called for unread ones only, on any thread.
    /// - Returns: The posts, none when nothing is stored of the feed.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    /// - Complexity: O(*n*) in the ids of the feed's posts and in the marks of those up to the last one that is found;
    ///   of the posts themselves hardly more are read than are found or filtered out. By default the whole feed is read.
    func unread(
        in feed: Feed, limit: Int, where isShown: @escaping @Sendable (FeedItem) -> Bool
    ) async throws -> StoredUnread

    /// Reads stored posts by id.
    ///
    /// - Parameter ids: The ids of the posts.
    /// - Returns: Those that are known, in the order of the ids.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func items(_ ids: [Post.ID]) async throws -> [FeedItem]

    /// Commits a fetched page.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - feed: The feed that it belongs to.
    ///   - placement: The position in the feed.
    ///   - date: The date when it was fetched; a page at the head makes this the feed's refresh date.
    /// - Returns: The posts of the page, and the cursor of the next one.
    /// - Throws: A ``CodedError``: code `superseded` when the feed no longer has the cursor of the placement, because a
    ///   refresh came between; `invalidInput` for an unchanged page, which holds nothing to store; otherwise the
    ///   store's. Nothing is changed then.
    func commit(_ page: Page, to feed: Feed, at placement: PagePlacement, date: Date) async throws -> PageReceipt

    /// Records that a server reported a feed's first page as unchanged, so that its posts count as fetched at that
    /// date.
    ///
    /// Nothing that is shown changes. A store that does not record dates of fetches may do nothing.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - date: The date of the server's answer.
    /// - Throws: A ``CodedError`` when the store cannot be written.
    func noteUnchanged(_ feed: Feed, at date: Date) async throws

    /// Commits posts that were fetched without a page of a feed, such as the post of a thread.
    ///
    /// No feed changes by it. Posts that say nothing new are no commit.
    ///
    /// - Parameters:
    ///   - posts: The posts; of several with one id the first counts.
    ///   - completeness: Whether the backend gives all fields of posts.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ posts: [Post], completeness: Completeness) async throws

    /// Commits posts that were fetched without a page of a feed, and the fields that only their site has, in one batch.
    ///
    /// - Parameters:
    ///   - posts: The posts; of several with one id the first counts.
    ///   - extras: The fields, for those of the posts that have some: as in ``Page/extras``.
    ///   - completeness: Whether the backend gives all fields of posts.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws

    /// Commits posts and their fields, and puts posts into stored feeds or takes them out, in one batch.
    ///
    /// Where a post comes to stand in front, nobody knows what the server has behind it: the next page at the head finds
    /// that out, and leaves a gap where something is missing. A feed whose posts changed is announced as after a page.
    ///
    /// - Parameters:
    ///   - posts: The posts, none where only feeds change; of several with one id the first counts.
    ///   - extras: The fields, for those of the posts that have some: as in ``Page/extras``.
    ///   - completeness: Whether the backend gives all fields of posts.
    ///   - moves: The changes of feeds, in their order; those of an account that has left this device are left out.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: O(*n*) in the posts of the feeds.
    func store(
        _ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness, moving moves: [FeedMove]
    ) async throws

    /// Reads the fields of posts that only their site has.
    ///
    /// - Parameter ids: The ids of the posts.
    /// - Returns: The fields, for those of the posts that have some.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON]

    /// Changes the statuses of posts.
    ///
    /// - Parameters:
    ///   - mutation: The change.
    ///   - date: The date of the change.
    /// - Returns: The new statuses. After ``StatusMutation/undo`` and ``StatusMutation/undoDismiss``, those of the posts
    ///   whose marks changed, and as unknown the posts that were evicted meanwhile, whose mark is given back too.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func apply(_ mutation: StatusMutation, at date: Date) async throws -> StatusReceipt

    /// Deletes posts and their places in every feed, in one batch.
    ///
    /// Their marks stay. Saved posts, favourites and what something unsent is about are never evicted, even if they are
    /// named.
    ///
    /// Where a feed lost posts, something is missing from now on. A gap stands in front of what is left there, with the
    /// nearest cursor in front of the loss that is known: that of the head's end, of the first page or of an earlier
    /// gap. It leads on from page to page until nothing is missing, also past posts that are known. Where nothing is
    /// left behind it, its cursor is the feed's; where only the last posts are gone, the feed has no cursor until the
    /// gap was filled that far, and is not at its end. A feed that lost a post of its first page has no such cursor: it
    /// keeps its posts and has no ``StoredFeed/head``, counts as never refreshed, and its next page at the head finds
    /// the gap. A feed without a post left is as if it had never been fetched.
    ///
    /// - Parameter ids: The ids of the posts.
    /// - Returns: The posts that were evicted, and those that were not. Where none is evicted, nothing is committed.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: At worst O(*n* log *n*) in the places of all feeds and the ids.
    func evict(_ ids: [Post.ID]) async throws -> EvictionReceipt

    /// Deletes old marks of posts that are not stored and were only read or dismissed.
    ///
    /// What was saved, is a favourite, hidden or voted on stays for ever, and so does every mark of a stored post. A
    /// store that also keeps threads deletes what was collapsed and seen in such posts' threads, too.
    ///
    /// - Parameter date: Marks that were last changed before this date are deleted.
    /// - Returns: The number of deleted marks; what was collapsed and seen in a thread counts as one.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    /// - Complexity: O(*n*) in the marks.
    func forgetMarks(before date: Date) async throws -> Int

    /// Announces each commit, from now on.
    ///
    /// - Returns: A stream that misses nothing and ends when its consumer does, or with the store.
    func changes() -> AsyncStream<StoredChange>
}

extension OfflinePostProvider {
    /// Finds them in the whole feed: for a store that cannot read a part of it.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - limit: The number of posts to find at most.
    ///   - isShown: Whether a post counts.
    /// - Returns: The posts.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    public func unread(
        in feed: Feed, limit: Int, where isShown: @escaping @Sendable (FeedItem) -> Bool
    ) async throws -> StoredUnread {
        StoredUnread(in: try await storedFeed(feed).items, limit: limit, where: isShown)
    }

    /// Does nothing: for a store that does not record when feeds were fetched.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - date: The date of the server's answer.
    /// - Throws: Nothing.
    public func noteUnchanged(_ feed: Feed, at date: Date) async throws {}

    /// Commits the posts without the fields: for a store that keeps none.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: Ignored.
    ///   - completeness: Whether the backend gives all fields of posts.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    public func store(_ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness) async throws {
        try await store(posts, completeness: completeness)
    }

    /// Commits the posts and the fields alone: for a store whose feeds change by pages only.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - extras: The fields.
    ///   - completeness: Whether the backend gives all fields of posts.
    ///   - moves: Ignored.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    public func store(
        _ posts: [Post], extras: [Post.ID: RawJSON], completeness: Completeness, moving moves: [FeedMove]
    ) async throws {
        try await store(posts, extras: extras, completeness: completeness)
    }

    /// Returns nothing: for a store that keeps no such fields.
    ///
    /// - Parameter ids: Ignored.
    /// - Returns: Nothing.
    /// - Throws: Nothing.
    public func extras(of ids: [Post.ID]) async throws -> [Post.ID: RawJSON] { [:] }
}
