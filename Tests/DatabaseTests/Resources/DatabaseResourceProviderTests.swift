import Foundation
import Mocks
import Testing

@testable import Core
@testable import Database

@Suite(.timeLimit(.minutes(5)))
struct DatabaseResourceProviderTests {
    private let files = InMemoryFileSystem()
    private let clock = ManualClock()

    private func open(_ access: StoreAccess = .writing) throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", access: access, files: files, time: clock)
    }

    private struct Room: Codable, Equatable, Sendable {
        var title: String
        var topic = ""
    }

    private func rooms(
        _ store: JSONStore, _ server: MockMethod<String, Room>, writing: (any WritingProvider)? = nil
    ) -> DefaultResourceProvider<String, Room> {
        let resource = Resource<String, Room>("room", freshness: .age(.seconds(60))) {
            .value(try await server.answer(to: $0.key))
        }
        return DefaultResourceProvider(
            resource.changed(by: topic) { topic, room in
                room = room ?? Room(title: "")
                room?.topic = topic
            },
            store: DatabaseResourceProvider(store: store), writing: writing, time: clock, boot: BootID("boot"))
    }

    private var topic: IntentKind<String> {
        IntentKind(wish: "topic", on: .demo) { request in
            _ = try await request.requests.response(
                to: NetworkRequest(URL(filePath: "/topic"), body: Data(request.payload.utf8)))
            return .done()
        } read: { _ in
            ""
        }
    }

    @Test(arguments: OfflineResourceProviderContract.checks)
    func keepsTheContract(_ check: OfflineResourceProviderContract.Check) async {
        await OfflineResourceProviderContract { DatabaseResourceProvider(store: try open()) }.run(check)
    }

    @Test func whatAnotherVersionStoredIsKeptAsideAcrossALaunch() async throws {
        let store = try open()
        let provider = DatabaseResourceProvider(store: store)
        let id = ResourceID("room", owner: nil, key: "1")
        func arrival(_ version: Int, _ value: String) -> ResourceArrival {
            ResourceArrival(
                id, version: version, value: value, date: clock.now,
                moment: ReadMoment(commit: provider.commitNumber()))
        }
        _ = try await provider.store(arrival(2, #"{"new":true}"#))
        _ = try await provider.store(arrival(1, #"{"old":true}"#))
        try await store.close()
        let reopened = try open()
        #expect(try reopened.snapshot().record(id, in: ResourceSchemas.aside)?.value == #"{"new":true}"#)
        #expect(try await DatabaseResourceProvider(store: reopened).resource(id)?.value == #"{"old":true}"#)
        try await DatabaseResourceProvider(store: reopened).clear(.all("room"))
        #expect(try reopened.snapshot().count(of: ResourceSchemas.aside) == 0)
    }

    @Test func wipingAnAccountRemovesItsValuesAndNoOthers() async throws {
        let store = try open()
        let provider = DatabaseResourceProvider(store: store)
        let (ann, ben) = (AccountKey(site: .demo, name: "1"), AccountKey(site: .demo, name: "2"))
        let owners: [MarkOwner?] = [nil, .nobody, .account(ann), .account(ben)]
        let ids = owners.map { ResourceID("room", owner: $0, key: "1") }
        for id in ids {
            _ = try await provider.store(
                ResourceArrival(
                    id, version: 1, value: "1", date: clock.now, moment: ReadMoment(commit: provider.commitNumber())))
        }
        #expect(try await DatabasePostProvider(store: store).wipe(ann) == 1)
        var left: [ResourceID] = []
        for id in ids where try await provider.resource(id) != nil { left.append(id) }
        #expect(left == [ids[0], ids[1], ids[3]])
    }

    @Test func aProcessThatReadsFollowsTheOneThatWrites() async throws {
        let server = MockMethod<String, Room>("server", log: MockLog())
        let store = try open()
        let writer = rooms(store, server)
        server.returns(Room(title: "One"), Room(title: "Two"))
        _ = try await writer.get("a")
        let reader = rooms(try open(.reading), server)
        let states = reader.states(of: "a")
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next()?.value?.title == "One")
        _ = try await writer.refresh("a")
        while let state = await iterator.next(), state.value?.title != "Two" {}
        // What it may not store it does not show.
        server.returns(Room(title: "Three"))
        await #expect { try await reader.refresh("a") } throws: { ($0 as? DataError)?.code == .readOnly }
        #expect(try await reader.stored("a").value?.title == "Two")
    }

    // MARK: Changes, through the outbox

    @Test func aChangeIsShownAtOnceAndStaysWhenItArrived() async throws {
        let store = try open()
        let server = MockMethod<String, Room>("server", log: MockLog())
        let accounts = OwnAccounts()
        let writing = writing(store, accounts)
        let provider = rooms(store, server, writing: writing)
        server.returns(Room(title: "One", topic: "Old"))
        _ = try await provider.get("a")
        let run = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { run.cancel() }

        // Without a session it waits, and is shown.
        let id = try #require(try await provider.change("a", with: topic.intent("New", lane: "topic")))
        var shown = try await provider.stored("a")
        #expect(shown.value == Room(title: "One", topic: "New") && shown.isPending && shown.confirmed?.topic == "Old")
        #expect(writing.outbox.value.items.map(\.id) == [id] && writing.kinds(on: .demo).map(\.rawValue) == ["topic"])
        // A newer wish takes its place.
        let newer = try await provider.change("a", with: topic.intent("Newer", lane: "topic"))
        #expect(writing.outbox.value.items.map(\.id) == [newer])

        // It is sent once there is a session, with that account's requests.
        accounts.requests.onResponse.answers { NetworkResponse(status: 200, url: $0.url) }
        let old = server.holds()
        let asking = Task { try await provider.refresh("a") }
        try await old.arrival()
        accounts.signIn()
        for await state in writing.outbox.values where state.items.isEmpty { break }
        #expect(accounts.requests.onResponse.calls.map(\.body) == [Data("Newer".utf8)])
        shown = try await provider.stored("a")
        #expect(shown.value?.topic == "Newer" && shown.confirmed?.topic == "Newer" && !shown.isPending)

        // An answer that was asked for before does not take it back, nor one within the settle time.
        old.release(returning: Room(title: "Two", topic: "Old"))
        #expect(try await asking.value.value == Room(title: "Two", topic: "Newer"))
        clock.advance(by: .seconds(30))
        server.returns(Room(title: "Three", topic: "Old"))
        #expect(try await provider.refresh("a").value == Room(title: "Three", topic: "Newer"))
        // After a relaunch it is the same.
        #expect(try await rooms(store, server).stored("a").value == Room(title: "Three", topic: "Newer"))
        // Later the server's word counts.
        clock.advance(by: .seconds(60))
        server.returns(Room(title: "Four", topic: "Somebody's"))
        #expect(try await provider.refresh("a").value == Room(title: "Four", topic: "Somebody's"))
    }

    @Test func aRefusedChangeIsNotShownAndSaysWhy() async throws {
        let store = try open()
        let server = MockMethod<String, Room>("server", log: MockLog())
        let accounts = OwnAccounts()
        let writing = writing(store, accounts)
        let provider = rooms(store, server, writing: writing)
        let run = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { run.cancel() }
        server.returns(Room(title: "One", topic: "Old"))
        _ = try await provider.get("a")
        accounts.requests.onResponse.fails(with: NetworkError(.badRequest, status: 400))
        accounts.signIn()
        try await provider.change("a", with: topic.intent("Bad", lane: "topic"))
        for await state in writing.outbox.values where state.items.first?.state == .failed { break }
        #expect(writing.outbox.value.items.first?.reason?.code == .badRequest)
        let shown = try await provider.stored("a")
        #expect(shown.value?.topic == "Old" && !shown.isPending)
    }

    @Test func anUnknownKindIsRefusedAndItsEntriesOfAnotherVersionAreKept() async throws {
        let store = try open()
        let accounts = OwnAccounts()
        let writing = writing(store, accounts)
        let other = IntentKind<String>(wish: "other", on: .demo, send: { _ in .done() }, read: nil)
        let me = AccountKey(site: .demo, name: "1")
        await #expect {
            try await writing.queue(.own(other.intent("x", lane: "x")), as: me)
        } throws: {
            ($0 as? DataError)?.code == .invalidInput
        }
        let id = try #require(try await writing.queue(.own(topic.intent("x", lane: "x")), as: me))
        // An app without the kind keeps it, and does not send it.
        let older = self.writing(store, accounts, kinds: [])
        accounts.signIn()
        try await older.send(as: me, waitingFor: nil)
        let item = try #require(older.outbox.value.items.first)
        #expect(item.id == id && !item.isKnown && item.payload?.text == "\"x\"" && item.attempts == 0)
        // Its payload is no text that a person could edit.
        await #expect {
            try await writing.decide(.edit("y"), on: id)
        } throws: {
            ($0 as? DataError)?.code == .invalidInput
        }
    }

    private func writing(
        _ store: JSONStore, _ accounts: OwnAccounts, kinds: [AnyIntentKind]? = nil
    ) -> DefaultWritingProvider {
        let posts = DatabasePostProvider(store: store)
        let site = SiteWriting(rules: .none, kinds: [], accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            SiteOutboxSender([:])
        }
        return DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: DatabaseKnownThings(store: store),
            statuses: posts, time: clock, boot: BootID("boot"),
            random: SeededRandomSource(seed: 7), ownKinds: kinds ?? [AnyIntentKind(topic)])
    }
}

/// An account of a site with requests of its own, signed in when the test says so.
private final class OwnAccounts: AccountProvider, OutboxAccounts {
    let state = ObservableValue(SessionState.signedOut)
    let accounts = ObservableValue(SiteAccounts())
    let requests = MockRequestProvider()
    private let account = SignedInAccount(
        id: "place", site: .demo, user: SessionUser(id: "1", name: "ann"), state: .expired)

    init() {
        accounts.set(SiteAccounts(all: [account], currentID: "place"))
    }

    func signIn() {
        var account = account
        account.state = .signedIn
        accounts.set(SiteAccounts(all: [account], currentID: "place"))
    }

    func writer(for account: AccountKey) async throws -> OutboxWriter? {
        OutboxWriter(requests: requests, name: "ann", id: "1")
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
