import Foundation
import Synchronization

/// The payments of an app: what is paid is never lost, and nothing is paid twice because the app ended.
///
/// ```swift
/// let payments = DefaultPayments(kind, by: provider) { account in try await shop.confirmedPayments(of: account) }
/// let following = Task { await payments.run() }
/// let payment = try await payments.pay(order, as: account)
/// ```
///
/// The intent is stored before the provider opens, and the receipt before anything else is done with it; both are
/// synced. The validation is an item of the outbox, of the kind that is given here and named when the app is wired
/// (`AppServices.Configuration.ownKinds`). Have one for a kind in a process: the one that has the store to write to.
///
/// Safe from any thread.
public final class DefaultPayments: Sendable {
    /// Everything that is known of the payments; empty until ``check(as:)``, ``run()`` or ``pay(_:as:)`` has read it.
    public let payments = ObservableValue(PaymentsState())

    private let kind: IntentKind<PaymentClaim>
    private let provider: any PaymentProvider
    private let confirmed: @Sendable (AccountKey) async throws -> [ConfirmedPayment]
    /// The store, for the other parts of this type.
    let store: any PaymentStore
    /// The outbox, for the other parts of this type.
    let writing: any WritingProvider
    private let connectivity: (any ConnectivityProvider)?
    private let time: any TimeProvider
    private let random: any RandomSource
    /// The intents whose provider is open in this process.
    let underWay = Mutex<Set<PaymentIntent.ID>>([])

    /// The time for which settled payments are kept.
    private static let memory: TimeInterval = 90 * 86_400

    /// Creates payments with what the app has registered: its store, its outbox and its clock.
    ///
    /// - Parameters:
    ///   - kind: The kind that has the server validate a payment.
    ///   - provider: The provider.
    ///   - confirmed: Reads the server's own list of an account's payments, whole; it is asked with that account's
    ///     session.
    public convenience init(
        _ kind: IntentKind<PaymentClaim>, by provider: any PaymentProvider,
        confirmed: @escaping @Sendable (AccountKey) async throws -> [ConfirmedPayment]
    ) {
        let container = Dependency.current
        let hasConnectivity = container.isRegistered((any ConnectivityProvider).self)
        self.init(
            kind, by: provider, confirmed: confirmed, store: Dependency.resolve((any PaymentStore).self),
            writing: Dependency.resolve((any WritingProvider).self),
            connectivity: hasConnectivity ? Dependency.resolve((any ConnectivityProvider).self) : nil,
            time: Dependency.clock,
            random: Dependency.resolve((any RandomSource).self, default: SystemRandomSource()))
    }

    /// Creates payments.
    ///
    /// - Parameters:
    ///   - kind: The kind that has the server validate a payment.
    ///   - provider: The provider.
    ///   - confirmed: Reads the server's own list of an account's payments.
    ///   - store: The store of payments.
    ///   - writing: The outbox.
    ///   - connectivity: The state of the network; not followed by default.
    ///   - time: The clock.
    ///   - random: The source of ids.
    package init(
        _ kind: IntentKind<PaymentClaim>, by provider: any PaymentProvider,
        confirmed: @escaping @Sendable (AccountKey) async throws -> [ConfirmedPayment], store: any PaymentStore,
        writing: any WritingProvider, connectivity: (any ConnectivityProvider)? = nil, time: any TimeProvider,
        random: any RandomSource
    ) {
        self.kind = kind
        self.provider = provider
        self.confirmed = confirmed
        self.store = store
        self.writing = writing
        self.connectivity = connectivity
        self.time = time
        self.random = random
    }

    // MARK: - Paying

    /// Lets a person pay, and has the server validate it.
    ///
    /// It returns once the outcome is stored and, where money was taken, its validation is in the outbox. Where the
    /// same account has paid for the same thing and it is not known what became of that, it is found out first; unless
    /// nothing was taken, nothing new is paid.
    ///
    /// - Parameters:
    ///   - order: What is paid for, and how much.
    ///   - account: The account that pays.
    /// - Returns: The payment: `opened` where the outcome is not known.
    /// - Throws: ``PaymentError``; ``DataError`` with the code `invalidInput` for an amount below one, and for a kind
    ///   that the app has not named; a ``CodedError`` when the intent cannot be stored: then the provider was not
    ///   opened. Where the outcome cannot be stored, its error, and it is asked for again later. `CancellationError`.
    public func pay(_ order: PaymentOrder, as account: AccountKey) async throws -> Payment {
        guard order.amount > 0, !order.subject.native.isEmpty else {
            throw DataError(.invalidInput, message: "A payment is for something, and more than nothing.")
        }
        guard account.site == kind.site, writing.kinds(on: kind.site).contains(kind.name) else {
            throw DataError(
                .invalidInput, message: "'\(kind.site)' has no '\(kind.name)'. Name the kind when the app is wired.")
        }
        let payment = try await begin(order, as: account)
        defer { underWay.withLock { _ = $0.remove(payment.id) } }
        let outcome: PaymentOutcome
        do {
            outcome = try await provider.pay(payment.intent)
        } catch let error as CancellationError {
            // Money may be taken: it stays open, and is asked for.
            throw error
        } catch {
            note(error)
            outcome = .unknown
        }
        // Also when the task is cancelled: what was paid is to be known.
        return try await Task {
            var lists: Lists = [:]
            return try await self.take(.told(outcome), for: payment.id, &lists) ?? payment
        }.value
    }

