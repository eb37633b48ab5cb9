import Cloud
import Core
import Foundation
import Mocks
import Testing

/// The cursors and revisions of a chain's backends.
@Suite(.timeLimit(.minutes(5)))
struct ChainCursorTests {
    private let world = ChainWorld("oauth", "json", "lemming", families: ["lemming": "lemming"])
    private let feed = ChainWorld.feed()

    /// A first page by one of the backends, with the cursor that the chain makes of `t3_next`.
    private func cursor(from link: String) async throws -> PageCursor {
        for name in world.names where name != link { world[name].fails(with: NetworkError(.timedOut)) }
        world[link].returns(world.page("t3_a", next: "t3_next"))
        return try #require(try await world.fetch().next)
    }

    @Test func aFurtherPageComesByTheBackendOfTheOneBefore() async throws {
        let cursor = try await cursor(from: "json")
        #expect(cursor.rawValue == "reddit\u{1F}json\u{1F}t3_next")
        world["json"].returns(world.page("t3_b", next: "t3_last"))
        let page = try await world.fetch(cursor: cursor)
        #expect(world["json"].calls.last?.cursor == .mock("t3_next"))
        #expect(page.source == "json")
        #expect(page.next?.rawValue == "reddit\u{1F}json\u{1F}t3_last")
        #expect(world["oauth"].calls.count == 1)
    }

    @Test func anotherBackendOfTheFamilyGoesOn() async throws {
        let cursor = try await cursor(from: "json")
        world["json"].fails(with: NetworkError(.accessClosed))
        world["oauth"].returns(world.page("t3_b", next: "t3_last"))
        let page = try await world.fetch(cursor: cursor)
        #expect(world["oauth"].calls.last?.cursor == .mock("t3_next"))
        #expect(page.source == "oauth")
        #expect(page.next?.rawValue == "reddit\u{1F}oauth\u{1F}t3_last")
    }

    @Test func aBackendOfAnotherFamilyIsNeverAsked() async throws {
        let cursor = try await cursor(from: "lemming")
        let before = world.calls
        world["lemming"].fails(with: NetworkError(.serverError, status: 500))
        #expect(await world.failure(cursor: cursor)?.code == .serverError)
        #expect(world.calls == [before[0], before[1], before[2] + 1])
    }

    @Test func aPageThatCannotComeForNowSaysSo() async throws {
        let cursor = try await cursor(from: "lemming")
        world["lemming"].fails(with: NetworkError(.rateLimited, retryAfter: .seconds(40)))
        _ = await world.failure(cursor: cursor)
        world.clock.advance(by: .seconds(10))
        let failure = try #require(await world.failure(cursor: cursor) as? DataError)
        #expect(failure.code == .rateLimited)
        #expect(failure.isRetryable)
        #expect(failure.retryAfter == .seconds(30))
        #expect(failure.message.contains("'lemming'"))
        world.clock.advance(by: .seconds(30))
        world["lemming"].returns(world.page("t3_b"))
        #expect(try await world.fetch(cursor: cursor).source == "lemming")
    }

    @Test func aBackendThatIsNotInUseAnyMoreIsNamed() async throws {
        let failure = await world.failure(cursor: .mock("old\u{1F}gone\u{1F}5")) as? DataError
        #expect(failure?.code == .invalidInput)
        #expect(failure?.message.contains("'gone'") == true)
        #expect(world.calls == [0, 0, 0])
    }

    @Test func aBackendThatIsGoneIsReplacedByItsFamily() async throws {
        world["oauth"].returns(world.page("t3_b"))
        #expect(try await world.fetch(cursor: .mock("reddit\u{1F}gone\u{1F}t3_next")).source == "oauth")
        #expect(world["oauth"].calls.last?.cursor == .mock("t3_next"))
    }

    @Test func aCursorFromBeforeTheChainGoesToAllBackendsInTheirOrder() async throws {
        world["oauth"].fails(with: NetworkError(.timedOut))
        world["json"].returns(world.page("t3_b"))
        #expect(try await world.fetch(cursor: .mock("t3_old")).source == "json")
        #expect(world["oauth"].calls.last?.cursor == .mock("t3_old"))
        #expect(world["json"].calls.last?.cursor == .mock("t3_old"))
    }

    /// Else a feed whose server repeats itself would have no end.
    @Test(arguments: ["reddit\u{1F}json\u{1F}t3_same", "t3_same"])
    func aCursorThatTheServerRepeatsIsTheSame(_ cursor: String) async throws {
        world["oauth"].returns(world.page("t3_b", next: "t3_same"))
        world["json"].fails(with: NetworkError(.timedOut))
        #expect(try await world.fetch(cursor: .mock(cursor)).next == .mock(cursor))
    }

    @Test func theWordsOfAServerMayHoldAnything() async throws {
        world["oauth"].returns(world.page("t3_a", next: "a\u{1F}b\u{1F}"))
        let cursor = try #require(try await world.fetch().next)
        world["oauth"].returns(world.page("t3_b"))
        try await world.fetch(cursor: cursor)
        #expect(world["oauth"].calls.last?.cursor == .mock("a\u{1F}b\u{1F}"))
    }

    // MARK: Revisions

    @Test func aRevisionGoesBackToItsBackendAndToNoOther() async throws {
        var page = world.page("t3_a")
        page.revision = PageRevision(rawValue: "etag")
        world["json"].answers { [page] _ in page }
        world["oauth"].fails(with: NetworkError(.timedOut))
        let revision = try #require(try await world.fetch().revision)
        world["oauth"].fails(with: NetworkError(.timedOut))
        try await world.fetch(revision: revision)
        #expect(world["oauth"].calls.map(\.revision) == [nil, nil])
        #expect(world["json"].calls.map(\.revision) == [nil, PageRevision(rawValue: "etag")])
        world["oauth"].fails(with: NetworkError(.timedOut))
        try await world.fetch(revision: PageRevision(rawValue: "from before the chain"))
        #expect(world["json"].calls.last?.revision == nil)
    }

    @Test func anUnchangedPageStaysUnchanged() async throws {
        var page = world.page()
        page.isUnchanged = true
        world["oauth"].returns(page)
        #expect(try await world.fetch().isUnchanged)
    }
}
