import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What a person sees in a thread of their own unsent and just sent comments.
@Suite(.timeLimit(.minutes(5)))
struct OwnTextsTests {
    private let world: OwnTextsWorld
    private let post: StatusTarget = .post(.mock("t3_a"))

    init() throws { world = try OwnTextsWorld() }

    private func comment(_ native: String) -> StatusTarget { .comment(.mock(native)) }
    private func comment(_ id: OutboxEntry.ID) -> StatusTarget { .comment(.mock(id.rawValue)) }

    private func stored() async throws -> StoredThread {
        try #require(try await world.comments().storedThread(of: world.post))
    }

    // MARK: New ones

    @Test func aReplyStandsInTheThreadAtOnceAndAfterARelaunch() async throws {
        try await world.fetch("t1_a", " t1_b", "t1_c") { $0.score = 5 }
        let id = try await world.reply("hello", to: comment("t1_a"))
        let rows = ["t1_a", " t1_b", " \(id) + hello", "t1_c"]
        #expect(try await world.rows() == rows)
        let thread = try await stored()
        let own = try #require(thread.own[.mock(id.rawValue)])
        #expect(own.state == .pending && own.pending == [.reply] && own.made?.rawValue == id.rawValue)
        let shown = try #require(thread.thread.comments.first { $0.id == .mock(id.rawValue) })
        #expect(shown.score == nil && shown.created == world.now.date && shown.parent == .comment(.mock("t1_a")))
        #expect(thread.statuses[shown.id]?.vote == .up)
        try await world.relaunch()
        #expect(try await world.rows() == rows)
    }

    @Test func nobodyElseSeesIt() async throws {
        try await world.fetch("t1_a")
        try await world.reply("hello", to: comment("t1_a"))
        let ben = AccountKey(site: .demo, name: "t2_ben")
        #expect(try await world.rows(for: ben) == ["t1_a"])
        let nobody = DatabaseCommentProvider(store: world.store)
        #expect(try await nobody.storedThread(of: world.post)?.thread.comments.count == 1)
    }

    @Test func repliesToUnsentOnesNest() async throws {
        try await world.fetch("t1_a") { $0.score = 5 }
        let first = try await world.reply("one", to: post)
        let second = try await world.reply("two", to: comment(first))
        #expect(try await world.rows().suffix(2) == ["\(first) + one", " \(second) + two"])
        // The first is sent, and the second stands below what it became.
        try await world.send()
        try await world.answer(first, .done(result: "t1_x", value: nil))
        #expect(try await world.rows().contains(" \(second) + two"))
        let thread = try await stored()
        #expect(thread.thread.comments.first { $0.id == .mock(second.rawValue) }?.parent == .comment(.mock("t1_x")))
    }

    @Test(arguments: [CommentSort.new, .old, .top, .confidence, nil])
    func aNewOneStandsWhereTheOrderHasIt(sort: CommentSort?) async throws {
        var score = 4
        try await world.fetch("t1_a", "t1_b", "t1_c", "t1_d", sort: sort) { comment in
            comment.score = score
            score -= 2
        }
        let id = try await world.reply("new", to: post)
        let index = try #require(try await stored().thread.comments.firstIndex { $0.id == .mock(id.rawValue) })
        // The scores are 4, 2, 0 and -2, and a new comment has one point.
        let expected = sort == .new ? 0 : sort == .old ? 4 : 2
        #expect(index == expected)
    }

    @Test func aReplyInAThreadThatIsNotStoredIsAThread() async throws {
        let id = try await world.reply("dark", to: post)
        let thread = try await stored()
        #expect(OwnTextsWorld.rows(thread) == ["\(id) + dark"])
        #expect(!thread.isFetched)
        #expect(try await world.comments().storedCounts(of: [world.post]).isEmpty, "it is not fetched")
    }

