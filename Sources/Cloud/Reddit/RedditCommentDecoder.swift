import Core

/// Reads one `t1` or `more`: a comment needs an id, all else may be missing.
struct RedditCommentDecoder {
    typealias Problem = RedditPostDecoder.Problem

    /// The largest number of ids that a placeholder keeps, more than any site names.
    static let maximumIDs = 100_000

    /// The thing's `data`.
    let object: RedditObject
    /// The parent by its place in the answer, which counts where the comment names none itself.
    let enclosing: Comment.Parent
    /// The depth, counted from 0.
    let depth: Int

    private var site: Site { object.context.site }

    /// Reads a comment.
    ///
    /// - Returns: The comment.
    /// - Throws: A problem when it has no id.
    func comment() throws(Problem) -> Comment {
        guard let native = object.fullname(prefix: "t1_") else {
            throw Problem("data.name", expected: object.json["name"].map { _ in "an id" })
        }
        var comment = Comment(id: Comment.ID(site: site, native: native), parent: parent(), depth: depth)
        comment.author = object.string("author")
        comment.authorFullname = object.nonEmptyString("author_fullname")
        comment.body = object.string("body")
        comment.score = object.int("score")
        comment.isScoreHidden = object.bool("score_hidden")
        comment.created = object.date("created_utc")
        comment.edited = object.edited()
        comment.isStickied = object.bool("stickied")
        comment.isSubmitter = object.bool("is_submitter")
        comment.distinguished = object.nonEmptyString("distinguished")
        comment.isCollapsed = object.bool("collapsed")
        comment.collapsedReason = object.nonEmptyString("collapsed_reason_code")
        comment.removal = removal(of: comment)
        return comment
    }

    /// Reads a place where comments were left out.
    ///
    /// - Returns: The place; "continue this thread", whose id is `_`, names no comments and counts none.
    func more() -> MoreComments {
        var more = MoreComments(parent: parent(), depth: depth, count: 0, ids: [])
        guard object.string("id") != "_" else { return more }
        more.count = max(0, object.int("count") ?? 0)
        more.ids = (object.json["children"]?.elements ?? []).prefix(Self.maximumIDs).compactMap { child in
            guard let id = child.string, RedditObject.isID(id), id != "_" else { return nil }
            return Comment.ID(site: site, native: id.hasPrefix("t1_") ? id : "t1_" + id)
        }
        return more
    }

    /// The parent that the comment names, which in a part of a thread may be missing.
    private func parent() -> Comment.Parent {
        guard let native = object.string("parent_id"), RedditObject.isID(native) else { return enclosing }
        if native.hasPrefix("t1_") { return .comment(Comment.ID(site: site, native: native)) }
        if native.hasPrefix("t3_") { return .post(Post.ID(site: site, native: native)) }
        return enclosing
    }

    /// The removal of the text.
    ///
    /// Only a word in the text's place says so; a person who writes such a word signs with a name.
    private func removal(of comment: Comment) -> Comment.Removal? {
        let category = object.nonEmptyString("removed_by_category")
        if category == "deleted" || category == "author" { return .deletedByAuthor }
        if let category { return .removed(by: category) }
        return Self.removal(ofText: comment.body, by: comment.author)
    }

    /// Reads the removal of a text from the word that Reddit puts in its place.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - author: Who signed it.
    /// - Returns: Who; `nil` for a text that is there.
    static func removal(ofText text: String?, by author: String?) -> Comment.Removal? {
        guard author == nil || author == "[deleted]" else { return nil }
        switch text {
        case "[deleted]": return .deletedByAuthor
        case "[removed]": return .removed(by: nil)
        case "[ Removed by Reddit ]": return .removed(by: "reddit")
        default: return nil
        }
    }
}
