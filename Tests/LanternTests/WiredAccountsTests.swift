import Core
import Database
import Foundation
import Lantern
import Mocks
import PostFeatures
import Synchronization
import Testing

/// A sender that does everything at once and keeps the words that it was asked to send.
private final class NotingSender: OutboxSender {
    let texts = Mutex<[String]>([])

    func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer {
        guard let entry = requests.first?.entry else { return .done(result: nil, value: nil) }
        let text = try OutboxText(of: entry).text ?? entry.value ?? ""
        texts.withLock { $0.append(text) }
        return .done(result: entry.policy.makesThing ? "t1_new" : nil, value: entry.value)
    }

    func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
    func read(_ request: OutboxRequest) async throws -> OutboxReading { .value(request.entry.value ?? "0") }
    func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }
}

/// Leaving an account of a wired app, taking over, and writing from beside it.
@MainActor
@Suite(.ownContainer, .timeLimit(.minutes(5)))
struct WiredAccountsTests {
    private let app = TestApp()
    private let site = TestSite(.demo)
    private let session = MockSessionProvider()
    private let sender = NotingSender()
    private let anna = AccountKey(site: .demo, name: "anna")

    private func backend() -> Backend {
        let (session, sender) = (session, sender)
        var backend = site.backend()
        backend.session = session
        backend.writing = SiteWriting(rules: .reddit, accounts: session) {
            session.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return backend
    }

    /// An app of which a person has just signed in, or not.
    private func started(isSignedIn: Bool) async throws -> AppServices {
        let services = try await app.start([backend()])
        if isSignedIn { signIn() }
        return services
    }

    private func signIn() {
        let account = SignedInAccount(id: "at", site: .demo, user: SessionUser(id: "anna", name: "anna"))
        session.accounts.set(SiteAccounts(all: [account], currentID: "at"))
        session.state.set(.signedIn)
    }

    @Test func anAccountIsLeftWithAllThatItHas() async throws {
        let services = try await started(isSignedIn: true)
        let screen = SessionViewModel()
        await screen.load()
        let posts = Dependency.resolve((any PostProvider).self)
        _ = try await posts.perform(.load(.storedThenNetwork), on: site.home, limit: 25)
        _ = try await posts.apply(.set(.saved(true), [site.id("a")]))
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        #expect(saved.state.value.rows.count == 1)
        session.onSignOutOf.returns(.done)
        let departures = Dependency.resolve((any AccountDepartureProvider).self)
        let account = try #require(session.accounts.value.current)
        let done = try await departures.leave(account, policy: .wipe, discardingUnsent: false)
        #expect(done.removedCount > 0 && done.revocation == .done && session.onSignOutOf.calls == ["at"])
        for await state in saved.state.values where state.rows.isEmpty { break }
        saved.stop()
        try await services.finish()
    }

    @Test func whatWasDoneSignedOutIsTakenOverAndVotesAreSent() async throws {
        let services = try await started(isSignedIn: false)
        let posts = Dependency.resolve((any PostProvider).self)
        _ = try await posts.perform(.load(.storedThenNetwork), on: site.home, limit: 25)
        _ = try await posts.apply(.set(.saved(true), [site.id("a")]))
        _ = try await posts.apply(.set(.vote(.up), [site.id("b")]))
        signIn()
        let screen = SessionViewModel()
        await screen.finishSignIn(redirect: URL(filePath: "/redirect"))
        #expect(screen.state.value.takeOver?.count == 2)
        await screen.takeOver()
        #expect(screen.state.value.banner == nil && screen.state.value.takeOver == nil)
        let writing = Dependency.resolve((any WritingProvider).self)
        try await writing.send(as: anna, waitingFor: nil)
        #expect(sender.texts.withLock { $0 } == ["1"])
        let saved = SavedPostsViewModel(site: .demo)
        await saved.load()
        #expect(saved.state.value.rows.map(\.id) == [site.id("a")])
        saved.stop()
        try await services.finish()
    }

    @Test func itSendsOnOnceTheDatabaseIsItsOwnAgain() async throws {
        let services = try await started(isSignedIn: true)
        let writing = Dependency.resolve((any WritingProvider).self)
        let vote = WriteIntent.vote(.up, on: .post(site.id("a")))
        try await services.suspend()
        await #expect(throws: (any Error).self) { try await writing.queue(vote, as: anna) }
        try await services.resume()
        try await writing.queue(vote, as: anna)
        try await writing.send(as: anna, waitingFor: nil)
        #expect(sender.texts.withLock { $0 } == ["1"])
        try await services.finish()
    }

    @Test func aProgramBesideItLeavesWhatItWrites() async throws {
        let services = try await started(isSignedIn: true)
        let writing = Dependency.resolve((any WritingProvider).self)
        let (files, clock, folder, backend) = (app.files, app.clock, app.folder, backend())
        let post = site.id("a")
        let id = try await Dependency.withContainer(DependencyContainer()) {
            Dependency.register((any FileSystem).self) { files }
            Dependency.register((any TimeProvider).self) { clock }
            let store = try await JSONStore.open(directory: folder, access: .reading)
            var configuration = AppServices.Configuration()
            configuration.keepsMediaCurrent = false
            let beside = try AppServices.start(store, in: folder, backends: [backend], configuration: configuration)
            let writing = Dependency.resolve((any WritingProvider).self)
            let account = try await writing.account(on: .demo)
            let id = try await writing.queue(.reply("From beside", to: .post(post), in: post), as: account)
            #expect(writing.outbox.value.items.map(\.id) == [id])
            await #expect(throws: DataError.self) { try await writing.send(as: account, waitingFor: nil) }
            try await beside.finish()
            return id
        }
        for await state in writing.outbox.values where !state.sent.isEmpty { break }
        #expect(writing.outbox.value.sent.map(\.id) == [id])
        #expect(sender.texts.withLock { $0 } == ["From beside"])
        try await services.finish()
    }
}
