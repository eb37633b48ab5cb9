import Foundation

/// Comments and posts.
extension LemmyDesk {
    private static let commentLimit = 10_000
    private static let postLimit = 50_000
    private static let titleLengths = 3...200
    /// The greatest number of comments that one can be below.
    private static let depthLimit = 50

    /// Writes a comment.
    ///
    /// One whose parent is not there is put at the top of the thread, as on the real server.
    func create(_ body: LemmyBody.CreateComment, by account: String, in state: inout SiteState) throws -> Answer {
        let content = try Self.content(body.content, limit: Self.commentLimit)
        let post = try post(body.postId, in: state)
        if SiteContent.Thing.post(post).isGone { throw LemmyRefusal.refused("deleted") }
        if post.isLocked { throw LemmyRefusal.refused("locked") }
        var ancestors: [String] = []
        var answered = post.author
        if let id = body.parentId, let parent = snapshot(state).comment(id: String(id, radix: 36)) {
            guard parent.post.id == post.id else { throw LemmyRefusal.refused("couldnt_create_comment") }
            if parent.comment.removal != nil { throw LemmyRefusal.refused("deleted") }
            ancestors = parent.ancestors + [parent.comment.id]
            answered = parent.comment.author
        }
        if ancestors.count >= Self.depthLimit { throw LemmyRefusal.refused("max_comment_depth_reached") }
        let comment = state.addComment(
            content, by: account, on: post.id, below: ancestors, answering: answered, accounts: accounts,
            now: store.time)
        setRead(post, by: account, in: &state)
        return try view(ofComment: comment.id, in: state)
    }

    func edit(_ body: LemmyBody.EditComment, by account: String, in state: inout SiteState) throws -> Answer {
        let comment = try comment(body.commentId, in: state).comment
        guard comment.isWritten(by: account) else { throw LemmyRefusal.refused("no_comment_edit_allowed") }
        if let text = body.content {
            state.edit(
                comment.fullname, text: try Self.content(text, limit: Self.commentLimit), now: store.time)
        }
        return try view(ofComment: comment.id, in: state)
    }

    /// Deletes a comment, or takes that back; what is so already is refused, as on the real server.
    func delete(_ body: LemmyBody.DeleteComment, by account: String, in state: inout SiteState) throws -> Answer {
        let comment = try comment(body.commentId, in: state).comment
        guard comment.isWritten(by: account) else { throw LemmyRefusal.refused("no_comment_edit_allowed") }
        if (comment.removal != nil) == body.deleted { throw LemmyRefusal.refused("couldnt_update_comment") }
        state.setDeleted(comment.fullname, body.deleted)
        return try view(ofComment: comment.id, in: state)
    }

    func submit(_ body: LemmyBody.CreatePost, by account: String, in state: inout SiteState) throws -> Answer {
        let title = try Self.title(body.name)
        let url = try Self.url(body.url)
        let text = try body.body.map { try Self.content($0, limit: Self.postLimit, mayBeEmpty: true) }
        let base = snapshot(state).base
        guard
            let subreddit = base.subreddits.first(where: { LemmyID.number(ofName: $0.name) == body.communityId }),
            !subreddit.isPrivate
        else { throw LemmyRefusal.notFound("couldnt_find_community") }
        let now = store.time
        let written = state.addPost { number in
            WrittenPost(
                number: number, author: account, community: subreddit.name, title: title, text: text ?? "", url: url,
                isNSFW: body.nsfw ?? false, created: now)
        }
        let post = try post(written.number, in: state)
        setRead(post, by: account, in: &state)
        return try view(of: post, in: state)
    }

    /// Changes a post; what the body does not name stays.
    ///
    /// Of a generated one only the text can be changed.
    func edit(_ body: LemmyBody.EditPost, by account: String, in state: inout SiteState) throws -> Answer {
        let post = try post(body.postId, in: state)
        guard post.isWritten(by: account) else { throw LemmyRefusal.refused("no_post_edit_allowed") }
        let title = try body.name.map(Self.title)
        let url = try Self.url(body.url)
        let text = try body.body.map { try Self.content($0, limit: Self.postLimit, mayBeEmpty: true) }
        if let index = state.postIndex(post.id) {
            if let title { state.posts[index].title = title }
            if let url { state.posts[index].url = url }
            if let isNSFW = body.nsfw { state.posts[index].isNSFW = isNSFW }
            state.edit(post.fullname, text: text ?? state.posts[index].text, now: store.time)
        } else if let text {
            state.edit(post.fullname, text: text, now: store.time)
        }
        return try view(of: post, in: state)
    }

    /// Deletes a post, or takes that back; what is so already is refused, as on the real server.
    func delete(_ body: LemmyBody.DeletePost, by account: String, in state: inout SiteState) throws -> Answer {
        let post = try post(body.postId, in: state)
        guard post.isWritten(by: account) else { throw LemmyRefusal.refused("no_post_edit_allowed") }
        if post.isGone == body.deleted { throw LemmyRefusal.refused("couldnt_update_post") }
        state.setDeleted(post.fullname, body.deleted)
        return try view(of: post, in: state)
    }

    // MARK: Texts

    /// A text as the server keeps it.
    private static func content(
        _ text: String, limit: Int, mayBeEmpty: Bool = false
    ) throws(LemmyRefusal) -> String {
        let isBlank = text.allSatisfy(\.isWhitespace)
        guard text.unicodeScalars.count <= limit, mayBeEmpty || !isBlank else { throw .refused("invalid_body_field") }
        return LemmyText.cleaned(text)
    }

    private static func title(_ text: String) throws(LemmyRefusal) -> String {
        let title = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard titleLengths.contains(title.unicodeScalars.count), !title.contains(where: \.isNewline) else {
            throw .refused("invalid_post_title")
        }
        return LemmyText.cleaned(title)
    }

    /// The address of a link; nil for none, which is also an empty one.
    private static func url(_ text: String?) throws(LemmyRefusal) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard WebAddress.isOne(text) else { throw .refused("invalid_url") }
        return LemmyText.cleaned(text)
    }
}

/// The changes that a Lemmy server makes to texts before it keeps them.
enum LemmyText {
    /// The word that the site does not want to read.
    static let slur = "gloomwick"

    /// A text without the unwanted word, and with addresses that do not say any more where their reader came from.
    static func cleaned(_ text: String) -> String {
        text.replacing(slur, with: "*removed*")
            .split(separator: " ", omittingEmptySubsequences: false).map { cleanedWord(String($0)) }
            .joined(separator: " ")
    }

    private static func cleanedWord(_ word: String) -> String {
        guard word.hasPrefix("http"), word.contains("utm_"), var components = URLComponents(string: word),
            let items = components.percentEncodedQueryItems
        else { return word }
        let kept = items.filter { !$0.name.hasPrefix("utm_") }
        components.percentEncodedQueryItems = kept.isEmpty ? nil : kept
        return components.string ?? word
    }
}

extension Post {
    /// Whether an account wrote it, deleted or not.
    func isWritten(by account: String) -> Bool {
        (author ?? deletedAuthor)?.lowercased() == account.lowercased()
    }
}

extension Comment {
    /// Whether an account wrote it, deleted or not.
    func isWritten(by account: String) -> Bool {
        (author ?? deletedAuthor)?.lowercased() == account.lowercased()
    }
}
