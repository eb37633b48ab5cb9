import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

/// Answers as they are fetched, stored, shown and marked.
@Suite(.timeLimit(.minutes(5)))
struct DefaultAnswerProviderTests {
    private let world: AnswerWorld
    private let anna = AnswerWorld.anna
    private let ben = AnswerWorld.ben

    private var server: AnswerServer { world.server }
    private var provider: DefaultAnswerProvider { world.provider }

    init() throws {
        world = try AnswerWorld()
    }

    private func inbox(_ names: String, isRead: String = "", to account: AccountKey? = nil) -> [Answer] {
        let names = names.split(separator: " ").map(String.init)
        return names.map { name in
            AnswerWorld.answer(
                name, to: account ?? anna, at: Double(name.utf8.first ?? 0), isRead: isRead.contains(name))
        }
    }

    // MARK: Reading

    @Test func whatCameIsStoredAndReadAgain() async throws {
        server.set(inbox("c b a", isRead: "b"))
        let update = try await provider.refresh(for: anna)
        #expect(update.answers.map(AnswerWorld.text) == ["c!", "b", "a!"])
        #expect(update.unreadCount == 2 && update.newCount == 2 && update.count == 3 && update.error == nil)
        #expect(update.origin == .network(source: "test", completeness: .full) && !update.hasMore)
        #expect(update.refreshed == world.clock.now)
        var expected = AnswerWorld.answer("c", at: Double(UInt8(ascii: "c")))
        #expect(update.answers[0] == expected)
        // Without a network the same is there.
        server.fail(NetworkError(.offline))
        let stored = try await provider.stored(for: anna)
        #expect(stored.answers == update.answers && stored.origin == .database && stored.newCount == 0)
        let unread = try await provider.stored(for: anna, isUnreadOnly: true, limit: 1)
        #expect(unread.answers.map(AnswerWorld.text) == ["c!"] && unread.count == 2 && unread.unreadCount == 2)
        expected.body = nil
        server.fail(nil)
        server.set([expected])
        #expect(try await provider.refresh(for: anna).answers[0].body == nil, "a text that was taken away is gone")
    }

    @Test func anErrorStandsOverWhatIsStored() async throws {
        server.set(inbox("b a"))
        _ = try await provider.refresh(for: anna)
        server.fail(NetworkError(.unauthorized))
        let update = try await provider.refresh(for: anna)
        #expect(update.error?.code == .unauthorized && update.answers.count == 2 && update.unreadCount == 2)
        #expect(update.origin == .database)
        let more = try await AnswerWorld(isOffline: true).provider.refresh(for: anna)
        #expect(more.error?.code == .offline && more.answers.isEmpty)
        server.fail(CancellationError())
        await #expect(throws: CancellationError.self) { try await provider.refresh(for: anna) }
    }

    @Test func nobodyGetsWhatIsForAnother() async throws {
        server.set(inbox("b a"))
        server.set(inbox("z", to: ben), for: ben)
        _ = try await provider.refresh(for: anna)
        let update = try await provider.refresh(for: ben)
        #expect(update.answers.map(\.id) == [AnswerWorld.id("z", ben)])
        #expect(try await world.shown() == ["b!", "a!"])
        #expect(Set(server.requests.map(\.account)) == [anna, ben])
        // What a backend sends of somebody else's is not taken.
        server.set(inbox("y", to: anna), for: ben)
        let mixed = try await provider.refresh(for: ben)
        #expect(mixed.error?.code == .unauthorized && mixed.answers == update.answers && mixed.unreadCount == 1)
        // The marks of one are not those of another.
        server.set(inbox("a", to: ben), for: ben)
        _ = try await provider.refresh(for: ben)
        try await provider.mark(true, [AnswerWorld.id("a", ben)])
        #expect(try await world.shown(for: ben) == ["z", "a*"])
        #expect(try await world.shown() == ["b!", "a!"])
    }

    @Test func pagesGoOnUntilTheyMeetWhatIsStored() async throws {
        server.set(inbox("c b a", isRead: "a b c"))
        _ = try await provider.refresh(for: anna)
        #expect(server.requests.count == 2, "one of the newest, one of what is unread")
        server.set(inbox("i h g f e d c b a", isRead: "a b c d e f g h i"))
        let update = try await provider.refresh(for: anna)
        #expect(update.answers.map(\.comment.native) == ["i", "h", "g", "f", "e", "d", "c", "b", "a"])
        #expect(update.newCount == 0, "they were read elsewhere")
        #expect(server.requests.dropFirst(2).map { $0.cursor?.rawValue } == [nil, "3", "6", nil])
    }

