import Cloud
import Core
import Foundation
import Mocks
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ChainedPostProviderTests {
    private let world = ChainWorld("oauth", "json", "atom")
    private let feed = ChainWorld.feed()

    private func offline(_ reason: ConnectionFailure.Reason) -> NetworkError {
        NetworkError(.offline, underlying: ConnectionFailure(reason))
    }

    // MARK: Order and provenance

    @Test func theFirstBackendThatAnswersIsTheOnlyOneThatIsAsked() async throws {
        world["oauth"].returns(world.page("t3_a"))
        let page = try await world.fetch()
        #expect(page.posts.map(\.id.native) == ["t3_a"])
        #expect(page.source == "oauth")
        #expect(world.calls == [1, 0, 0])
        #expect(world.activity.events.isEmpty)
        #expect(
            world.posts.provenance(of: feed)
                == FeedProvenance(backend: "oauth", fetchedAt: world.clock.now, completeness: .full))
    }

    @Test func whatIsAnAccountsIsNotAskedForAsAnybody() async throws {
        let world = ChainWorld("oauth", "atom", anonymous: ["atom"])
        let me = RequestSender.account(AccountKey(site: .reddit, name: "t2_me"))
        world["oauth"].fails(with: NetworkError(.timedOut))
        await #expect(throws: NetworkError.self) { try await world.fetch(as: me) }
        #expect(world.calls == [1, 0])
        // Nor behind a page that an anonymous one has sent before.
        world["atom"].returns(world.page("t3_a", next: "t3_a"))
        world["oauth"].fails(with: NetworkError(.timedOut))
        let cursor = try #require(try await world.fetch().next)
        world["oauth"].returns(world.page("t3_b"))
        #expect(try await world.fetch(cursor: cursor, as: me).source == "oauth")
        #expect(world.calls.last == 1)

        let open = ChainWorld("json", "atom", anonymous: ["json", "atom"])
        await #expect(throws: DataError.self) { try await open.fetch(as: me) }
        #expect(open.calls == [0, 0])
    }

    @Test func aPageSaysWhereItCameFromAndWhatWasPassedOver() async throws {
        world["oauth"].fails(with: NetworkError(.sessionExpired))
        world["json"].fails(with: NetworkError(.accessClosed, status: 403))
        world["atom"].returns(world.page("t3_a", completeness: .partial))
        let page = try await world.fetch()
        #expect(page.source == "atom")
        #expect(page.completeness == .partial)
        #expect(world.calls == [1, 1, 1])
        let now = world.clock.now
        let provenance = FeedProvenance(
            backend: "atom", fetchedAt: now, completeness: .partial,
            skipped: [
                .init(backend: "oauth", reason: .failure, code: .sessionExpired, until: now + 86_400),
                .init(backend: "json", reason: .failure, code: .accessClosed, until: now + 3600),
            ])
        #expect(world.posts.provenance(of: feed) == provenance)

        world.clock.advance(by: .seconds(60))
        world["atom"].returns(world.page("t3_a", completeness: .partial))
        try await world.fetch()
        #expect(world.calls == [1, 1, 2])
        #expect(world.posts.provenance(of: feed)?.skipped.map(\.reason) == [.suspendedEarlier, .suspendedEarlier])
        #expect(world.posts.provenance(of: feed)?.skipped.map(\.until) == provenance.skipped.map(\.until))
        #expect(world.posts.provenance(of: ChainWorld.feed("other")) == nil)
    }

    @Test func everyStepIsSaidToTheJournal() async throws {
        world["oauth"].fails(with: NetworkError(.accessClosed, status: 403))
        world["json"].fails(with: DataError(.invalidInput))
        world["atom"].answers { [world] _ in world.page("t3_a") }
        try await world.fetch()
        let now = world.clock.now
        func event(
            _ link: String, _ kind: ActivityEvent.Kind, _ reason: ActivityEvent.Reason, _ code: ErrorCode? = nil,
            until: Date? = nil
        ) -> ActivityEvent {
            var event = ActivityEvent(kind, reason: reason, host: "\(link).example", date: world.clock.now, code: code)
            event.priority = .userInitiated
            event.until = until
            event.backend = link
            return event
        }
        #expect(
            world.activity.takeEvents() == [
                event("oauth", .suspended, .failure, .accessClosed, until: now + 3600),
                event("json", .skipped, .failure, .invalidInput),
            ])
        world["json"].fails(with: NetworkError(.timedOut))
        try await world.fetch()
        #expect(
            world.activity.takeEvents() == [
                event("oauth", .skipped, .suspendedEarlier, .accessClosed, until: now + 3600),
                event("json", .failed, .failure, .timedOut),
            ])
        world.clock.advance(by: .seconds(3600))
        world["oauth"].returns(world.page("t3_a"))
        try await world.fetch()
        #expect(world.activity.takeEvents() == [event("oauth", .resumed, .suspendedEarlier)])
    }

    @Test func eachFeedCanHaveAChainOfItsOwn() async throws {
        let (json, atom) = (MockOnlinePostProvider(site: .reddit), MockOnlinePostProvider(site: .reddit))
        let posts = ChainedPostProvider(site: .reddit, activity: world.activity, time: world.clock) { feed in
            if feed.source.kind == .search { return [] }
            let links: [ChainLink<any OnlinePostProvider>] = [
                ChainLink("json", host: "a", provider: json), ChainLink("atom", host: "a", provider: atom),
            ]
            return feed.source == .home ? links.reversed() : links
        }
        json.onFetchPage.returns(.mock())
        atom.onFetchPage.returns(.mock())
        #expect(try await posts.fetchPage(PageRequest(feed: feed)).source == "json")
        #expect(try await posts.fetchPage(PageRequest(feed: Feed(site: .reddit))).source == "atom")
        for feed in [Feed(site: .reddit, source: .search("x")), Feed(site: .demo)] {
            await #expect(throws: DataError.self) { try await posts.fetchPage(PageRequest(feed: feed)) }
        }
    }

    // MARK: The network

    @Test(arguments: [ConnectionFailure.Reason.noNetwork, .shutDown])
    func withoutANetworkNoFurtherBackendIsAsked(_ reason: ConnectionFailure.Reason) async {
        world["oauth"].fails(with: offline(reason))
        #expect(await world.failure()?.code == .offline)
        #expect(world.calls == [1, 0, 0])
        #expect(world.activity.events.map(\.kind) == [.failed, .skipped, .skipped])
        #expect(world.activity.events.map(\.reason) == [.failure, .offline, .offline])
        #expect(world.activity.events.map(\.backend) == ["oauth", "json", "atom"])
        #expect(await world.memory.suspensions().isEmpty)
    }

    @Test(arguments: [ConnectionFailure.Reason.unknownHost, .refused, .lost, .silent, .other])
    func aHostThatNobodyConnectsToIsNotTriedByAnotherBackend(_ reason: ConnectionFailure.Reason) async throws {
        let world = ChainWorld("json", "atom", "oauth", hosts: ["json": "www", "atom": "www", "oauth": "oauth"])
        world["json"].fails(with: offline(reason))
        world["atom"].answers { _ in .mock("t3_atom") }
        world["oauth"].answers { _ in .mock("t3_oauth") }
        let isHostDead = reason == .unknownHost || reason == .refused
        #expect(try await world.fetch().source == (isHostDead ? "oauth" : "atom"))
        // It is not remembered: the next time all is tried again.
        world["json"].returns(.mock("t3_json"))
        #expect(try await world.fetch().source == "json")
    }

    @Test func aCancelledTaskAsksNobodyAnyMoreAndClosesNothing() async throws {
        let held = world["oauth"].holds()
        let fetch = Task { try await world.fetch() }
        try await held.arrival()
        fetch.cancel()
        await #expect(throws: CancellationError.self) { try await fetch.value }
        #expect(world.calls == [1, 0, 0])
        #expect(world.activity.events.isEmpty)
    }

    @Test func whatACancelledBackendMakesOfItIsNoFailure() async throws {
        let held = world["oauth"].holds(ignoringCancellation: true)
        let fetch = Task { try await world.fetch() }
        try await held.arrival()
        fetch.cancel()
        held.release(throwing: NetworkError(.accessClosed, status: 403))
        await #expect(throws: CancellationError.self) { try await fetch.value }
        #expect(world.calls == [1, 0, 0])
        #expect(world.activity.events.isEmpty)
        #expect(await world.memory.suspensions().isEmpty)
    }

    // MARK: When no backend answers

    @Test(arguments: [
        ([ErrorCode.offline, .timedOut, .offline], ErrorCode.timedOut),
        ([.offline, .accessClosed, .offline], .accessClosed),
        ([.accessClosed, .rateLimited, .offline], .rateLimited),
        ([.rateLimited, .forbidden, .notFound], .notFound),
        ([.sessionExpired, .accessClosed, .rateLimited], .sessionExpired),
        ([.serverError, .malformed, .captivePortal], .serverError),
        ([.pinMismatch, .captivePortal, .offline], .captivePortal),
        ([.invalidInput, .invalidInput, .offline], .offline),
        ([.invalidInput, .invalidInput, .invalidInput], .invalidInput),
        ([.superseded, .offline, .invalidInput], .offline),
    ])
    func theMostTellingErrorIsThrown(_ codes: [ErrorCode], _ expected: ErrorCode) async {
        for (name, code) in zip(world.names, codes) {
            world[name].fails(with: code == .invalidInput ? DataError(code) as any Error : NetworkError(code))
        }
        #expect(await world.failure()?.code == expected)
        #expect(world.calls == [1, 1, 1])
    }

    @Test func ofEqualErrorsTheFirstBackendsIsThrown() async {
        for (index, name) in world.names.enumerated() {
            world[name].fails(with: NetworkError(.rateLimited, retryAfter: .seconds(30 + index)))
        }
        #expect(await world.failure()?.retryAfter == .seconds(30))
    }

    @Test func whenAllIsRememberedTheErrorSaysWhenToComeBack() async {
        world["oauth"].fails(with: NetworkError(.accessClosed))
        world["json"].fails(with: NetworkError(.notFound))
        world["atom"].fails(with: NetworkError(.rateLimited, retryAfter: .seconds(90)))
        _ = await world.failure()
        world.clock.advance(by: .seconds(30))
        let failure = await world.failure()
        #expect(world.calls == [1, 1, 1])
        #expect(failure?.code == .notFound)
        #expect(failure?.retryAfter == .seconds(60))
        #expect(world.posts.provenance(of: feed) == nil)
    }

    @Test func whatABackendSaysNowCountsBeforeWhatIsRemembered() async {
        world["oauth"].fails(with: NetworkError(.accessClosed))
        world["json"].answers { _ in throw NetworkError(.offline) }
        world["atom"].answers { _ in throw NetworkError(.timedOut) }
        #expect(await world.failure()?.code == .accessClosed)
        #expect(await world.failure()?.code == .timedOut)
    }

    // MARK: What an app's closure returns

    private func chain(_ names: [(String, Site)]) -> ChainedPostProvider {
        ChainedPostProvider(site: .reddit, activity: world.activity, time: world.clock) { _ in
            names.map {
                ChainLink($0.0, host: "a.example", cursorFamily: "a", provider: MockOnlinePostProvider(site: $0.1))
            }
        }
    }

    @Test func aBackendOfAnotherSiteIsRefusedInWordsAndNobodyIsAsked() async throws {
        let posts = chain([("own", .reddit), ("strange", .demo)])
        let error = await #expect(throws: DataError.self) { try await posts.fetchPage(PageRequest(feed: feed)) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("'strange'") == true)
        #expect(error?.message.contains("demo") == true)
    }

    @Test func twoBackendsOfOneNameAreRefusedInWords() async throws {
        let posts = chain([("same", .reddit), ("same", .reddit)])
        let error = await #expect(throws: DataError.self) { try await posts.fetchPage(PageRequest(feed: feed)) }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("'same'") == true)
    }
}
