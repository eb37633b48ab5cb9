import Foundation
import Mocks
import Synchronization

@testable import Core
@testable import Database

/// Two people who pay, with the real payments, the real outbox and the real store, while processes end at every step.
final class PaymentWorld {
    static let accounts = [AccountKey(site: .demo, name: "ann"), AccountKey(site: .demo, name: "ben")]

    let random: SeededRandomSource
    let clock = ManualClock()
    let files = InMemoryFileSystem()
    let money: ModelMoney
    private let isStill: Bool
    private var life: ModelLife
    private var disk: ModelProcess
    private var payers = ModelPayers()
    private var store: JSONStore
    private var writing: DefaultWritingProvider
    private var payments: DefaultPayments
    private var following: [Task<Void, Never>] = []
    private var boot = 1
    private var signIn = 1
    private var isSignedIn = true
    private var isPowerToBeCut = false
    /// The payments that the person may have given up, with consent.
    private var consented: Set<PaymentIntent.ID> = []

    var problems: [String] { money.problems }

    init(seed: UInt64) throws {
        random = SeededRandomSource(seed: seed)
        money = ModelMoney(seed: seed)
        isStill = random.next() % 2 == 0
        disk = ModelProcess(files)
        life = Self.life(of: disk)
        store = try Self.open(disk, clock)
        (writing, payments) = Self.app(store, money, life, payers, clock, boot: 1, seed: random.next())
        begin()
    }