    @Test func moreComesFromBehindWhatIsStored() async throws {
        server.set(inbox("g f e d c b a"))
        let first = try await provider.refresh(for: anna)
        #expect(first.hasMore && first.answers.count == 7, "all that is unread is there")
        let read = "a b c d e f g"
        server.set(inbox("g f e d c b a", isRead: read, to: ben), for: ben)
        #expect(try await provider.refresh(for: ben).answers.count == 3)
        let more = try await provider.loadMore(for: ben)
        #expect(more.answers.count == 6 && more.hasMore)
        // A refresh that meets what is stored keeps the place.
        _ = try await provider.refresh(for: ben)
        let asked = server.requests.count
        let end = try await provider.loadMore(for: ben)
        #expect(server.requests.dropFirst(asked).map { $0.cursor?.rawValue } == ["6"])
        #expect(end.answers.count == 7 && !end.hasMore)
        let count = server.requests.count
        _ = try await provider.loadMore(for: ben)
        #expect(server.requests.count == count, "behind the end nothing is asked")
        let nobody = AccountKey(site: .demo, name: "t2_new")
        #expect(try await provider.loadMore(for: nobody).refreshed != nil, "the first time it is a refresh")
    }

    @Test func whoAsksMeanwhileGetsTheSameAnswer() async throws {
        server.set(inbox("a"))
        let (entered, leave) = (Gate(), Gate())
        server.meanwhile {
            entered.open()
            await leave.wait()
        }
        async let first = provider.refresh(for: anna)
        await entered.wait()
        async let second = provider.refresh(for: anna)
        while provider.flights.counts.waiters < 2 { await Task.yield() }
        leave.open()
        #expect(try await first == second)
        #expect(server.requests.count == 2)
    }

    // MARK: Marks

    @Test func aMarkIsShownAtOnceAndSentLater() async throws {
        server.set(inbox("c b a"))
        _ = try await provider.refresh(for: anna)
        let items = try await provider.mark(true, [AnswerWorld.id("b")])
        #expect(items.count == 1 && world.sender.sent.isEmpty)
        #expect(try await world.shown() == ["c!", "b*", "a!"])
        #expect(try await world.shown(isUnreadOnly: true) == ["c!", "a!"])
        let item = try #require(world.writing.outbox.value.items.first)
        #expect(item.kind == .read && item.value == "1" && item.account == anna)
        #expect(item.target == StatusTarget(.answer, site: .demo, native: "b"))
        // A refresh that does not know of it takes nothing back.
        _ = try await provider.refresh(for: anna)
        #expect(try await world.shown() == ["c!", "b*", "a!"])
        world.signIn(anna)
        try await world.writing.send(as: anna, waitingFor: nil)
        #expect(world.sender.sent == [["b 1"]])
        #expect(try await world.shown() == ["c!", "b", "a!"])
        // What is so already is not sent.
        #expect(try await provider.mark(true, [AnswerWorld.id("b")]).isEmpty)
        // A server's copy that is behind takes nothing back; one that has settled does.
        _ = try await provider.refresh(for: anna)
        #expect(try await world.shown() == ["c!", "b", "a!"])
        world.clock.advance(by: .seconds(61))
        _ = try await provider.refresh(for: anna)
        #expect(try await world.shown() == ["c!", "b!", "a!"])
    }

