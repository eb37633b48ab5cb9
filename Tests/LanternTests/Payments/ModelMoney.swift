import Core
import Foundation
import Mocks
import Synchronization

/// A process of the app as the world outside sees it: once it is dead, it does nothing any more.
final class ModelLife: Sendable {
    struct Ended: Error {}

    /// Changes with whatever may end a wait.
    let event = ObservableValue(0)
    private let state = Mutex(false)
    private let end: @Sendable () -> Void

    /// Creates a process that lives.
    ///
    /// - Parameter end: Takes its disk away.
    init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    var isDead: Bool { state.withLock { $0 } }

    /// Ends it, and whatever it is doing; once, so that a later call does not end the process that came after it.
    func kill() {
        state.withLock { isDead in
            if !isDead { end() }
            isDead = true
        }
        tell()
    }

    func tell() { event.update { $0 += 1 } }

    func check() throws {
        if isDead { throw Ended() }
    }
}

/// The money of some people: what a provider has taken, and what a server has validated of it.
///
/// It outlives all processes. Anything may go wrong before or after each act, and the process may end there.
final class ModelMoney: Sendable {
    struct Sum: Sendable {
        let intent: PaymentIntent
        var isTaken = false
        /// The person is still on the provider's page, though the app has come back.
        var isPending = false
        /// The provider took something else than what was agreed on.
        var isDifferent = false
        /// The provider has said for good that nothing was taken.
        var isOver = false
    }

    private struct State {
        var sums: [PaymentIntent.ID: Sum] = [:]
        var validated: [PaymentIntent.ID: PaymentClaim] = [:]
        var problems: [String] = []
        var trace: [String] = []
        var hasFaults = true
    }

    /// The subjects that the server does not know any more.
    let gone: Set<String>
    private let random: SeededRandomSource
    private let state = Mutex(State())

    init(seed: UInt64) {
        random = SeededRandomSource(seed: seed &+ 1)
        gone = random.next() % 3 == 0 ? ["p3"] : []
    }

    var problems: [String] { state.withLock { $0.problems } }
    var trace: [String] { state.withLock { $0.trace } }
    var sums: [PaymentIntent.ID: Sum] { state.withLock { $0.sums } }
    var validated: [PaymentIntent.ID: PaymentClaim] { state.withLock { $0.validated } }

    func fail(_ line: String) {
        state.withLock { state in
            state.problems.append(line)
            state.trace.append("!! \(line)")
        }
    }

    func note(_ line: String) { state.withLock { $0.trace.append(line) } }

    func endFaults() { state.withLock { $0.hasFaults = false } }

    /// A number below a limit; the limit itself where nothing goes wrong any more.
    private func roll(_ limit: Int) -> Int {
        state.withLock { $0.hasFaults } ? Int(random.next() % UInt64(limit)) : limit
    }

    /// Lets people finish on the pages that are still open.
    func finishPages() {
        for (id, sum) in sums.sorted(by: { $0.key < $1.key }) where sum.isPending {
            let pays = random.next() % 2 == 0
            state.withLock { state in
                state.sums[id]?.isPending = false
                if pays { state.sums[id]?.isTaken = true } else { state.sums[id]?.isOver = true }
                state.trace.append("   page of \(id): \(pays ? "paid" : "left")")
            }
        }
    }

    // MARK: The provider

    func pay(
        _ intent: PaymentIntent, in life: ModelLife, known: @Sendable () async throws -> [Payment]
    ) async throws -> PaymentOutcome {
        try life.check()
        let chance = roll(14)
        guard chance != 0 else {
            note("   killed before the provider opens")
            life.kill()
            throw ModelLife.Ended()
        }
        let stored = try await known()
        if stored.first(where: { $0.id == intent.id })?.intent != intent {
            fail("\(intent.id) is opened and not stored")
        }
        for (id, other) in sums where other.intent.account == intent.account && id != intent.id {
            guard other.intent.order.subject == intent.order.subject, other.isTaken || other.isPending else { continue }
            let record = stored.first { $0.id == id }
            // One that was given up was so with consent.
            if record == nil || record?.state == .opened { fail("\(intent.id) is paid though \(id) is not known") }
        }
        await Task.yield()
        try life.check()
        let isTaken = ![1, 2, 6].contains(chance)
        let isDifferent = chance == 7
        let isTwice = state.withLock { state in
            let isTwice = state.sums[intent.id] != nil
            state.sums[intent.id] = Sum(
                intent: intent, isTaken: isTaken, isPending: chance == 6, isDifferent: isDifferent,
                isOver: chance == 1 || chance == 2)
            return isTwice
        }
        if isTwice { fail("\(intent.id) is opened twice") }
        note("   provider: \(intent.id) \(chance)")
        switch chance {
        case 1: return .failed()
        case 2: return .cancelled
        case 3:
            life.kill()
            throw ModelLife.Ended()
        case 4: throw NetworkError(.timedOut)
        case 5, 6: return .unknown
        default: return .paid(receipt(of: intent, isDifferent))
        }
    }

