import Foundation
import Mocks
import Synchronization

@testable import Core

/// An outbox with the accounts of a site and what is stored for them, as leaving one needs it.
final class LeavingWorld: Sendable {
    /// The accounts of the site: signing out takes one away.
    final class Accounts: AccountProvider {
        let state = ObservableValue(SessionState.signedOut)
        let accounts = ObservableValue(SiteAccounts())
        let failure = Mutex<DataError?>(nil)
        let signedOut: @Sendable () -> Void

        init(signedOut: @escaping @Sendable () -> Void) {
            self.signedOut = signedOut
        }

        func signOut(of account: SignedInAccount.ID) async throws -> Revocation {
            signedOut()
            accounts.update { value in value.all.removeAll { $0.id == account } }
            if let failure = failure.withLock({ $0 }) { throw failure }
            return .done
        }

        func restore() async throws {}
        func signInURL() async throws -> URL { throw DataError(.invalidInput) }
        func finishSignIn(redirect: URL) async throws {}
        func signOut() async throws -> Revocation { .done }
        func use(_ account: SignedInAccount.ID?) async throws {}
        func confirm(with fields: [SignInField.Name: Secret]) async throws {}
        func confirm(redirect: URL) async throws {}
    }

    /// What the database has: some number of records for each account, and votes of nobody.
    final class Stored: OfflineAccountProvider {
        let failure = Mutex<DataError?>(nil)
        let votes = Mutex<[TakenOver.SetVote]>([])
        let wiped: @Sendable (AccountKey) -> Void

        init(wiped: @escaping @Sendable (AccountKey) -> Void) {
            self.wiped = wiped
        }

        func takeOver(for account: AccountKey) async throws -> TakenOver {
            TakenOver(count: 3, votes: votes.withLock { $0 })
        }

        func takenOver(for account: AccountKey) async throws -> TakenOver { try await takeOver(for: account) }

        @discardableResult
        func wipe(_ account: AccountKey) async throws -> Int {
            if let failure = failure.withLock({ $0 }) { throw failure }
            wiped(account)
            return 10
        }
    }

    static let ann = AccountKey(site: .demo, name: "id-ann")
    static let ben = AccountKey(site: .demo, name: "id-ben")

    let accounts: Accounts
    let stored: Stored
    let store = InMemoryOutboxStore()
    let payments = InMemoryPaymentStore()
    /// A kind that is dropped only with consent.
    let transfer: IntentKind<String>
    let sender = HeldSender()
    let clock = ManualClock()
    let settings = InMemorySettingsProvider()
    let writing: DefaultWritingProvider
    let departures: DefaultAccountDepartureProvider
    /// What was done, in order: `wiped` with an account, and `signed out`.
    private let log: ObservableValue<[String]>

    var done: [String] { log.value }

    init() {
        let log = ObservableValue<[String]>([])
        let accounts = Accounts { log.update { $0.append("signed out") } }
        let stored = Stored { account in log.update { $0.append("wiped \(account)") } }
        let site = SiteWriting(rules: .reddit, accounts: accounts) {
            accounts.accounts.value.current
        } makeSender: { [sender] _ in
            sender
        }
        var transfer = IntentKind<String>("transfer", on: .demo, repetition: .always, send: { _ in .done() }, look: nil)
        transfer.needsConsent = true
        self.transfer = transfer
        writing = DefaultWritingProvider(
            sites: [.demo: site], store: store, known: NoKnownThings(), statuses: InMemoryOfflinePostProvider(),
            time: clock, boot: BootID("boot"),
            random: SeededRandomSource(seed: 3), ownKinds: [AnyIntentKind(transfer)])
        departures = DefaultAccountDepartureProvider(
            sites: [.demo: accounts], writing: writing, stored: stored, settings: settings,
            payments: payments)
        (self.log, self.accounts, self.stored) = (log, accounts, stored)
    }

    /// Follows the accounts while a test runs.
    func running(_ test: () async throws -> Void) async rethrows {
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        try await test()
    }

    /// Signs people in, each sign-in with a number.
    func signIn(_ names: String..., number: Int = 1) {
        let all = names.map { name in
            var account = account(name)
            account.signIn = number
            return account
        }
        accounts.accounts.set(SiteAccounts(all: all, currentID: all.first?.id))
    }

    func account(_ name: String) -> SignedInAccount {
        SignedInAccount(id: "place of \(name)", site: .demo, user: SessionUser(id: "id-\(name)", name: name))
    }

    /// The next send, with what answers it.
    func send() async -> (OutboxEntry, CheckedContinuation<OutboxAnswer, any Error>)? {
        guard case .send(let requests, let answer) = await sender.next(), let entry = requests.first?.entry else {
            return nil
        }
        return (entry, answer)
    }
}

/// A memory of nothing.
struct NoKnownThings: KnownThings {
    func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> { [] }
    func text(of thing: StatusTarget) async throws -> StoredText? { nil }
    func comments(below parent: Core.Comment.Parent, in post: Post.ID) async throws -> [Core.Comment] { [] }
}