    @Test func marksCanBeTakenBack() async throws {
        server.set(inbox("a"))
        _ = try await provider.refresh(for: anna)
        try await provider.mark(true, [AnswerWorld.id("a")])
        try await provider.mark(false, [AnswerWorld.id("a")])
        #expect(try await world.shown() == ["a!"])
        #expect(world.writing.outbox.value.items.count <= 1, "the newest wish alone is kept")
        await #expect(throws: DataError.self) {
            try await provider.mark(true, [AnswerWorld.id("a"), AnswerWorld.id("unknown")])
        }
        #expect(try await world.shown(isUnreadOnly: true).count == 1, "of several none is marked then")
    }

    @Test func marksOfSeveralAreOneCommitForEachAccount() async throws {
        server.set(inbox("b a"))
        server.set(inbox("a", to: ben), for: ben)
        _ = try await provider.refresh(for: anna)
        _ = try await provider.refresh(for: ben)
        try await world.writing.load()
        let before = world.store.snapshot().version
        let ids = [AnswerWorld.id("b"), AnswerWorld.id("a"), AnswerWorld.id("a", ben)]
        #expect(try await provider.mark(true, ids).count == 3)
        #expect(world.store.snapshot().version == before + 2)
        #expect(try await world.shown() == ["b*", "a*"])
        #expect(try await world.shown(for: ben) == ["a*"], "What it has in common with another account's is its own.")
    }

    @Test func allIsAllThatWasKnown() async throws {
        server.set(inbox("c b a", isRead: "b"))
        _ = try await provider.refresh(for: anna)
        #expect(try await provider.markAllRead(for: anna).count == 2)
        server.set(inbox("d c b a", isRead: "b"))
        let update = try await provider.refresh(for: anna)
        #expect(update.answers.map(AnswerWorld.text) == ["d!", "c*", "b", "a*"] && update.unreadCount == 1)
        world.signIn(anna)
        try await world.writing.send(as: anna, waitingFor: nil)
        #expect(world.sender.sent == [["c 1", "a 1"]], "in one request")
        #expect(try await world.shown() == ["d!", "c", "b", "a"])
    }

    @Test func whatTheWholeListOfUnreadOnesLacksIsRead() async throws {
        server.set(inbox("f e d c b a"))
        _ = try await provider.refresh(for: anna)
        #expect(try await world.shown().count == 6)
        // On another device all but one were read; the page of the newest does not tell of the oldest.
        server.set(inbox("f e d c b a", isRead: "f e d c a"))
        let update = try await provider.refresh(for: anna)
        #expect(update.answers.map(AnswerWorld.text) == ["f", "e", "d", "c", "b!", "a"] && update.unreadCount == 1)
        // What could not be read may be anything.
        server.setIssues([DecodeIssue(index: 0, reason: "test")])
        server.set(Array(inbox("f e d c b a", isRead: "f e d c b a").prefix(3)))
        #expect(try await provider.refresh(for: anna).unreadCount == 1)
    }

    @Test func aReadThatBeganBeforeAMarkDoesNotTakeItBack() async throws {
        server.set(inbox("a"))
        _ = try await provider.refresh(for: anna)
        world.signIn(anna)
        let world = world
        server.meanwhile {
            // The request has begun; now the mark is set and sent.
            _ = try? await world.provider.mark(true, [AnswerWorld.id("a")])
            try? await world.writing.send(as: AnswerWorld.anna, waitingFor: nil)
        }
        _ = try await provider.refresh(for: anna)
        #expect(world.sender.sent == [["a 1"]])
        #expect(try await world.shown() == ["a"])
    }

    @Test func aReplyThatMentionsIsOneAnswerWithTwoMarks() async throws {
        let reply = AnswerWorld.answer("a", at: 1, notice: "reply/5")
        let mention = AnswerWorld.answer("a", at: 1, isRead: true, notice: "mention/6", kind: .mention)
        server.set([mention, reply])
        var update = try await provider.refresh(for: anna)
        #expect(update.answers.map(AnswerWorld.text) == ["a!"] && update.answers[0].kind == .reply)
        #expect(update.answers[0].notices.map(\.native) == ["mention/6", "reply/5"])
        let version = world.store.snapshot().version(of: AnswerSchemas.answers)
        server.set([reply, mention])
        update = try await provider.refresh(for: anna)
        #expect(world.store.snapshot().version(of: AnswerSchemas.answers) == version, "the same is not written again")
        #expect(try await provider.mark(true, [AnswerWorld.id("a")]).count == 1)
        #expect(try await world.shown() == ["a*"])
        // The server has the reply as unread already, so that one needs no request.
        #expect(try await provider.mark(false, [AnswerWorld.id("a")]).count == 1)
        #expect(try await world.shown() == ["a!*"])
    }

    @Test func changesAreAnnounced() async throws {
        server.set(inbox("a"))
        var changes = provider.changes().makeAsyncIterator()
        _ = try await provider.refresh(for: anna)
        #expect(await changes.next() != nil)
        try await provider.mark(true, [AnswerWorld.id("a")])
        #expect(await changes.next() != nil)
    }

    // MARK: Background

    @Test func theJobCountsWhatIsNewForWhoIsInUse() async throws {
        server.set(inbox("c b a", isRead: "b"))
        server.set(inbox("z", to: ben), for: ben)
        world.signIn(anna)
        let viewers = CurrentViewers([.demo: world.session])
        let job = BackgroundJob.answers(provider, viewers: viewers)
        #expect(job.name == "answers")
        #expect(try await job.work(BackgroundJob.Context(feeds: [])) == 2)
        #expect(try await job.work(BackgroundJob.Context(feeds: [])) == 0)
        #expect(Set(server.requests.map(\.account)) == [anna])
        #expect(server.requests.allSatisfy { $0.priority == .background })
        server.fail(NetworkError(.timedOut))
        await #expect(throws: DataError.self) { try await job.work(BackgroundJob.Context(feeds: [])) }
        let none = BackgroundJob.answers(provider, viewers: CurrentViewers())
        #expect(try await none.work(BackgroundJob.Context(feeds: [])) == 0)
    }
}

/// A gate that opens once.
private final class Gate: Sendable {
    private let value = ObservableValue(false)

    func open() { value.set(true) }

    func wait() async {
        for await isOpen in value.values where isOpen { return }
    }
}
