import Core
import Database
import Foundation

/// The ids of posts and comments, as people type them and as commands print them.
///
/// They are the site's own. On Lemmy, where posts and comments have the same numbers, a comment is `comment/12`. What
/// is not sent yet has the id of its entry, and keeps it as another name once it is sent.
struct ThingIDs: Sendable {
    let site: Site

    private static let comment = "comment/"

    private var isLemmy: Bool { site.rawValue.hasPrefix("lemmy:") }

    /// The printed id of a comment.
    func text(of comment: Core.Comment.ID) -> String {
        isLemmy && !OutboxItem.ID.isID(comment.native) ? Self.comment + comment.native : comment.native
    }

    /// The printed id of what a comment answers.
    func text(of parent: Core.Comment.Parent) -> String {
        switch parent {
        case .post(let post): post.native
        case .comment(let comment): text(of: comment)
        }
    }

    /// The printed id of what an item of the outbox is about.
    func text(of target: StatusTarget) -> String {
        target.kind == .comment
            ? text(of: Core.Comment.ID(site: target.site, native: target.native)) : target.native
    }

    /// The post or the comment that a typed id names by its form; for an item's id see ``Things``.
    func target(of text: String) -> StatusTarget {
        if isLemmy, text.hasPrefix(Self.comment) {
            return StatusTarget(.comment, site: site, native: String(text.dropFirst(Self.comment.count)))
        }
        let isComment = !isLemmy && text.lowercased().hasPrefix("t1_")
        return StatusTarget(isComment ? .comment : .post, site: site, native: text)
    }
}

extension Core.Comment.Parent {
    /// The site of the post or the comment.
    var site: Site {
        switch self {
        case .post(let id): id.site
        case .comment(let id): id.site
        }
    }
}

/// The posts and comments that are known here: stored ones, unsent ones, and what was sent lately.
struct Things: Sendable {
    /// Something that can be written to.
    struct Thing: Sendable {
        let target: StatusTarget
        /// The post in whose thread it is; nil where that is not known.
        let post: Post.ID?
    }

    private let ids: ThingIDs
    private let outbox: OutboxState
    private let comments: DatabaseCommentIndex
    private let posts: any OfflinePostProvider

    /// Looks nothing up yet.
    ///
    /// - Parameters:
    ///   - session: The run, whose store is open.
    ///   - outbox: The outbox, as it was read.
    /// - Throws: Why what is stored of posts cannot be looked up.
    init(_ session: Session, _ outbox: OutboxState) throws {
        ids = ThingIDs(site: session.site)
        self.outbox = outbox
        comments = DatabaseCommentIndex(store: session.store)
        posts = try Dependency.resolveOrThrow((any OfflinePostProvider).self)
    }

    /// Finds what a typed id names.
    ///
    /// - Parameter text: The id.
    /// - Returns: The thing; nil where nothing here has that id.
    /// - Throws: Why the store cannot be read.
    func thing(_ text: String) async throws -> Thing? {
        if OutboxItem.ID.isID(text) { return try await made(by: item { $0.id.rawValue == text }, as: text) }
        let target = ids.target(of: text)
        if target.kind == .post {
            let id = Post.ID(site: target.site, native: target.native)
            if try await !posts.items([id]).isEmpty { return Thing(target: target, post: id) }
        } else {
            let id = Core.Comment.ID(site: target.site, native: target.native)
            if let post = try comments.posts(of: [id])[id] { return Thing(target: target, post: post) }
        }
        // One's own, sent a moment ago, is in no list that was fetched.
        return try await made(by: item { $0.result == text }, as: target.native)
    }

    private func item(where isMeant: (OutboxItem) -> Bool) -> OutboxItem? {
        (outbox.items + outbox.sent).first { $0.account.site == ids.site && isMeant($0) }
    }

    /// The thing that an item makes or made.
    private func made(by item: OutboxItem?, as native: String) async throws -> Thing? {
        guard let item else { return nil }
        // Once it is there, by the site's own id: that takes votes as well.
        let native = item.made?.native ?? native
        switch item.kind {
        case .submit:
            return Thing(
                target: StatusTarget(.post, site: ids.site, native: native),
                post: Post.ID(site: ids.site, native: native))
        case .reply:
            let target = StatusTarget(.comment, site: ids.site, native: native)
            guard let parent = item.target else { return Thing(target: target, post: nil) }
            if parent.kind == .post {
                return Thing(target: target, post: Post.ID(site: parent.site, native: parent.native))
            }
            return Thing(target: target, post: try await thing(ids.text(of: parent))?.post)
        default: return nil
        }
    }
}
