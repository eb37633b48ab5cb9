import Core
import Lantern
import Mocks
import PostFeatures

/// A wired app with one site, at which people sign in and to whose server an ``OpenSender`` writes.
@MainActor
struct WritingApp {
    let app = TestApp()
    let session = MockSessionProvider()
    let site = TestSite(.demo)
    let sender = OpenSender()

    func start(_ rules: WritingRules = .lemmy) async throws -> AppServices {
        var backend = site.backend()
        backend.session = session
        let (sender, session) = (sender, session)
        backend.writing = SiteWriting(rules: rules, accounts: session) {
            session.accounts.value.current
        } makeSender: { _ in
            sender
        }
        return try await app.start([backend])
    }

    /// Has one of two people use the app, whose accounts are both on the device.
    func signIn(_ name: String = "anna") {
        let accounts = ["anna", "ben"].map { name in
            SignedInAccount(id: name, site: .demo, user: SessionUser(id: name, name: name))
        }
        session.accounts.set(SiteAccounts(all: accounts, currentID: name))
        session.state.set(.signedIn)
    }

    var outbox: ObservableValue<OutboxState> { Dependency.resolve((any WritingProvider).self).outbox }

    func open() async -> PostListViewModel {
        let list = PostListViewModel(feed: site.home)
        await list.load()
        return list
    }
}
