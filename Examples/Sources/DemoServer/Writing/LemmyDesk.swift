import Foundation
import ServerKit

/// Does what calls of Lemmy's API ask for, with the checks that version 0.19 makes.
struct LemmyDesk: Sendable {
    let store: DemoStore
    let settings: DemoServer.Authorization
    /// The account that asks; nil for nobody, as for a session that is over.
    let account: String?
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int

    var accounts: [String] { settings.accounts.map(\.name) }

    /// Carries out a call.
    ///
    /// - Parameters:
    ///   - write: The call.
    ///   - request: Its body.
    /// - Returns: The answer, once what was done is kept.
    /// - Throws: ``DemoServerError`` where it cannot be kept: then it is not done.
    func answer(to write: LemmyWrite, _ request: DemoRequest) throws -> Answer {
        do {
            if case .login = write { return try login(Self.body(of: request)) }
            guard let account else { throw LemmyRefusal.notSignedIn }
            if case .logout = write { return try logout(request) }
            return try store.change { (state: inout SiteState) throws -> Answer in
                switch write {
                case .login, .logout: Self.success
                case .likePost: try like(Self.body(of: request) as LemmyBody.PostLike, by: account, in: &state)
                case .likeComment: try like(Self.body(of: request) as LemmyBody.CommentLike, by: account, in: &state)
                case .savePost: try save(Self.body(of: request) as LemmyBody.PostSave, by: account, in: &state)
                case .saveComment: try save(Self.body(of: request) as LemmyBody.CommentSave, by: account, in: &state)
                case .createComment: try create(Self.body(of: request), by: account, in: &state)
                case .editComment: try edit(Self.body(of: request) as LemmyBody.EditComment, by: account, in: &state)
                case .deleteComment:
                    try delete(Self.body(of: request) as LemmyBody.DeleteComment, by: account, in: &state)
                case .createPost: try submit(Self.body(of: request), by: account, in: &state)
                case .editPost: try edit(Self.body(of: request) as LemmyBody.EditPost, by: account, in: &state)
                case .deletePost: try delete(Self.body(of: request) as LemmyBody.DeletePost, by: account, in: &state)
                case .follow: try follow(Self.body(of: request), by: account, in: &state)
                case .hidePosts: try hide(Self.body(of: request), by: account, in: &state)
                case .markPostsAsRead:
                    try mark(Self.body(of: request) as LemmyBody.MarkPosts, by: account, in: &state)
                case .markReplyAsRead:
                    try mark(Self.body(of: request) as LemmyBody.MarkReply, by: account, in: &state)
                case .markMentionAsRead:
                    try mark(Self.body(of: request) as LemmyBody.MarkMention, by: account, in: &state)
                case .markAllAsRead: markAll(by: account, in: &state)
                }
            }
        } catch let refusal as LemmyRefusal {
            return refusal.answer
        }
    }

    static let success = Answer.plainJSON(.object([("success", .bool(true))]))