    @Test func whatIsUnsentDoesNotKeepAThreadFromBeingFetched() async throws {
        let id = try await world.reply("dark", to: post)
        let online = MockOnlineCommentProvider()
        let provider = DefaultCommentProvider(
            offline: posts(), comments: world.comments(), online: online, time: ManualClock())
        var request = ThreadRequest(post: world.post)
        online.onFetchThread.fails(with: DataError(.offline, isRetryable: true))
        let failed = try await provider.thread(request)
        #expect(failed.error?.code == .offline && failed.fetched == nil)
        #expect(failed.thread?.comments.map(\.id) == [.mock(id.rawValue)] && failed.own.count == 1)
        request.policy = .storedThenNetwork
        online.onFetchThread.returns(.mock("t1_a", "t1_b"))
        let fetched = try await provider.thread(request)
        #expect(fetched.thread?.comments.count == 3 && fetched.fetched != nil && fetched.own.count == 1)
        // Sorted here, it has the point of its author: the others have three.
        request = ThreadRequest(post: world.post, sort: .top)
        request.policy = .storedOnly
        let sorted = try await provider.thread(request)
        #expect(sorted.isApproximate && sorted.thread?.comments.last?.id == .mock(id.rawValue))
        #expect(sorted.thread?.comments.last?.score == nil)
    }

    // MARK: States

    @Test func theStateIsShownAndAFailureHasItsReason() async throws {
        try await world.fetch("t1_a")
        let id = try await world.reply("hello", to: comment("t1_a"))
        func state() async throws -> OwnText? { try await stored().own[.mock(id.rawValue)] }
        try await world.send()
        #expect(try await state()?.state == .sending)
        try await world.answer(id, .unknown(OutboxEntry.Reason(.timedOut, "late"), isAnswered: false))
        #expect(try await state()?.state == .checking)
        let look = try #require(world.looks[id])
        try await world.follow(
            .looked(id, attempt: look, .unclear(OutboxEntry.Reason(.outcomeUnknown, "it cannot be told"))))
        #expect(try await state()?.state == .unsure)
        try await world.decide(.send(as: nil), on: id)
        try await world.send()
        try await world.answer(id, .refused(OutboxEntry.Reason(.forbidden, "locked")))
        let own = try #require(try await state())
        #expect(own.state == .failed && own.shownIntent?.reason?.message == "locked")
        #expect(try await world.rows() == ["t1_a", " \(id) + hello"])
        try await world.decide(.giveUp(nil), on: id)
        #expect(try await world.rows() == ["t1_a"])
    }

    @Test func aSentOneKeepsItsPlaceAndItsName() async throws {
        try await world.fetch("t1_a", "t1_b") { $0.score = 3 }
        let id = try await world.reply("hello", to: comment("t1_a"))
        try await world.send()
        try await world.answer(id, .done(result: "t1_x", value: nil))
        #expect(try await world.rows() == ["t1_a", " t1_x hello", "t1_b"])
        var thread = try await stored()
        #expect(thread.own[.mock("t1_x")]?.name(of: .mock("t1_x")) == .mock(id.rawValue))
        #expect(thread.own[.mock("t1_x")]?.state == nil)
        // The server's own copy comes.
        world.uptime += 100
        try await world.fetch("t1_a", " t1_x", "t1_b", at: world.moment) { $0.score = $0.id == .mock("t1_x") ? 1 : 3 }
        thread = try await stored()
        #expect(OwnTextsWorld.rows(thread) == ["t1_a", " t1_x", "t1_b"])
        #expect(thread.own[.mock("t1_x")]?.name(of: .mock("t1_x")) == .mock(id.rawValue))
        #expect(thread.thread.comments[1].score == 1)
    }

