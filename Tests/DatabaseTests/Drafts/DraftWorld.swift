import Core
import Database
import Foundation
import Mocks

/// A device with a store, its drafts and an outbox whose server answers what a test says.
struct DraftWorld {
    /// Somebody who is signed in at a site, or nobody.
    final class Accounts: AccountProvider {
        let state = ObservableValue(SessionState.signedIn)
        let accounts = ObservableValue(SiteAccounts())

        func restore() async throws {}
        func signInURL() async throws -> URL { throw DataError(.invalidInput) }
        func finishSignIn(redirect: URL) async throws {}
        func signOut() async throws -> Revocation { .done }
        func use(_ account: SignedInAccount.ID?) async throws {}
        func signOut(of account: SignedInAccount.ID) async throws -> Revocation { .done }
        func confirm(with fields: [SignInField.Name: Secret]) async throws {}
        func confirm(redirect: URL) async throws {}
    }

    /// A server that answers every send alike.
    struct Sender: OutboxSender {
        let answer: OutboxAnswer

        func send(_ requests: [OutboxRequest]) async throws -> OutboxAnswer { answer }
        func look(for request: OutboxRequest) async throws -> OutboxFinding { .absent }
        func read(_ request: OutboxRequest) async throws -> OutboxReading { .value("0") }
        func confirmed(_ value: String, of entry: OutboxEntry) -> ConfirmedValues? { nil }
    }

    let files: InMemoryFileSystem
    let clock: ManualClock
    let store: JSONStore
    let drafts: DatabaseDraftProvider
    let archives: DatabaseArchiveProvider
    let accounts = Accounts()
    let writing: DefaultWritingProvider
    let ann = AccountKey(site: .demo, name: "id-ann")
    let ben = AccountKey(site: .demo, name: "id-ben")
    let post = StatusTarget(.post, site: .demo, native: "t3_a")

    init(
        _ files: InMemoryFileSystem = InMemoryFileSystem(), clock: ManualClock = ManualClock(),
        answer: OutboxAnswer = .done(result: "t1_new", value: nil)
    ) throws {
        (self.files, self.clock) = (files, clock)
        // It sleeps too, and a test that waits for a sleeper means none of the store's.
        store = try JSONStore(directory: "/tmp/store", files: files, time: ManualClock())
        drafts = DatabaseDraftProvider(store: store)
        archives = DatabaseArchiveProvider(store: store, time: clock)
        let accounts = accounts
        let all = ["ann", "ben"].map { name in
            SignedInAccount(id: name, site: .demo, user: SessionUser(id: "id-\(name)", name: name))
        }
        accounts.accounts.set(SiteAccounts(all: all, currentID: "ann"))
        let site = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { _ in
            Sender(answer: answer)
        }
        let posts = DatabasePostProvider(store: store)
        writing = DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: DatabaseKnownThings(store: store),
            statuses: posts, time: clock, boot: BootID("boot"),
            random: SeededRandomSource(seed: 3))
    }

    var version: UInt64 { store.snapshot().version }

    /// The id of a draft, in the form that ids have.
    static func id(_ letter: Character) -> Draft.ID {
        Draft.ID(rawValue: "entry-" + String(repeating: letter, count: 26))
    }

    /// A draft of a reply.
    func draft(
        _ letter: Character, _ text: String, to target: StatusTarget? = nil, by account: AccountKey? = nil,
        at second: Double = 0
    ) -> Draft {
        var draft = Draft(
            id: Self.id(letter), account: account, kind: .reply, site: .demo, target: target ?? post,
            thread: Post.ID(site: .demo, native: "t3_a"), date: Date(timeIntervalSince1970: 1_700_000_000 + second))
        draft.text = text
        return draft
    }
}
