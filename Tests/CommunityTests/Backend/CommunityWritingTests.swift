import Cloud
import Community
import Core
import Foundation
import Lantern
import Mocks
import Testing

/// Likes, comments and deletions, by the outbox.
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct CommunityWritingTests {
    private let app = CommunityApp()
    private var server: CommunityServer { app.server }

    private func start() async throws -> (CommunityRun, CommunityWriter) {
        server.setPosts { table in
            table.add("p1")
            table.add("mine") { $0.author = "ann" }
        }
        let run = try await app.start()
        try await run.load(.all(category: nil))
        return (run, CommunityWriter())
    }

    private func post(_ id: String, _ run: CommunityRun) async throws -> CommunityPost {
        try #require(try await CommunityPosts().posts(of: run.store.items([run.id(id)])).first)
    }

    private func comments(_ id: String) async throws -> [CommunityComment] {
        try await CommunityPosts().comments(of: [id])[id] ?? []
    }

    // MARK: Statuses

    /// What becomes of an entry by the status of each call.
    private static let table: [(CommunityCall, [(status: Int, become: String)])] = {
        let everywhere = [
            (401, "session"), (418, "session"), (419, "session"), (403, "failed"), (420, "later"), (429, "later"),
            (444, "later"), (500, "looked for"), (502, "unknown"),
        ]
        return [
            (.like, everywhere + [(400, "failed"), (410, "failed"), (445, "failed")]),
            (.comment, everywhere + [(400, "failed"), (410, "failed"), (445, "failed")]),
            (.delete, everywhere + [(400, "failed"), (410, "done"), (445, "failed")]),
            (.deleteComment, everywhere + [(400, "failed"), (410, "done"), (445, "failed")]),
        ]
    }()

    @Test(arguments: table.indices)
    func aStatusMeansWhatItsCallSays(_ index: Int) {
        let (call, statuses) = Self.table[index]
        for (status, become) in statuses {
            let error = NetworkError(status == 429 ? .rateLimited : .badRequest, status: status)
            let answer =
                switch IntentAnswer(error, of: call) {
                case .done: "done"
                case .sessionOver: "session"
                case .refused: "failed"
                case .later(_, .site): "later"
                case .unknown(_, true): "looked for"
                case .unknown(_, false): "unknown"
                default: "something else"
                }
            #expect(answer == become, "\(call) \(status)")
        }
        // What was certainly not sent waits.
        guard case .later = IntentAnswer(NetworkError(.offline, isUnsent: true), of: call) else {
            Issue.record("\(call) without a network")
            return
        }
    }

    // MARK: Likes

    @Test func aLikeShowsAtOnceAndSettlesOnWhatTheServerSays() async throws {
        let (run, writer) = try await start()
        try await writer.like("p1", true, after: .milliseconds(300))
        var shown = try await post("p1", run)
        #expect(shown.isLiked && shown.likes == 1 && shown.pending == [.vote])
        #expect(server.count(of: "/v1/posts/p1/like") == 0, "it waits for a newer wish")
        app.clock.advance(by: .milliseconds(301))
        await run.settle()
        shown = try await post("p1", run)
        #expect(shown.isLiked && shown.likes == 1 && shown.pending == [])
        #expect(server.posts.post("p1")?.likes == ["id-ann"])

        // The server's word counts, whatever was wished.
        server.answer("/v1/posts/p1/like", body: #"{"like_status":true}"#)
        try await writer.like("p1", false)
        await run.settle()
        #expect(try await post("p1", run).isLiked)
        try await run.finish()
    }

    @Test func quickTapsAreOneRequest() async throws {
        let (run, writer) = try await start()
        for isLiked in [true, false, true] { try await writer.like("p1", isLiked, after: .milliseconds(300)) }
        app.clock.advance(by: .milliseconds(301))
        await run.settle()
        #expect(server.count(of: "/v1/posts/p1/like") == 1 && server.posts.post("p1")?.likes == ["id-ann"])
        try await run.finish()
    }

    @Test func aLikeThatIsRefusedIsTakenBack() async throws {
        let (run, writer) = try await start()
        server.answer("POST /v1/posts/p1/like", with: 403)
        let item = try await writer.like("p1", true)
        let failed = try await run.wait(for: .failed, of: item)
        #expect(failed.reason?.message == StatusSentence.notAllowed.text)
        let shown = try await post("p1", run)
        #expect(!shown.isLiked && shown.likes == 0)
        try await run.finish()
    }

    @Test func aLikeWhoseAnswerIsLostGoesAgain() async throws {
        let (run, writer) = try await start()
        server.fail("POST /v1/posts/p1/like", with: NetworkError(.timedOut))
        try await writer.like("p1", true)
        try await run.paused(.pending)
        try await run.send()
        await run.settle()
        #expect(server.posts.post("p1")?.likes == ["id-ann"])
        #expect(try await post("p1", run).isLiked)
        try await run.finish()
    }

    @Test func thereIsNoVoteDown() async throws {
        let (run, _) = try await start()
        let target = StatusTarget(.post, site: .community, native: "p1")
        let item = try await run.writing.queue(.vote(.down, on: target), as: app.ann, id: nil, undo: .zero)
        let failed = try await run.wait(for: .failed, of: item)
        #expect(failed.reason?.code == .invalidInput && server.count(of: "/v1/posts/p1/like") == 0)
        try await run.finish()
    }

    // MARK: Comments

    @Test func aCommentIsFirstAtOnceAndKeepsItsNameWhenItIsSent() async throws {
        let (run, writer) = try await start()
        server.setPosts { $0.comment("older", on: "p1", by: "ben", at: Date(timeIntervalSince1970: 1_600_000_000)) }
        _ = try await CommunityPosts().thread("p1")
        server.cut()
        let item = try #require(try await writer.comment("Well drawn", on: "p1"))
        let before = try await comments("p1")
        #expect(before.map(\.text) == ["Well drawn", "older"] && before.first?.isOwn == true)
        #expect(before.first?.author?.id == "id-ann" && before.first?.own?.isUnsent == true)
        try await run.reconnect()
        await run.settle()
        let after = try await CommunityPosts().thread("p1").comments
        #expect(after.map(\.text) == ["Well drawn", "older"] && after.first?.id == "c2")
        #expect(after.first?.name == item.rawValue && after.first?.isOwn == true)
        try await run.finish()
    }

    @Test func aTextThatTheRuleDoesNotAllowIsNotQueued() async throws {
        let (run, writer) = try await start()
        for text in ["", "one\ntwo", "one\u{2028}", String(repeating: "가", count: 301)] {
            let error = await failure { try await writer.comment(text, on: "p1") }
            #expect(error?.code == .invalidInput)
        }
        // Nor is one that comes by other ways.
        let target = StatusTarget(.post, site: .community, native: "p1")
        let error = await failure { try await run.writing.queue(.reply("a\nb", to: target, in: nil), as: app.ann) }
        #expect(error?.code == .invalidInput && run.writing.outbox.value.items.isEmpty)
        try await writer.comment(String(repeating: "가", count: 300), on: "p1")
        await run.settle()
        #expect(server.posts.post("p1")?.comments.map(\.text.unicodeScalars.count) == [300])
        try await run.finish()
    }

    @Test func aCommentWhoseAnswerIsLostIsFoundAndNotSentAgain() async throws {
        let (run, writer) = try await start()
        // The same words were there before, so those are not it.
        server.setPosts { $0.comment("Nice", on: "p1", by: "ann", at: app.clock.now) }
        _ = try await CommunityPosts().thread("p1")
        server.loseAnswers(to: "POST /v1/posts/p1/comments")
        let item = try await writer.comment("Nice", on: "p1")
        let sent = try await run.wait(for: .sent, of: item)
        #expect(sent.result == "c2" && server.count(of: "/v1/posts/p1/comments") == 1)
        #expect(try await comments("p1").map(\.text) == ["Nice", "Nice"])
        try await run.finish()
    }

    @Test func twoEqualCommentsWhoseAnswersAreLostAreTwo() async throws {
        let (run, writer) = try await start()
        _ = try await CommunityPosts().thread("p1")
        server.loseAnswers(to: "POST /v1/posts/p1/comments")
        let first = try await writer.comment("Nice", on: "p1")
        let second = try await writer.comment("Nice", on: "p1")
        let results = [
            try await run.wait(for: .sent, of: first).result, try await run.wait(for: .sent, of: second).result,
        ]
        #expect(Set(results) == ["c1", "c2"] && server.count(of: "/v1/posts/p1/comments") == 2)
        try await run.finish()
    }

    @Test func aCommentThatDidNotArriveIsSentAgainOnceItHasSettled() async throws {
        let (run, writer) = try await start()
        server.fail("POST /v1/posts/p1/comments", with: NetworkError(.timedOut))
        let item = try await writer.comment("Nice", on: "p1")
        // It was looked for once, too early to say that it is not there.
        try await run.paused(.checking)
        #expect(server.posts.post("p1")?.comments.isEmpty == true)
        app.clock.advance(by: .seconds(61))
        try await run.send()
        #expect(try await run.wait(for: .sent, of: item).result == "c1")
        #expect(server.posts.post("p1")?.comments.map(\.text) == ["Nice"])
        try await run.finish()
    }

    @Test func aCommentThatAFailingServerDidNotTakeIsSentAgain() async throws {
        let (run, writer) = try await start()
        server.answer("POST /v1/posts/p1/comments", with: 500)
        let item = try await writer.comment("Nice", on: "p1")
        try await run.paused(.pending)
        try await run.send()
        #expect(try await run.wait(for: .sent, of: item).result == "c1")
        #expect(server.posts.post("p1")?.comments.count == 1)
        try await run.finish()
    }

    @Test func aCutAnswerIsLookedForAndNeverSentAgain() async throws {
        let (run, writer) = try await start()
        server.answer("/v1/posts/p1/comments", body: #"{"comment_id":"#)
        server.setPosts { $0.comment("Nice", on: "p1", by: "ann", at: app.clock.now) }
        let item = try await writer.comment("Nice", on: "p1")
        let sent = try await run.wait(for: .sent, of: item)
        #expect(sent.result == "c1" && server.count(of: "/v1/posts/p1/comments") == 1)
        try await run.finish()
    }

    @Test func aCommentOnAPostThatIsGoneFailsWithItsText() async throws {
        let (run, writer) = try await start()
        server.setPosts { $0.posts.removeAll { $0.id == "p1" } }
        let item = try await writer.comment("Nice", on: "p1")
        let failed = try await run.wait(for: .failed, of: item)
        #expect(failed.text == "Nice" && failed.reason?.message == StatusSentence.postGone.text)
        try await run.finish()
    }

    // MARK: Deleting

    @Test func aCommentThatIsDeletedIsGoneAtOnceAndComesBackWhereThatFails() async throws {
        let (run, writer) = try await start()
        server.setPosts { $0.comment("Nice", on: "p1", by: "ann", at: app.clock.now) }
        _ = try await CommunityPosts().thread("p1")
        server.cut()
        var item = try await writer.uncomment("c1", on: "p1")
        #expect(try await comments("p1").isEmpty)
        server.answer("DELETE /v1/posts/p1/comments/c1", with: 445)
        try await run.reconnect()
        let failed = try await run.wait(for: .failed, of: item)
        #expect(failed.reason?.message == StatusSentence.notOwner.text)
        #expect(try await comments("p1").map(\.text) == ["Nice"])

        item = try await writer.uncomment("c1", on: "p1")
        try await run.done(item)
        #expect(server.posts.post("p1")?.comments.isEmpty == true)
        #expect(try await CommunityPosts().thread("p1").comments.isEmpty)
        try await run.finish()
    }

    @Test func deletingWhatIsGoneIsDone() async throws {
        let (run, writer) = try await start()
        server.setPosts { $0.comment("Nice", on: "p1", by: "ann", at: app.clock.now) }
        _ = try await CommunityPosts().thread("p1")
        server.setPosts { table in
            table.change("p1") { $0.comments = [] }
            table.posts.removeAll { $0.id == "mine" }
        }
        try await run.done(writer.uncomment("c1", on: "p1"))
        try await run.done(writer.delete("mine"))
        #expect(try await run.stored(.all(category: nil)) == ["p1"])
        try await run.finish()
    }

    @Test func aCommentThatIsNotStoredIsAskedForBeforeItIsDeleted() async throws {
        let (run, writer) = try await start()
        server.setPosts { table in
            table.comment("Nice", on: "p1", by: "ann", at: app.clock.now)
            table.comment("Mine", on: "p1", by: "ben", at: app.clock.now)
        }
        try await run.done(writer.uncomment("c1", on: "p1"))
        #expect(server.posts.post("p1")?.comments.map(\.id) == ["c2"])
        #expect(await failure { try await writer.uncomment("c9", on: "p1") }?.code == .notFound)
        #expect(await failure { try await writer.uncomment("c2", on: "p1") }?.code == .invalidInput)
        try await run.finish()
    }

    @Test func aPostThatIsNotOnesOwnIsNotDeleted() async throws {
        let (run, writer) = try await start()
        #expect(await failure { try await writer.delete("p1") }?.code == .invalidInput)
        #expect(run.writing.outbox.value.items.isEmpty)
        try await run.finish()
    }

    // MARK: Without a network, and without a session

    @Test func whatIsDoneWithoutANetworkIsKeptOverALaunchAndSent() async throws {
        var (run, writer) = try await start()
        server.cut()
        try await writer.like("p1", true)
        try await writer.comment("Nice", on: "p1")
        try await writer.delete("mine")
        // What is being sent when the app ends would be looked for.
        try await run.paused(.pending)
        try await run.finish()

        run = try await app.start(signingIn: nil)
        let shown = try await post("p1", run)
        #expect(shown.isLiked && shown.likes == 1)
        #expect(try await comments("p1").map(\.text) == ["Nice"])
        #expect(try await post("mine", run).isDeleted)
        try await run.writing.load()
        try await run.reconnect()
        await run.settle()
        #expect(server.posts.posts.map(\.id) == ["p1"])
        #expect(server.posts.post("p1")?.likes == ["id-ann"])
        #expect(server.posts.post("p1")?.comments.map(\.text) == ["Nice"])
        try await run.finish()
    }

    @Test func anExpiredTokenIsRenewedAndAnEndedSessionKeepsTheWish() async throws {
        let (run, writer) = try await start()
        server.expire()
        try await run.wait(for: .sent, of: writer.comment("Nice", on: "p1"))
        #expect(server.posts.post("p1")?.comments.count == 1)
        server.answer("POST /v1/posts/p1/like", with: 401)
        let item = try await writer.like("p1", true)
        await run.community.sessions.state.first { $0 == .expired }
        #expect(run.writing.outbox.value.items.map(\.id) == [item])
        try await run.community.sessions.signIn(
            with: [.email: Secret("ann@example.com"), .password: Secret("lantern")])
        await run.settle()
        #expect(server.posts.post("p1")?.likes == ["id-ann"])
        try await run.finish()
    }

    // MARK: Other words

    @Test func anUnsentTextIsChangedByTheRuleOfItsKind() async throws {
        let (run, writer) = try await start()
        server.cut()
        let publishing = run.community.publishing
        func queue(_ change: PostEdit) async throws -> OutboxItem.ID {
            try #require(try await run.writing.queue(try publishing.edit("mine", change), as: app.ann))
        }
        let comment = try #require(try await writer.comment("Old", on: "p1"))
        let (text, category) = (
            try await queue(PostEdit(text: "Old")), try await queue(PostEdit(category: "CategoryZ_pet"))
        )
        try await run.paused(.pending)
        for (id, wrong) in [(text, "1\n2\n3\n4\n5"), (text, ""), (comment, "a\nb"), (category, "It has none")] {
            let error = await #expect(throws: DataError.self) { try await run.writing.decide(.edit(wrong), on: id) }
            #expect(error?.code == .invalidInput, "\(wrong)")
        }
        for id in [text, comment] { try await run.writing.decide(.edit("New"), on: id) }
        let items = run.writing.outbox.value.items
        #expect(items.first { $0.id == comment }?.text == "New")
        let payload = try #require(items.first { $0.id == text }?.payload)
        #expect(try publishing.edits.payload(of: payload) == PostEdit(text: "New"))
        try await run.finish()
    }
}

extension StatusSentence {
    /// The English sentence.
    var text: String { CommunityFormat(language: .english).format.text(self) }
}