    /// Stores an intent that is to be opened now, which is under way from then on.
    private func begin(_ order: PaymentOrder, as account: AccountKey) async throws -> Payment {
        var earlier: Payment?
        while true {
            let intent = PaymentIntent(id: PaymentIntent.ID(random: random), account: account, order: order)
            let now = time.now
            // Before it is stored, so that nobody who looks in between asks for it.
            underWay.withLock { _ = $0.insert(intent.id) }
            let payment: Payment
            do {
                payment = try await store.begin(
                    Payment(intent, opened: now), removingSettledBefore: now - Self.memory)
            } catch {
                underWay.withLock { _ = $0.remove(intent.id) }
                throw error
            }
            await publish()
            if payment.id == intent.id { return payment }
            underWay.withLock { _ = $0.remove(intent.id) }
            guard !underWay.withLock({ $0.contains(payment.id) }) else { throw PaymentError.underWay(payment) }
            // The same one twice: nobody knows, and it stays so.
            guard earlier?.id != payment.id else { throw PaymentError.unfinished(payment) }
            earlier = payment
            var lists: Lists = [:]
            let found = try await ask(payment, &lists) ?? payment
            switch found.state {
            case .failed, .cancelled, .givenUp: continue
            case .opened, .received, .validated, .needsHelp: throw PaymentError.unfinished(found)
            }
        }
    }

    // MARK: - What became of it

    /// Finds out what became of payments: of those that are open from the provider and the server's list, of those that
    /// were received from the outbox, and of those that need help from the server's list, where people may have helped.
    ///
    /// - Parameter account: The account; `nil`, the default, for all.
    /// - Throws: A ``CodedError`` when what is stored cannot be read or written; what cannot be asked is in
    ///   ``payments``. `CancellationError`.
    public func check(as account: AccountKey? = nil) async throws {
        var lists: Lists = [:]
        payments.update { $0.error = nil }
        for payment in try await store.payments(of: account) where payment.isAsked {
            _ = try await ask(payment, &lists)
        }
        try await compare(account)
        for payment in try await store.payments(of: account) where payment.state == .needsHelp && payment.isKnownHere {
            guard let event = try await list(of: payment, &lists), event != .notConfirmed else { continue }
            _ = try await take(event, for: payment.id, &lists)
        }
        await publish()
    }

