import Foundation
import Mocks
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(5)))
struct ResourceFollowingTests {
    private let world = ResourceWorld()
    private var server: MockMethod<ResourceRequest<String>, ResourceAnswer<TestRoom>> { world.server }

    @Test func whoFollowsSeesWhatIsStoredFirstAndThenTheAnswer() async throws {
        try await world.put(#"{"title":"Old","topic":""}"#, "a", at: -3600)
        let provider = world.provider()
        let held = server.holds()
        var states = provider.states(of: "a").makeAsyncIterator()
        let first = try #require(await states.next())
        #expect(first.value?.title == "Old" && first.origin != .network && first.isStale)
        try await held.arrival()
        held.release(returning: .value(TestRoom(title: "New")))
        while let state = await states.next() {
            guard !state.isRefreshing else { continue }
            #expect(state.value?.title == "New" && state.origin == .network && !state.isStale)
            break
        }
        #expect(server.calls.count == 1)
    }

    @Test func anErrorStandsBesideTheValueUntilThereIsAnAnswer() async throws {
        try await world.put(#"{"title":"Old","topic":""}"#, "a", at: -3600)
        let provider = world.provider()
        server.fails(with: NetworkError(.offline))
        let states = provider.states(of: "a")
        let failed = try #require(await states.first { $0.error != nil && !$0.isRefreshing })
        #expect(failed.value?.title == "Old" && failed.error?.code == .offline)
        server.returns(.value(TestRoom(title: "New")))
        _ = try await provider.refresh("a")
        let answered = try #require(await states.first { $0.value?.title == "New" && !$0.isRefreshing })
        #expect(answered.error == nil)
    }

    @Test func withoutAValueTheErrorIsShown() async throws {
        let provider = world.provider()
        server.fails(with: NetworkError(.notFound))
        let state = try #require(await provider.states(of: "a").first { $0.error != nil })
        #expect(state.value == nil && state.error?.code == .notFound)
    }

    @Test func whatAnotherProcessCommitsIsShown() async throws {
        let provider = world.provider()
        server.returns(.value(TestRoom(title: "One")))
        let states = provider.states(of: "a")
        _ = await states.first { $0.value?.title == "One" }
        try await world.put(#"{"title":"Two","topic":""}"#, "a")
        #expect(await states.first { $0.value?.title == "Two" } != nil)
        try await provider.clear("a")
        #expect(await states.first { $0.value == nil } != nil)
    }

    @Test func whoStopsFollowingEndsNothingForOthers() async throws {
        let provider = world.provider()
        let held = server.holds()
        let other = provider.states(of: "a")
        let following = Task { await provider.states(of: "a").first { $0.value != nil } }
        try await held.arrival()
        while provider.flights.counts.waiters < 2 { await Task.yield() }
        following.cancel()
        _ = await following.value
        held.release(returning: .value(TestRoom(title: "One")))
        #expect(await other.first { $0.value?.title == "One" } != nil)
    }

    // MARK: Owners

    @Test func eachAccountHasItsOwnValueAndASwitchShowsTheOther() async throws {
        let session = MockAccounts()
        let (ann, ben) = (session.key("ann"), session.key("ben"))
        session.look(as: "ann")
        let provider = world.provider(
            world.resource(viewer: .demo), viewers: CurrentViewers([.demo: session]))
        server.answers { request in
            guard case .account(let account) = request.sender else { return .value(TestRoom(title: "nobody's")) }
            return .value(TestRoom(title: "\(account.name ?? "")'s"))
        }
        let states = provider.states(of: "a")
        #expect(await states.first { $0.value != nil && !$0.isRefreshing }?.value?.title == "ann's")
        session.look(as: "ben")
        // Never ann's, however it is called.
        #expect(try await provider.get("a").value?.title == "ben's")
        #expect(await states.first { $0.value?.title != "ann's" && $0.value != nil }?.value?.title == "ben's")
        session.look(as: nil)
        #expect(try await provider.get("a").value?.title == "nobody's")
        #expect(server.calls.map(\.sender) == [.account(ann), .account(ben), .nobody])
        #expect(
            world.store.ids == [
                world.id("a", owner: .account(ann)), world.id("a", owner: .account(ben)),
                world.id("a", owner: .nobody),
            ])
    }

    @Test func anAnswerThatComesAfterASwitchBelongsToWhoAsked() async throws {
        let session = MockAccounts()
        session.look(as: "ann")
        let provider = world.provider(
            world.resource(viewer: .demo), viewers: CurrentViewers([.demo: session]))
        let held = server.holds()
        let asking = Task { try await provider.get("a") }
        try await held.arrival()
        session.look(as: "ben")
        held.release(returning: .value(TestRoom(title: "ann's")))
        _ = try await asking.value
        #expect(try await provider.stored("a").value == nil)
        #expect(world.store.ids == [world.id("a", owner: .account(session.key("ann")))])
    }

    @Test func theFirstRequestReadsTheAccountsAndItsAnswerIsDropped() async throws {
        let session = MockAccounts()
        session.state.set(.unknown)
        let provider = world.provider(
            world.resource(viewer: .demo), viewers: CurrentViewers([.demo: session]))
        server.answers { request in
            session.state.set(.signedIn)
            session.look(as: "ann")
            return .value(TestRoom(title: request.sender == .current ? "whose?" : "ann's"))
        }
        #expect(try await provider.get("a").value?.title == "ann's")
        #expect(server.calls.map(\.sender) == [.current, .account(session.key("ann"))])
        #expect(world.store.ids == [world.id("a", owner: .account(session.key("ann")))])
    }

    // MARK: Changes

    private var topic: IntentKind<String> {
        IntentKind(wish: "topic", on: .demo, send: { _ in .done() }, read: nil)
    }

    private func changing(_ writing: MockWritingProvider) -> DefaultResourceProvider<String, TestRoom> {
        world.provider(
            world.resource().changed(by: topic) { topic, room in room?.topic = topic }, writing: writing)
    }

    /// What the outbox shows of a change.
    private func item(_ topic: String, _ state: OutboxItem.State, number: Int = 1) -> OutboxItem {
        OutboxItem(
            id: OutboxItem.ID(rawValue: "entry-\(number)"), account: AccountKey(site: .demo, name: "1"),
            kind: OutboxItem.Kind(rawValue: "topic"), target: world.id("a").target(on: .demo), value: nil, title: nil,
            text: nil, url: nil, state: state, attempts: 0, created: world.clock.now, result: nil, waitsFor: nil,
            notBefore: nil, reason: nil, isKnown: true, payload: RawJSON(compact: topic.quotedAsJSON))
    }

    @Test func aChangeIsQueuedForItsAccountAndItsValue() async throws {
        let writing = MockWritingProvider()
        let me = AccountKey(site: .demo, name: "1")
        writing.onAccount.returns(me)
        writing.onQueue.returns(OutboxItem.ID(rawValue: "entry-1"))
        let id = try await changing(writing).change("a", with: topic.intent("New", lane: "topic"))
        #expect(id?.rawValue == "entry-1" && writing.onAccount.calls == [.demo])
        let call = try #require(writing.onQueue.calls.first)
        guard case .own(let intent) = call.intent else { return #expect(Bool(false), "no own intent") }
        #expect(call.account == me && intent.payload.text == "\"New\"" && intent.kind.rawValue == "topic")
        #expect(intent.target == world.id("a").target(on: .demo) && intent.lane == "room|*|\"a\"|topic")
        let other = IntentKind<String>(wish: "other", on: .demo, send: { _ in .done() }, read: nil)
        #expect(
            await codeOfError { try await changing(writing).change("a", with: other.intent("x", lane: "")) }
                == .invalidInput)
    }

    @Test func whatIsNotSentIsShownOverWhatTheServerSaid() async throws {
        let writing = MockWritingProvider()
        let provider = changing(writing)
        server.returns(.value(TestRoom(title: "One", topic: "Old")))
        let states = provider.states(of: "a")
        _ = await states.first { $0.value != nil && !$0.isRefreshing }
        writing.outbox.update { $0.items = [item("Newer", .sending), item("Newest", .pending, number: 2)] }
        let pending = try #require(await states.first { $0.isPending })
        #expect(pending.value?.topic == "Newest" && pending.confirmed?.topic == "Old" && pending.value?.title == "One")
        // What was refused is not shown.
        writing.outbox.update { $0.items = [item("Newest", .failed)] }
        let refused = try #require(await states.first { !$0.isPending })
        #expect(refused.value?.topic == "Old")
    }
}

/// The accounts of a site, as a test sets them.
private final class MockAccounts: AccountProvider {
    let state = ObservableValue(SessionState.signedOut)
    let accounts = ObservableValue(SiteAccounts())

    func key(_ name: String) -> AccountKey { AccountKey(site: .demo, name: name) }

    func look(as name: String?) {
        let all = ["ann", "ben"].map { SignedInAccount(id: $0, site: .demo, user: SessionUser(id: $0, name: $0)) }
        accounts.set(SiteAccounts(all: all, currentID: name))
    }

    func restore() async throws {}
    func signInURL() async throws -> URL { throw DataError(.invalidInput) }
    func finishSignIn(redirect: URL) async throws {}
    func signOut() async throws -> Revocation { .done }
    func use(_ account: SignedInAccount.ID?) async throws {}
    func signOut(of account: SignedInAccount.ID) async throws -> Revocation { .done }
    func confirm(with fields: [SignInField.Name: Secret]) async throws {}
    func confirm(redirect: URL) async throws {}
}