    func outcome(of intent: PaymentIntent, in life: ModelLife) async throws -> PaymentOutcome {
        try life.check()
        let chance = roll(10)
        switch chance {
        case 0:
            life.kill()
            throw ModelLife.Ended()
        case 1: throw NetworkError(.timedOut)
        case 2: return .unknown
        default: break
        }
        let outcome: PaymentOutcome = state.withLock { state in
            guard let sum = state.sums[intent.id] else {
                // Nobody is left who could open it.
                state.sums[intent.id] = Sum(intent: intent, isOver: true)
                return .cancelled
            }
            if sum.isPending { return .unknown }
            return sum.isTaken ? .paid(receipt(of: intent, sum.isDifferent)) : .cancelled
        }
        note("   asked: \(intent.id) \(outcome)")
        guard chance != 3 else {
            life.kill()
            throw ModelLife.Ended()
        }
        return outcome
    }

    private func receipt(of intent: PaymentIntent, _ isDifferent: Bool) -> PaymentReceipt {
        PaymentReceipt(
            id: "r-\(intent.id)",
            amount: isDifferent ? intent.order.amount + 1 : random.next() % 2 == 0 ? nil : intent.order.amount)
    }

    // MARK: The server

    func validate(_ claim: PaymentClaim, as account: AccountKey, in life: ModelLife) async throws -> IntentAnswer {
        try life.check()
        let chance = roll(14)
        switch chance {
        case 0:
            life.kill()
            throw ModelLife.Ended()
        case 1: throw NetworkError(.timedOut)
        case 2: throw NetworkError(.serverError, status: 500)
        case 3: throw NetworkError(.rateLimited, status: 429, retryAfter: .seconds(30))
        case 4: throw NetworkError(.offline)
        default: break
        }
        let id = claim.intent.id
        guard let sum = sums[id], sum.isTaken, claim.receipt == "r-\(id)" else {
            fail("\(id) is validated though nothing was taken")
            return .refused(DataError(.badRequest))
        }
        if claim.intent != sum.intent || account != sum.intent.account { fail("\(id) is validated as another one") }
        if sum.isDifferent { fail("\(id) is validated though the amounts differ") }
        let isGone = gone.contains(sum.intent.order.subject.native)
        let isTwice = state.withLock { state in
            state.trace.append("   server: \(id) \(chance)")
            guard !isGone else { return false }
            defer { state.validated[id] = claim }
            return state.validated[id] != nil
        }
        switch chance {
        case 5:
            life.kill()
            throw ModelLife.Ended()
        case 6: throw NetworkError(.timedOut)
        case 7: throw NetworkError(.serverError, status: 500)
        default: break
        }
        if isGone { throw NetworkError(.notFound, status: 410) }
        // 409: validated before, and a receipt of one's own.
        return isTwice ? .done(result: nil) : .done()
    }

    func list(of account: AccountKey, in life: ModelLife) async throws -> [ConfirmedPayment] {
        try life.check()
        switch roll(8) {
        case 0:
            life.kill()
            throw ModelLife.Ended()
        case 1, 2: throw NetworkError(.timedOut)
        default: break
        }
        return validated.values.filter { $0.intent.account == account }.map { claim in
            let order = claim.intent.order
            return ConfirmedPayment(
                claim.intent.id, for: random.next() % 2 == 0 ? nil : order.subject.native, amount: order.amount)
        }
    }
}

/// The provider as one process reaches it.
struct ModelProvider: PaymentProvider {
    let money: ModelMoney
    let life: ModelLife
    let known: @Sendable () async throws -> [Payment]

    func pay(_ intent: PaymentIntent) async throws -> PaymentOutcome {
        try await money.pay(intent, in: life, known: known)
    }

    func outcome(of intent: PaymentIntent) async throws -> PaymentOutcome {
        try await money.outcome(of: intent, in: life)
    }
}

/// The accounts of the model: all are signed in, or none.
final class ModelPayers: AccountProvider, OutboxAccounts {
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

/// A memory of nothing.
struct NothingKnown: KnownThings {
    func stored(_ things: [StatusTarget], before date: Date) async throws -> Set<StatusTarget> { [] }
    func text(of thing: StatusTarget) async throws -> StoredText? { nil }
    func comments(below parent: Core.Comment.Parent, in post: Post.ID) async throws -> [Core.Comment] { [] }
}
