import Foundation
import Mocks
import Synchronization

@testable import Core

/// A provider of payments that answers as it is told.
final class ScriptedPayments: PaymentProvider {
    struct State {
        var pays: [Result<PaymentOutcome, any Error>] = []
        var outcomes: [PaymentIntent.ID: PaymentOutcome] = [:]
        var error: (any Error)?
        var paid: [PaymentIntent] = []
        var asked: [PaymentIntent] = []
        var isHeld = false
    }

    let state = Mutex(State())
    /// Ends the wait of a payment that is held.
    let isLetGo = ObservableValue(false)

    var paid: [PaymentIntent] { state.withLock { $0.paid } }
    var asked: [PaymentIntent] { state.withLock { $0.asked } }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func pay(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        let (answer, isHeld) = state.withLock { state in
            state.paid.append(intent)
            let answer = state.pays.isEmpty ? nil : state.pays.removeFirst()
            return (answer, state.isHeld)
        }
        if isHeld { for await isLetGo in isLetGo.values where isLetGo { break } }
        return try answer?.get() ?? .paid(PaymentReceipt(id: "r-\(intent.id)"))
    }

    func outcome(of intent: PaymentIntent) async throws -> PaymentOutcome {
        try state.withLock { state in
            state.asked.append(intent)
            if let error = state.error { throw error }
            return state.outcomes[intent.id] ?? .unknown
        }
    }
}

/// Payments with a real outbox in memory, before a server that answers as told.
final class PaymentsWorld: Sendable {
    struct Server {
        var answers: [IntentAnswer] = []
        var claims: [PaymentClaim] = []
        var list: [ConfirmedPayment]? = []
    }

    /// Accounts that are signed in, and send.
    final class Accounts: AccountProvider, OutboxAccounts {
        let state = ObservableValue(SessionState.signedOut)
        let accounts = ObservableValue(SiteAccounts())

        func writer(for account: AccountKey) async throws -> OutboxWriter? {
            guard accounts.value.all.contains(where: { $0.key == account }) else { return nil }
            return OutboxWriter(requests: MockRequestProvider(), name: account.name, id: account.name ?? "")
        }

        func restore() async throws {}
        func signInURL() async throws -> URL { throw DataError(.invalidInput) }
        func finishSignIn(redirect: URL) async throws {}
        func signOut() async throws -> Revocation { .done }
        func signOut(of account: SignedInAccount.ID) async throws -> Revocation { .done }
        func use(_ account: SignedInAccount.ID?) async throws {}
        func confirm(with fields: [SignInField.Name: Secret]) async throws {}
        func confirm(redirect: URL) async throws {}
    }

    static let ann = AccountKey(site: .demo, name: "ann")

    let provider = ScriptedPayments()
    let server = Mutex(Server())
    /// Whether the server gives its list; while not, whoever reads it waits.
    let isListGiven = ObservableValue(true)
    /// The number of lists that were asked for.
    let lists = ObservableValue(0)
    let store: InMemoryPaymentStore
    let entries: InMemoryOutboxStore
    let accounts = Accounts()
    let clock: ManualClock
    let writing: DefaultWritingProvider
    let payments: DefaultPayments

    /// Creates a process; after a relaunch with what the one before it has stored.
    init(after earlier: PaymentsWorld? = nil, isKindNamed: Bool = true) {
        store = earlier?.store ?? InMemoryPaymentStore()
        entries = earlier?.entries ?? InMemoryOutboxStore()
        clock = earlier?.clock ?? ManualClock()
        let relay = Mutex<PaymentsWorld?>(nil)
        let kind = IntentKind<PaymentClaim>.payment(on: .demo) { request in
            guard let world = relay.withLock({ $0 }) else { throw DataError(.invalidInput) }
            return world.server.withLock { server in
                server.claims.append(request.payload)
                return server.answers.isEmpty ? .done() : server.answers.removeFirst()
            }
        }
        let site = SiteWriting(rules: .reddit, kinds: [], accounts: accounts) {
            nil
        } makeSender: { _ in
            SiteOutboxSender([:])
        }
        writing = DefaultWritingProvider(
            sites: [.demo: site], store: entries, known: NoKnownThings(), statuses: InMemoryOfflinePostProvider(),
            time: clock, boot: BootID("boot"), random: SeededRandomSource(seed: 3),
            ownKinds: isKindNamed ? [AnyIntentKind(kind)] : [])
        payments = DefaultPayments(
            kind, by: provider,
            confirmed: { _ in
                guard let world = relay.withLock({ $0 }) else { throw DataError(.invalidInput) }
                let list = world.server.withLock { $0.list }
                world.lists.update { $0 += 1 }
                for await isGiven in world.isListGiven.values where isGiven { break }
                guard let list else { throw NetworkError(.timedOut) }
                return list
            }, store: store, writing: writing, time: clock,
            random: SeededRandomSource(seed: UInt64(store.payments.count) + 7))
        relay.withLock { $0 = self }
        if let earlier { provider.set { $0.outcomes = earlier.provider.state.withLock { $0.outcomes } } }
    }

    var claims: [PaymentClaim] { server.withLock { $0.claims } }

    /// Follows the accounts while a test runs.
    func running<Result>(_ test: () async throws -> Result) async rethrows -> Result {
        let task = Task { await writing.run(following: MockConnectivityProvider()) }
        defer { task.cancel() }
        return try await test()
    }

    func signIn(number: Int = 1) {
        var account = SignedInAccount(
            id: "place", site: .demo, user: SessionUser(id: "ann", name: "Ann"))
        account.signIn = number
        accounts.accounts.set(SiteAccounts(all: [account], currentID: "place"))
    }

    func order(_ subject: String = "p1", _ amount: Int = 3000) -> PaymentOrder {
        PaymentOrder(
            for: StatusTarget(.post, site: .demo, native: subject), name: "Tea", amount: amount, currency: "KRW")
    }

    func pay(_ subject: String = "p1", _ amount: Int = 3000) async throws -> Payment {
        try await payments.pay(order(subject, amount), as: Self.ann)
    }

    func stored(_ payment: Payment) -> Payment? { store.payments[payment.id] }
}