    @Test func whatMayHaveArrivedAndIsThereIsShownOnce() async throws {
        try await world.fetch("t1_a") { $0.author = "ben" }
        let id = try await world.reply("hello", to: comment("t1_a"))
        let below = try await world.reply("below", to: comment(id))
        try await world.send()
        try await world.answer(id, .unknown(OutboxEntry.Reason(.timedOut, "late"), isAnswered: false))
        // The server has it, and nobody knows under which id.
        try await world.fetch("t1_a", " t1_x", at: world.moment) { comment in
            if comment.id == .mock("t1_x") { (comment.author, comment.body) = ("Anna", "hello\n") }
        }
        let seen = try await world.shown(by: "anna")
        #expect(OwnTextsWorld.rows(seen) == ["t1_a", " t1_x + hello\n", "  \(below) + below"])
        #expect(seen.own[.mock("t1_x")]?.state == .checking)
        #expect(seen.own[.mock("t1_x")]?.name(of: .mock("t1_x")) == .mock(id.rawValue))
        // It is somebody else's for all that is known.
        #expect(OwnTextsWorld.rows(try await world.shown(by: "carol")).count == 4)
    }

    // MARK: Answers that are too old

    @Test func aSentOneDoesNotVanishFromAStaleAnswer() async throws {
        try await world.fetch("t1_a")
        let before = world.moment
        let id = try await world.reply("hello", to: comment("t1_a"))
        try await world.send()
        try await world.answer(id, .done(result: "t1_x", value: nil))
        let rows = ["t1_a", " t1_x hello"]
        // Asked for before it was sent.
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: before)) == rows)
        // Within the settle time, and at a moment that nobody knows.
        world.uptime += 30
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: world.moment)) == rows)
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a")) == rows)
        // The server has it; then a stale copy again.
        world.uptime += 40
        try await world.fetch("t1_a", " t1_x", at: world.moment)
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: before)) == ["t1_a", " t1_x"])
        // Later the server does not have it any more, and counts.
        world.uptime += 40
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: world.moment)) == ["t1_a"])
        #expect(try await stored().own.isEmpty)
    }

    @Test func whatAnAnswerLeavesOutStays() async throws {
        try await world.fetch("t1_a")
        let id = try await world.reply("hello", to: comment("t1_a"))
        try await world.send()
        try await world.answer(id, .done(result: "t1_x", value: nil))
        world.uptime += 100
        // The replies to the comment are cut off.
        let cut = try await world.fetch("t1_a", " …2", at: world.moment)
        #expect(OwnTextsWorld.rows(cut) == ["t1_a", " t1_x hello", " …"])
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: world.moment)) == ["t1_a"])
    }

    @Test func aDeletedOneDoesNotReturnFromAStaleAnswer() async throws {
        try await world.fetch("t1_a", " t1_b")
        let before = world.moment
        let id = try await world.delete(comment("t1_a"))
        #expect(try await world.rows() == ["t1_a x", " t1_b"])
        #expect(try await stored().thread.comments[0].removal == .deletedByAuthor)
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", " t1_b", at: world.moment)) == ["t1_a x", " t1_b"])
        try await world.send()
        try await world.answer(id, .done(result: nil, value: nil))
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", " t1_b", at: before)) == ["t1_a x", " t1_b"])
        world.uptime += 70
        // The server says that it is there, after all.
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", " t1_b", at: world.moment)) == ["t1_a", " t1_b"])
    }

    @Test func anEditShowsItsTextAndAFailedOneTheServers() async throws {
        try await world.fetch("t1_a")
        let before = world.moment
        let id = try await world.edit("better", of: comment("t1_a"))
        #expect(try await world.rows() == ["t1_a better"])
        let own = try #require(try await stored().own[.mock("t1_a")])
        #expect(own.pending == [.edit] && own.serverText == Core.Comment.mock("t1_a").body && !own.isUnsent)
        try await world.send()
        try await world.answer(id, .refused(OutboxEntry.Reason(.forbidden, "no")))
        #expect(try await world.rows() == ["t1_a"])
        #expect(try await stored().own[.mock("t1_a")]?.state == .failed)
        try await world.decide(.send(as: nil), on: id)
        try await world.send()
        try await world.answer(id, .done(result: nil, value: nil))
        #expect(try await world.rows() == ["t1_a better"])
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: before)) == ["t1_a better"])
        // What the server took last is what a next edit changes.
        let known = try await DatabaseKnownThings(store: world.store).text(of: comment("t1_a"))
        #expect(known?.text == "better")
        world.uptime += 70
        let settled = try await world.fetch("t1_a", at: world.moment) { $0.body = "best" }
        #expect(OwnTextsWorld.rows(settled) == ["t1_a best"])
        // An answer from before has nothing to say, however late it comes.
        #expect(OwnTextsWorld.rows(try await world.fetch("t1_a", at: before)) == ["t1_a best"])
    }

    @Test func aFailedDeletionBringsItBack() async throws {
        try await world.fetch("t1_a")
        let id = try await world.delete(comment("t1_a"))
        #expect(try await world.comments().search("comment", limit: 9).isEmpty)
        try await world.send()
        try await world.answer(id, .refused(OutboxEntry.Reason(.forbidden, "no")))
        #expect(try await world.rows() == ["t1_a"])
        #expect(try await stored().own[.mock("t1_a")]?.state == .failed)
        #expect(try await world.comments().search("comment", limit: 9).count == 1)
    }

    // MARK: Posts

    private func posts() -> DatabasePostProvider {
        DatabasePostProvider(store: world.store, owner: .account(world.anna), time: ManualClock())
    }

    @Test func anUnsentPostIsInAListOfItsOwnAndHasDetails() async throws {
        let id = try await world.submit("Light", text: "It is back.", to: "r/power")
        let name = Post.ID.mock(id.rawValue)
        let feed = Feed(site: .demo, source: .unsent, sort: nil)
        let listed = try await posts().storedFeed(feed)
        #expect(listed.items.map(\.id) == [name] && listed.isEnd)
        let item = try #require(try await posts().items([name]).first)
        #expect(item == listed.items.first)
        #expect(item.post.title == "Light" && item.post.text == "It is back." && item.post.subreddit == "power")
        #expect(item.post.score == nil && item.own?.state == .pending && item.own?.pending == [.submit])
        let nobody = DatabasePostProvider(store: world.store, time: ManualClock())
        #expect(try await nobody.items([name]).isEmpty)
        #expect(try await nobody.storedFeed(feed).items.isEmpty)
        // A reply to it has a thread.
        let reply = try await world.reply("first", to: .post(name), in: name)
        let thread = try #require(try await world.comments().storedThread(of: name))
        #expect(OwnTextsWorld.rows(thread) == ["\(reply) + first"])
        try await world.send()
        try await world.answer(id, .done(result: "t3_x", value: nil))
        #expect(try await posts().storedFeed(feed).items.isEmpty)
        // It has the site's id now, and is found by both.
        #expect(try await posts().items([name, .mock("t3_x")]).map(\.id) == [.mock("t3_x"), .mock("t3_x")])
        #expect(try await world.comments().storedThread(of: .mock("t3_x"))?.thread.comments.count == 1)
    }

    @Test func anOwnPostIsShownAsItIsWanted() async throws {
        let feed = Feed.mock()
        var page = Page.mock("t3_a", "t3_b")
        page.posts[0].text = "old"
        // As Reddit says of a text: its address is its own page.
        page.posts[0].url = ResourceLink("/r/a/comments/a/old/", on: .reddit)
        _ = try await posts().commit(page, to: feed, at: .head, date: world.now.date)
        let edit = try await world.edit("new", of: post)
        func item() async throws -> FeedItem { try #require(try await posts().storedFeed(feed).items.first) }
        #expect(try await item().post.text == "new")
        #expect(try await item().own?.serverText == "old")
        #expect(try await posts().storedFeed(feed).items[1].own == nil)
        let found = try await DatabasePostSearchProvider(store: world.store, owner: .account(world.anna))
            .search(PostSearchRequest(SearchQuery(page.posts[0].title))).items
        #expect(found.first { $0.id == .mock("t3_a") }?.post.text == "new")
        try await world.send()
        try await world.answer(edit, .done(result: nil, value: nil))
        // A page that was asked for before has the old text.
        page.begin.moment = world.moment
        _ = try await posts().commit(page, to: feed, at: .head, date: world.now.date)
        #expect(try await item().post.text == "new")
        #expect(try await item().own?.state == nil)
        world.uptime += 70
        page.begin.moment = world.moment
        page.posts[0].text = "newest"
        _ = try await posts().commit(page, to: feed, at: .head, date: world.now.date)
        #expect(try await item().post.text == "newest")
        #expect(try await item().own == nil)
        let deletion = try await world.delete(post)
        #expect(try await item().post.media.kind == .removed)
        #expect(try await item().own?.isDeleted == true)
        var changes = posts().changes().makeAsyncIterator()
        try await world.send()
        try await world.answer(deletion, .refused(OutboxEntry.Reason(.forbidden, "no")))
        #expect(try await item().post.text == "newest")
        #expect(try await item().own?.state == .failed)
        var isAnnounced = false
        while !isAnnounced, let change = await changes.next() { isAnnounced = change.posts.contains(.mock("t3_a")) }
        #expect(isAnnounced)
    }

    @Test func aSearchFindsWhatIsUnsent() async throws {
        try await world.fetch("t1_a", "t1_b")
        func found(_ text: String, limit: Int = 9, by account: AccountKey? = nil) async throws -> [String] {
            try await world.comments(for: account).search(text, limit: limit).map(\.id.native)
        }
        let id = try await world.reply("a needle in t1_a", to: comment("t1_a"))
        #expect(try await found("NEEDLE") == [id.rawValue])
        #expect(try await found("t1_a") == [id.rawValue, "t1_a"])
        #expect(try await found("t1_a", limit: 1) == [id.rawValue])
        #expect(try await found("needle", by: AccountKey(site: .demo, name: "t2_ben")).isEmpty)
        // As it is wanted by now.
        try await world.decide(.edit(OutboxText(text: "a pin", post: "t3_a").payload()), on: id)
        #expect(try await found("needle").isEmpty)
        let match = try #require(try await world.comments().search("pin", limit: 1).first)
        #expect(match.comment.body == "a pin" && match.post == world.post)
        try await world.decide(.giveUp(nil), on: id)
        #expect(try await found("pin").isEmpty)
        // Of a comment that is stored, by the words that it is to have.
        try await world.edit("a thread", of: comment("t1_b"))
        #expect(try await found("thread") == ["t1_b"])
        #expect(try await found("thread", by: AccountKey(site: .demo, name: "t2_ben")).isEmpty)
        try await world.delete(comment("t1_b"))
        #expect(try await found("thread").isEmpty)
    }

    // MARK: What is kept

    @Test func whatIsNotNeededAnyMoreIsForgotten() async throws {
        try await world.fetch("t1_a")
        let id = try await world.reply("hello", to: comment("t1_a"))
        try await world.send()
        try await world.answer(id, .done(result: "t1_x", value: nil))
        func count() throws -> Int { try world.store.read { try $0.count(of: StatusSchemas.ownTexts) } }
        #expect(try count() == 1)
        world.uptime += 70
        try await world.fetch("t1_a", " t1_x", at: world.moment)
        #expect(try count() == 1, "an older answer may still come")
        world.uptime += 3600
        try await world.fetch("t1_a", " t1_x", at: world.moment)
        #expect(try count() == 0)
        #expect(try await world.rows() == ["t1_a", " t1_x"])
    }

    @Test func whatNobodyFetchesAgainIsForgottenAfterThirtyDays() async throws {
        func kept() throws -> [String] {
            try world.store.read { try $0.window(of: StatusSchemas.ownTexts).map(\.id.target.native) }.sorted()
        }
        try await world.fetch("t1_a")
        let elsewhere = Post.ID.mock("t3_z")
        for (native, parent, thread) in [
            ("t1_x", comment("t1_a"), world.post), ("t1_y", .post(elsewhere), elsewhere),
        ] {
            let id = try await world.reply("hello", to: parent, in: thread)
            try await world.send()
            try await world.answer(id, .done(result: native, value: nil))
        }
        world.uptime += 29 * 86_400
        let third = try await world.reply("again", to: .post(elsewhere), in: elsewhere)
        try await world.send()
        try await world.answer(third, .done(result: "t1_z", value: nil))
        #expect(try kept() == ["t1_x", "t1_y", "t1_z"])
        // With the marks, and with the next text.
        world.uptime += 2 * 86_400
        let clock = ManualClock()
        clock.advance(by: .seconds(31 * 86_400 + 200))
        _ = try await DatabasePostProvider(store: world.store, time: clock).forgetMarks(before: clock.now)
        #expect(try kept() == ["t1_x", "t1_z"], "A stored thread is shown with it.")
        #expect(try await world.rows() == ["t1_a", " t1_x hello"])
        world.uptime += 31 * 86_400
        let last = try await world.reply("once more", to: comment("t1_a"))
        try await world.send()
        try await world.answer(last, .done(result: "t1_w", value: nil))
        #expect(try kept() == ["t1_w", "t1_x"])
    }

    @Test func aThreadThatComesLaterNamesThePlaceOfAText() async throws {
        // What it answers is not stored, so that nobody knows whose thread it is in.
        _ = try await world.reply("hello", to: comment("t1_a"), thread: nil)
        func new() throws -> [Post.ID] {
            try world.store.read { Array(try $0.ownTexts(for: .account(world.anna)).new.keys) }
        }
        #expect(try new().isEmpty)
        try await world.fetch("t1_a")
        #expect(try new() == [world.post])
    }

    @Test func itGoesWithItsAccountAndWithItsThread() async throws {
        try await world.fetch("t1_a")
        func count() throws -> Int { try world.store.read { try $0.count(of: StatusSchemas.ownTexts) } }
        for wipes in [true, false] {
            let id = try await world.reply("hello", to: comment("t1_a"))
            try await world.send()
            try await world.answer(id, .done(result: "t1_x", value: nil))
            #expect(try count() == 1)
            if wipes {
                try await posts().wipe(world.anna)
            } else {
                _ = try await world.comments().evictThreads(of: [world.post])
            }
            #expect(try count() == 0)
        }
    }

    /// A server that takes everything.
    private struct TakingSender: OutboxSender {
        func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer { .done(result: "t1_x", value: nil) }
        func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
        func read(_ request: OutboxRequest) async throws -> OutboxReading { .value("") }
        func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }
    }

    @Test func theOutboxInUseKeepsWhatItSent() async throws {
        try await world.fetch("t1_a")
        var limits = Outbox.Limits()
        limits.kinds[.reply] = 1...1
        let outbox = DefaultOutboxProvider(
            store: DatabaseOutboxStore(store: world.store), senders: [.reply: TakingSender()], limits: limits,
            time: ManualClock(), boot: "boot", random: SeededRandomSource(seed: 1))
        try await world.reply("hello", to: comment("t1_a"))
        try await outbox.open()
        await outbox.handle(.session(world.anna, epoch: 1))
        for await state in outbox.state.values where !state.sent.isEmpty { break }
        #expect(try await world.rows() == ["t1_a", " t1_x hello"])
        #expect(try await stored().own[.mock("t1_x")]?.made?.rawValue == OwnTextsWorld.id(0).rawValue)
    }

    @Test func aChangeOfStateIsAnnounced() async throws {
        try await world.fetch("t1_a")
        var changes = world.comments().changes().makeAsyncIterator()
        let id = try await world.reply("hello", to: comment("t1_a"))
        #expect(await changes.next() == [world.post])
        try await world.send()
        #expect(await changes.next() == [world.post])
        try await world.answer(id, .done(result: "t1_x", value: nil))
        #expect(await changes.next() == [world.post])
    }

    // MARK: All of it

    @Test(arguments: 1...40)
    func whatIsSeenIsWhatTheServerTookAndWhatIsUnsent(seed: UInt64) async throws {
        let oracle = try OwnTextsOracle(seed: seed)
        for _ in 0..<80 {
            try await oracle.step()
            let faults = try await oracle.faults()
            try #require(faults.isEmpty, "seed \(seed): \(faults)\n\(oracle.log.joined(separator: "\n"))")
        }
    }
}