    /// Finds out what became of payments now, whenever the outbox changes, and when the network returns, until the
    /// task is cancelled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.checkQuietly() }
            group.addTask {
                for await _ in self.writing.outbox.values {
                    do {
                        try await self.compare(nil)
                    } catch {
                        self.note(error)
                    }
                }
            }
            if let connectivity {
                group.addTask { for await _ in connectivity.reconnections { await self.checkQuietly() } }
            }
        }
    }

    private func checkQuietly() async {
        do {
            try await check()
        } catch {
            note(error)
        }
    }

    /// Finds out what became of one payment, and has its validation sent now: when this returns, nothing more can be
    /// done now.
    ///
    /// - Parameter id: The payment.
    /// - Returns: The payment.
    /// - Throws: ``WritingError`` `unknownItem`; as ``check(as:)``.
    @discardableResult
    public func settle(_ id: PaymentIntent.ID) async throws -> Payment {
        var (payment, lists): (Payment, Lists) = (try await payment(id), [:])
        if payment.isAsked { payment = try await ask(payment, &lists) ?? payment }
        if payment.state == .received {
            try await compare(payment.intent.account)
            try await writing.send(as: payment.intent.account, waitingFor: [payment.item])
        }
        try await compare(payment.intent.account)
        return try await self.payment(id)
    }

    // MARK: - Steps

    /// What the server's lists have, as far as they were read for one call; `nil` for one that could not be.
    typealias Lists = [AccountKey: [ConfirmedPayment]?]

    /// Asks what became of an open payment; one that is being paid at this moment tells by itself.
    private func ask(_ payment: Payment, _ lists: inout Lists) async throws -> Payment? {
        guard !underWay.withLock({ $0.contains(payment.id) }) else { return nil }
        let outcome: PaymentOutcome
        do {
            outcome = try await provider.outcome(of: payment.intent)
        } catch let error as CancellationError {
            throw error
        } catch {
            note(error)
            outcome = .unknown
        }
        return try await take(.told(outcome), for: payment.id, &lists)
    }

    /// Takes an event: stores what follows from it, and does what that says.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - id: The payment.
    ///   - known: The payment as it was when the looking began, for an event that says that something is missing: it
    ///     says nothing of a payment that has changed since. `nil` for an event that counts at any time.
    ///   - lists: What the server's lists have.
    /// - Returns: The payment then; `nil` where there is none.
    /// - Throws: A ``CodedError`` when the store cannot be read or written; `CancellationError`.
    func take(
        _ event: PaymentEvent, for id: PaymentIntent.ID, ifStill known: Payment? = nil, _ lists: inout Lists
    ) async throws -> Payment? {
        let now = time.now
        let change: @Sendable (Payment) -> PaymentStep = { stored in
            guard known == nil || known == stored else { return PaymentStep(payment: stored) }
            return PaymentRules.step(stored, event, at: now)
        }
        guard let step = try await store.change(id, change) else { return nil }
        var payment = step.payment
        for action in step.actions {
            let next: PaymentEvent?
            switch action {
            case .queue(let claim): next = try await queue(claim)
            case .readList: next = try await list(of: payment, &lists)
            case .removeRefused:
                next = nil
                try await removeRefused(payment)
            }
            guard let next else { continue }
            let known = next == .notConfirmed ? payment : nil
            payment = try await take(next, for: id, ifStill: known, &lists) ?? payment
        }
        await publish()
        return payment
    }

    /// Gives a validation to the outbox; `nil` where that fails: it is tried again with the next check.
    private func queue(_ claim: PaymentClaim) async throws -> PaymentEvent? {
        let (intent, item) = (claim.intent, claim.intent.id.item)
        do {
            try await writing.load()
            if let unsent = writing.outbox.value.items.first(where: { $0.id == item }) {
                if unsent.state == .failed { try await writing.decide(.send(as: nil), on: item) }
            } else {
                let own = try kind.intent(claim, lane: intent.id.rawValue, about: intent.order.subject)
                try await writing.queue(.own(own), as: intent.account, id: item, undo: .zero)
            }
            return .queued
        } catch let error as CancellationError {
            throw error
        } catch {
            note(error)
            return nil
        }
    }

    /// Removes a refused validation from the outbox; where that fails it stays there to be seen.
    private func removeRefused(_ payment: Payment) async throws {
        do {
            try await writing.load()
            let item = writing.outbox.value.items.first { $0.id == payment.item }
            if item?.state == .failed { try await writing.decide(.giveUp(nil, withConsent: true), on: payment.item) }
        } catch let error as CancellationError {
            throw error
        } catch {
            note(error)
        }
    }

    /// Looks for a payment in the server's list; `nil` where that cannot be read.
    private func list(of payment: Payment, _ lists: inout Lists) async throws -> PaymentEvent? {
        let account = payment.intent.account
        if lists[account] == nil {
            do {
                lists[account] = .some(try await confirmed(account))
            } catch let error as CancellationError {
                throw error
            } catch {
                note(error)
                lists[account] = .some(nil)
            }
        }
        guard case .some(.some(let list)) = lists[account] else { return nil }
        return list.first { $0.intent == payment.id }.map { .confirmed($0) } ?? .notConfirmed
    }

    /// Takes over what the outbox knows of the validations.
    private func compare(_ account: AccountKey?) async throws {
        try await writing.load()
        // Read before the outbox: what is noted as queued is in an outbox that is read after that.
        let stored = try await store.payments(of: account).filter { $0.receipt != nil && $0.isDifferent != true }
        let outbox = writing.outbox.value
        guard !stored.isEmpty else { return }
        let unsent = Dictionary(outbox.items.map { ($0.id, $0) }) { first, _ in first }
        let sent = Set(outbox.sent.map(\.id))
        // Read from here on: what an earlier list does not have may have been sent meanwhile.
        var lists: Lists = [:]
        for payment in stored {
            let event: PaymentEvent?
            switch (payment.state, unsent[payment.item]) {
            case (.validated, _), (.failed, _), (.cancelled, _), (.opened, _): event = nil
            case (_, let item?) where item.state == .failed:
                event = item.reason.map { .refused(Payment.Reason($0.code, $0.message)) }
            case (.received, .some): event = payment.isQueued == true ? nil : .queued
            case (_, .some): event = .queued
            case (_, nil) where sent.contains(payment.item): event = .validated
            case (.givenUp, nil): event = nil
            // It may be one of those that only a newer version can read.
            case (_, nil) where outbox.unreadableCount > 0: event = nil
            case (_, nil): event = .gone
            }
            guard let event, !isKnown(event, to: payment) else { continue }
            _ = try await take(event, for: payment.id, ifStill: event == .gone ? payment : nil, &lists)
        }
    }

    /// Whether an event says nothing new, so that nothing has to be written.
    private func isKnown(_ event: PaymentEvent, to payment: Payment) -> Bool {
        PaymentRules.step(payment, event, at: payment.changed) == PaymentStep(payment: payment)
    }

    // MARK: - What is shown

    /// Reads what is stored into ``payments``; nobody is asked for anything.
    ///
    /// - Throws: A ``CodedError`` when it cannot be read.
    public func load() async throws {
        let all = try await store.payments(of: nil)
        payments.update { $0.payments = all.sorted { ($1.opened, $1.id) < ($0.opened, $0.id) } }
    }

    private func publish() async {
        do {
            try await load()
        } catch {
            note(error)
        }
    }

    private func note(_ error: any Error) {
        guard !error.isCancellation else { return }
        payments.update { $0.error = DataError(error) }
    }
}