    func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    private func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[number(elements.count)]
    }

    // MARK: The process

    private static func life(of disk: ModelProcess) -> ModelLife {
        ModelLife { disk.kill { $0.killProcess() } }
    }

    private static func open(_ disk: ModelProcess, _ clock: ManualClock) throws -> JSONStore {
        try JSONStore(
            directory: "/tmp/store", collections: DatabaseOutboxStore.collections + DatabasePaymentStore.collections,
            files: disk, time: clock)
    }

    private static func app(
        _ store: JSONStore, _ money: ModelMoney, _ life: ModelLife, _ payers: ModelPayers, _ clock: ManualClock,
        boot: Int, seed: UInt64
    ) -> (DefaultWritingProvider, DefaultPayments) {
        let kind = IntentKind<PaymentClaim>.payment(on: .demo) { request in
            try await money.validate(request.payload, as: request.account, in: life)
        }
        let site = SiteWriting(rules: .reddit, kinds: [], accounts: payers) {
            nil
        } makeSender: { _ in
            SiteOutboxSender([:])
        }
        let writing = DefaultWritingProvider(
            sites: [.demo: site], store: DatabaseOutboxStore(store: store), known: NothingKnown(),
            statuses: InMemoryOfflinePostProvider(), time: clock, boot: BootID("boot-\(boot)"),
            random: SeededRandomSource(seed: seed), ownKinds: [AnyIntentKind(kind)])
        let kept = DatabasePaymentStore(store: store)
        let payments = DefaultPayments(
            kind,
            by: ModelProvider(money: money, life: life) { try await kept.payments(of: nil) },
            confirmed: { try await money.list(of: $0, in: life) }, store: kept, writing: writing, time: clock,
            random: SeededRandomSource(seed: seed &+ 1))
        return (writing, payments)
    }

    private func begin() {
        let (writing, payments) = (writing, payments)
        let life = life
        following = [
            Task { await writing.run(following: MockConnectivityProvider()) },
            Task { for await _ in writing.entries.state.values { life.tell() } },
        ]
        if !isStill { following.append(Task { await payments.run() }) }
        tellAccounts()
    }

    private func tellAccounts() {
        let all = Self.accounts.map { key in
            var account = SignedInAccount(
                id: "place of \(key.name ?? "")", site: .demo, user: SessionUser(id: key.name ?? "", name: "somebody"))
            account.signIn = signIn
            return account
        }
        payers.accounts.set(isSignedIn ? SiteAccounts(all: all, currentID: all.first?.id) : SiteAccounts())
    }

    private func restart(isPowerCut: Bool) throws {
        money.note(isPowerCut ? "power cut" : "kill")
        isPowerToBeCut = false
        for task in following { task.cancel() }
        life.kill()
        if isPowerCut {
            files.crash()
            boot += 1
        }
        files.stopFailing()
        clock.advance(by: .seconds(number(100)))
        disk = ModelProcess(files)
        life = Self.life(of: disk)
        payers = ModelPayers()
        signIn += 1
        store = try Self.open(disk, clock)
        (writing, payments) = Self.app(store, money, life, payers, clock, boot: boot, seed: random.next())
        begin()
    }

    /// Does something in the process; returns when it is done, or the process has ended.
    private func perform(
        _ work: @escaping @Sendable (DefaultPayments, DefaultWritingProvider) async throws -> Void
    ) async throws {
        let (payments, writing, life, isDone) = (payments, writing, life, ObservableValue(false))
        let task = Task {
            do {
                try await work(payments, writing)
            } catch {
                // What fails is shown, and what is stored counts.
            }
            isDone.set(true)
            life.tell()
        }
        await wait { isDone.value }
        if life.isDead { task.cancel() }
        await wait { writing.entries.state.value.underWayCount == 0 }
        if isPowerToBeCut || life.isDead { try restart(isPowerCut: isPowerToBeCut) }
    }

    /// Waits for something, or for the end of the process.
    private func wait(until isDone: () -> Bool) async {
        for await _ in life.event.values where isDone() || life.isDead { return }
    }

    // MARK: Steps

    func step() async throws {
        let account = Self.accounts[number(2)]
        let order = PaymentOrder(
            for: StatusTarget(.post, site: .demo, native: "p\(1 + number(3))"), name: "Tea",
            amount: 1000 * (1 + number(10)), currency: "KRW")
        let chance = number(22)
        money.note("step \(chance)")
        switch chance {
        case 0..<6: try await perform { payments, _ in _ = try await payments.pay(order, as: account) }
        case 6:
            // Two screens.
            try await perform { payments, _ in
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<2 { group.addTask { _ = try? await payments.pay(order, as: account) } }
                }
            }
        case 7..<10: try await perform { payments, _ in try await payments.check() }
        case 10: money.finishPages()
        case 11..<13:
            clock.advance(by: .seconds(number(900)))
            try await perform { _, writing in await writing.entries.handle(.woke) }
        case 13..<15: try await perform { _, writing in try await writing.send(as: account, waitingFor: nil) }
        case 15: try restart(isPowerCut: number(2) == 0)
        case 16:
            isPowerToBeCut = true
            files.cutPower(afterMutations: number(12))
            try await perform { payments, _ in _ = try await payments.pay(order, as: account) }
        case 17:
            isSignedIn.toggle()
            signIn += 1
            tellAccounts()
        case 18: try await decide()
        case 19: try await settleOne()
        default: try await cancelWithoutConsent()
        }
        await check()
    }

    private func stored() async throws -> [Payment] {
        try await DatabasePaymentStore(store: store).payments(of: nil).sorted { $0.id < $1.id }
    }

    /// The payments as a person sees them; nil on a disk that fails.
    private func shown() async -> [Payment]? {
        do {
            return try await stored()
        } catch {
            money.note("   nothing can be read")
            return nil
        }
    }

    private func decide() async throws {
        guard let payment = pick((await shown() ?? []).filter { !$0.isSettled }) else { return }
        let id = payment.id
        if payment.state == .needsHelp, number(2) == 0 {
            return try await perform { payments, _ in try await payments.validateAgain(id) }
        }
        guard number(3) == 0 else { return }
        consented.insert(id)
        money.note("   \(id) is given up")
        if number(2) == 0 {
            try await perform { payments, _ in try await payments.giveUp(id, withConsent: true) }
        } else {
            try await perform { _, writing in
                try await writing.decide(.giveUp(nil, withConsent: true), on: payment.item)
            }
        }
    }

    private func settleOne() async throws {
        guard let id = pick(await shown() ?? [])?.id else { return }
        try await perform { payments, _ in try await payments.settle(id) }
    }

    private func cancelWithoutConsent() async throws {
        let (items, money) = (writing.outbox.value.items, money)
        guard let item = pick(items) else { return }
        try await perform { _, writing in
            try await writing.decide(.giveUp(.drafts), on: item.id)
            money.fail("\(item.id) was dropped without consent")
        }
    }

    // MARK: What has to hold

    func check() async {
        // What cannot be read now is read when the disk is mended.
        guard let shown = await shown() else { return }
        let records = Dictionary(shown.map { ($0.id, $0) }) { first, _ in first }
        for (id, sum) in money.sums where sum.isTaken {
            guard let record = records[id] else {
                money.fail("\(id) was taken, and is forgotten")
                continue
            }
            if record.state == .failed || record.state == .cancelled {
                money.fail("\(id) was taken, and is \(record.state)")
            }
            if record.intent != sum.intent { money.fail("\(id) is another one now") }
        }
        for record in records.values where record.state == .validated && money.validated[record.id] == nil {
            money.fail("\(record.id) is shown as validated")
        }
    }

    /// Lets everything come to rest without faults, and looks at what there is.
    func settle() async throws {
        money.note("no faults any more")
        money.endFaults()
        money.finishPages()
        isSignedIn = true
        try restart(isPowerCut: isPowerToBeCut)
        for _ in 0..<8 {
            try await perform { payments, _ in try await payments.check() }
            for account in Self.accounts {
                try await perform { _, writing in try await writing.send(as: account, waitingFor: nil) }
            }
            clock.advance(by: .seconds(700))
            try await perform { _, writing in await writing.entries.handle(.woke) }
        }
        try await perform { payments, _ in try await payments.check() }
        await check()
        let records = try await stored()
        for record in records {
            let (sum, id) = (money.sums[record.id], record.id)
            let isGone = money.gone.contains(record.intent.order.subject.native)
            switch record.state {
            case .validated:
                if sum?.isTaken != true || money.validated[id]?.intent != record.intent {
                    money.fail("\(id) is not validated")
                }
            case .needsHelp:
                if sum?.isTaken != true || record.receipt == nil { money.fail("\(id) needs no help") }
                if !isGone, sum?.isDifferent != true { money.fail("\(id) needs help for nothing") }
            case .failed, .cancelled:
                if sum?.isTaken == true { money.fail("\(id) was taken") }
            case .givenUp:
                if !consented.contains(id) { money.fail("\(id) was given up by nobody") }
            case .opened, .received: money.fail("\(id) is still \(record.state)")
            }
        }
        for id in money.validated.keys where money.sums[id]?.isTaken != true {
            money.fail("\(id) is validated for nothing")
        }
    }
}