    private static func body<Body: Decodable>(of request: DemoRequest) throws(LemmyRefusal) -> Body {
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .custom { LemmyBody.Key(snakeCase: $0.last?.stringValue ?? "") }
            return try decoder.decode(Body.self, from: request.body)
        } catch let error as DecodingError {
            throw .badBody(reason(error))
        } catch {
            throw .badBody("expected value")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "missing field `\(key.stringValue)`"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "invalid type for `\(context.codingPath.last?.stringValue ?? "")`"
        default: "expected value"
        }
    }

    /// The site as the account sees it before, or after, what it asks for.
    func snapshot(_ state: SiteState) -> SiteSnapshot {
        SiteSnapshot(version: store.version(of: state), reader: account, accounts: accounts)
    }

    func renderer(_ state: SiteState) -> LemmyRenderer {
        LemmyRenderer(links: links, snapshot: snapshot(state))
    }

    // MARK: Sessions

    private func login(_ body: LemmyBody.Login) throws -> Answer {
        let name = body.usernameOrEmail.lowercased()
        let account = settings.accounts.first { $0.name.lowercased() == name || $0.email.lowercased() == name }
        guard let account, account.password == body.password else { throw LemmyRefusal.notSignedIn }
        if let secondFactor = account.secondFactor {
            guard let given = body.totp2faToken, !given.isEmpty else {
                throw LemmyRefusal.refused("missing_totp_token")
            }
            if given != secondFactor { throw LemmyRefusal.refused("incorrect_totp_token") }
        }
        let token = try store.changeTokens { $0.addSession(of: account.name) }
        return .plainJSON(
            .object([
                ("jwt", .string(token)), ("registration_created", .bool(false)), ("verify_email_sent", .bool(false)),
            ]))
    }

    private func logout(_ request: DemoRequest) throws -> Answer {
        if let token = request.bearerToken {
            try store.changeTokens { $0.end(token, includingRefresh: false) }
        }
        return Self.success
    }

    /// Marks a post as read for who asks for it alone, as the server does.
    func noteReading(_ request: DemoRequest) throws {
        guard let account, LemmySite.page(request.path) == "post",
            let id = request.queryValue("id").flatMap({ Int($0) })
        else { return }
        let name = "t3_" + String(id, radix: 36)
        let state = try store.version().state
        if state.people[account.lowercased()]?.read[name] == true { return }
        try store.change { $0.people[account.lowercased(), default: SiteState.Person()].read[name] = true }
    }

    // MARK: Marks

    private func like(_ body: LemmyBody.PostLike, by account: String, in state: inout SiteState) throws -> Answer {
        let post = try post(body.postId, in: state)
        try vote(body.score, on: .post(post), by: account, in: &state)
        setRead(post, by: account, in: &state)
        return try view(of: post, in: state)
    }

    private func like(_ body: LemmyBody.CommentLike, by account: String, in state: inout SiteState) throws -> Answer {
        let comment = try comment(body.commentId, in: state)
        try vote(body.score, on: comment.thing, by: account, in: &state)
        return try view(ofComment: comment.comment.id, in: state)
    }

    /// Votes; a score that is neither 1 nor -1 is none.
    private func vote(
        _ score: Int, on thing: SiteContent.Thing, by account: String, in state: inout SiteState
    ) throws(LemmyRefusal) {
        if thing.isGone { throw .refused("deleted") }
        let before = snapshot(state).vote(on: thing)
        state.setVote(abs(score) == 1 ? score : 0, on: thing.fullname, by: account.lowercased(), before: before)
    }

    private func save(_ body: LemmyBody.PostSave, by account: String, in state: inout SiteState) throws -> Answer {
        let post = try post(body.postId, in: state)
        change(account, in: &state) { $0.saved[post.fullname] = body.save }
        return try view(of: post, in: state)
    }

    private func save(_ body: LemmyBody.CommentSave, by account: String, in state: inout SiteState) throws -> Answer {
        let comment = try comment(body.commentId, in: state).comment
        change(account, in: &state) { $0.saved[comment.fullname] = body.save }
        return try view(ofComment: comment.id, in: state)
    }

    private func hide(_ body: LemmyBody.Hide, by account: String, in state: inout SiteState) throws -> Answer {
        for post in try posts(body.postIds, in: state) {
            change(account, in: &state) { $0.hidden[post.fullname] = body.hide }
        }
        return Self.success
    }

    private func mark(_ body: LemmyBody.MarkPosts, by account: String, in state: inout SiteState) throws -> Answer {
        for post in try posts(body.postIds, in: state) {
            change(account, in: &state) { $0.read[post.fullname] = body.read }
        }
        return Self.success
    }

    private func posts(_ ids: [Int], in state: SiteState) throws(LemmyRefusal) -> [Post] {
        if ids.count > 1_000 { throw .refused("too_many_items") }
        var posts: [Post] = []
        for id in ids { posts.append(try post(id, in: state)) }
        return posts
    }

    private func mark(_ body: LemmyBody.MarkReply, by account: String, in state: inout SiteState) throws -> Answer {
        try mark(body.commentReplyId, isMention: false, body.read, by: account, in: &state)
    }

    private func mark(_ body: LemmyBody.MarkMention, by account: String, in state: inout SiteState) throws -> Answer {
        try mark(body.personMentionId, isMention: true, body.read, by: account, in: &state)
    }

    private func mark(
        _ id: Int, isMention: Bool, _ isRead: Bool, by account: String, in state: inout SiteState
    ) throws -> Answer {
        guard let notice = state.notices.first(where: { $0.number == id && $0.isMention == isMention }) else {
            throw LemmyRefusal.notFound(isMention ? "couldnt_find_person_mention" : "couldnt_find_comment_reply")
        }
        guard notice.recipient == account.lowercased() else { throw LemmyRefusal.refused("couldnt_update_comment") }
        state.setRead(isRead, of: notice.recipient) { $0.number == id }
        let renderer = renderer(state)
        let view = state.notices.first { $0.number == id }.flatMap(renderer.snapshot.message).flatMap(renderer.view)
        return .plainJSON(.object([(isMention ? "person_mention_view" : "comment_reply_view", view ?? .null)]))
    }

    private func markAll(by account: String, in state: inout SiteState) -> Answer {
        let renderer = renderer(state)
        let unread = renderer.snapshot.messages.filter { !$0.notice.isRead && !$0.notice.isMention }
        state.setRead(true, of: account.lowercased()) { _ in true }
        return .plainJSON(.object([("replies", .array(unread.compactMap(renderer.view)))]))
    }

    /// Follows a community, or does no more.
    ///
    /// One of another server is asked first: until it has answered, which it does right after, following is pending.
    private func follow(_ body: LemmyBody.Follow, by account: String, in state: inout SiteState) throws -> Answer {
        let base = snapshot(state).base
        guard
            let subreddit = base.subreddits.first(where: { LemmyID.number(ofName: $0.name) == body.communityId }),
            !subreddit.isPrivate
        else { throw LemmyRefusal.notFound("couldnt_find_community") }
        change(account, in: &state) { $0.subscriptions[subreddit.name.lowercased()] = body.follow }
        let renderer = renderer(state)
        let posts = renderer.snapshot.catalog.posts.filter { $0.subreddit?.name == subreddit.name }
        let isPending = body.follow && LemmyRenderer.host(of: subreddit) != LemmyRenderer.host
        return .plainJSON(
            .object([
                (
                    "community_view",
                    renderer.view(subreddit, posts: posts, subscribed: isPending ? .string("Pending") : nil)
                ),
                ("discussion_languages", .array([])),
            ]))
    }

    // MARK: Parts

    func change(_ account: String, in state: inout SiteState, _ change: (inout SiteState.Person) -> Void) {
        change(&state.people[account.lowercased(), default: SiteState.Person()])
    }

    /// Marks a post as read for who has done something with it.
    func setRead(_ post: Post, by account: String, in state: inout SiteState) {
        change(account, in: &state) { $0.read[post.fullname] = true }
    }

    func post(_ id: Int, in state: SiteState) throws(LemmyRefusal) -> Post {
        guard let post = snapshot(state).catalog.post(id: String(id, radix: 36)), post.subreddit != nil else {
            throw .notFound("couldnt_find_post")
        }
        return post
    }

    func comment(
        _ id: Int, in state: SiteState
    ) throws(LemmyRefusal) -> (comment: Comment, ancestors: [String], post: Post, thing: SiteContent.Thing) {
        guard let found = snapshot(state).comment(id: String(id, radix: 36)), found.post.subreddit != nil else {
            throw .notFound("couldnt_find_comment")
        }
        let parent = found.ancestors.last.map { "t1_" + $0 } ?? found.post.fullname
        let thing = SiteContent.Thing.comment(found.comment, parent: parent, on: found.post)
        return (found.comment, found.ancestors, found.post, thing)
    }

    /// The answer that has a post.
    func view(of post: Post, in state: SiteState) throws(LemmyRefusal) -> Answer {
        let renderer = renderer(state)
        guard let view = renderer.snapshot.catalog.post(id: post.id).flatMap(renderer.view) else {
            throw .notFound("couldnt_find_post")
        }
        return .plainJSON(.object([("post_view", view)]))
    }

    /// The answer that has a comment.
    func view(ofComment id: String, in state: SiteState) throws(LemmyRefusal) -> Answer {
        let renderer = renderer(state)
        guard let found = renderer.snapshot.comment(id: id),
            let view = renderer.view(LemmyComment(found.comment, below: found.ancestors, on: found.post))
        else { throw .notFound("couldnt_find_comment") }
        return .plainJSON(.object([("comment_view", view), ("recipient_ids", .array([]))]))
    }
}
