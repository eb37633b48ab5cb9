import Foundation
import Mocks
import Synchronization
import Testing

@testable import Core

/// Payments with a real outbox: what is stored when, what is asked, and what a person may do.
@Suite(.timeLimit(.minutes(5)))
struct DefaultPaymentsTests {
    private let world = PaymentsWorld()

    private func waited(_ payment: Payment, in world: PaymentsWorld, until state: Payment.State) async {
        for await payments in world.payments.payments.values {
            if payments.payments.first(where: { $0.id == payment.id })?.state == state { return }
        }
    }

    // MARK: Paying

    @Test func whatIsPaidIsValidatedForItsAmount() async throws {
        try await world.running {
            world.signIn()
            let payment = try await world.pay("p1", 3000)
            #expect(payment.receipt == "r-\(payment.id)" && payment.intent.order.amount == 3000)
            #expect(try await world.payments.settle(payment.id).state == .validated)
            #expect(world.claims == [PaymentClaim(payment.intent, receipt: "r-\(payment.id)")])
            #expect(world.payments.payments.value.payments.map(\.state) == [.validated])
            #expect(world.writing.outbox.value.items.isEmpty)
            #expect(world.writing.outbox.value.sent.map(\.kind.rawValue) == ["payment"])
        }
    }

    @Test func whoeverFollowsSeesItSettled() async throws {
        try await world.running {
            let following = Task { await world.payments.run() }
            defer { following.cancel() }
            let payment = try await world.pay()
            #expect(payment.state == .received && world.claims.isEmpty)
            world.signIn()
            await waited(payment, in: world, until: .validated)
        }
    }

    @Test func theIntentIsStoredBeforeTheProviderOpens() async throws {
        world.store.fail(with: DataError(.noSpace))
        let error = await #expect(throws: DataError.self) { try await world.pay() }
        #expect(error?.code == .noSpace && world.provider.paid.isEmpty)
        world.store.fail(with: nil)
        #expect(try await world.pay().state == .received)
    }

    @Test func aReceiptThatCannotBeStoredIsAskedForLater() async throws {
        world.store.fail(with: DataError(.noSpace), after: 1)
        await #expect(throws: DataError.self) { try await world.pay() }
        let intent = try #require(world.provider.paid.first)
        #expect(world.store.payments[intent.id]?.state == .opened && world.writing.outbox.value.items.isEmpty)
        world.store.fail(with: nil)
        world.provider.set { $0.outcomes[intent.id] = .paid(PaymentReceipt(id: "r1")) }
        try await world.payments.check()
        #expect(world.store.payments[intent.id]?.state == .received)
        #expect(world.writing.outbox.value.items.map(\.id) == [intent.id.item])
    }

    @Test func nobodyPaysIntoAVoid() async throws {
        let unnamed = PaymentsWorld(isKindNamed: false)
        let error = await #expect(throws: DataError.self) { try await unnamed.pay() }
        #expect(error?.code == .invalidInput && unnamed.provider.paid.isEmpty && unnamed.store.payments.isEmpty)
        await #expect(throws: DataError.self) { try await world.pay("p1", 0) }
        await #expect(throws: DataError.self) { try await world.pay("", 1000) }
        #expect(world.provider.paid.isEmpty)
    }

    @Test(arguments: [
        (PaymentOutcome.failed("Card refused."), Payment.State.failed), (.cancelled, .cancelled),
    ]) func whatWasNotPaidIsOverAndCanBePaidAnew(_ outcome: PaymentOutcome, _ state: Payment.State) async throws {
        world.provider.set { $0.pays = [.success(outcome)] }
        let payment = try await world.pay()
        #expect(payment.state == state && payment.isSettled && world.writing.outbox.value.items.isEmpty)
        #expect(state != .failed || payment.reason?.code == .paymentFailed)
        #expect(state != .failed || payment.reason?.message.hasSuffix("Card refused.") == true)
        #expect(try await world.pay().state == .received)
        #expect(Set(world.provider.paid.map(\.id)).count == 2)
    }

    // MARK: What is not known

    @Test func whatIsUnknownIsLookedForInTheServersList() async throws {
        world.provider.set { $0.pays = [.failure(NetworkError(.timedOut))] }
        let payment = try await world.pay("p1", 4000)
        #expect(payment.state == .opened && world.lists.value == 1)
        #expect(world.payments.payments.value.error?.code == .timedOut)
        world.server.withLock { $0.list = [ConfirmedPayment(payment.id, for: "p1", amount: 4000)] }
        try await world.payments.check(as: PaymentsWorld.ann)
        #expect(world.stored(payment)?.state == .validated && world.provider.asked.map(\.id) == [payment.id])
        #expect(world.claims.isEmpty)
    }

    @Test func afterARelaunchTheProviderIsAsked() async throws {
        world.provider.set { $0.pays = [.failure(CancellationError())] }
        await #expect(throws: CancellationError.self) { try await world.pay("p1", 4000) }
        let intent = try #require(world.provider.paid.first)
        world.provider.set { $0.outcomes[intent.id] = .paid(PaymentReceipt(id: "r9", amount: 4000)) }
        let second = PaymentsWorld(after: world)
        await second.running {
            second.signIn()
            let following = Task { await second.payments.run() }
            defer { following.cancel() }
            await waited(Payment(intent, opened: world.clock.now), in: second, until: .validated)
            #expect(second.claims == [PaymentClaim(intent, receipt: "r9")])
        }
    }

    @Test func nothingNewIsPaidWhileAnEarlierOneIsNotKnown() async throws {
        world.provider.set { $0.pays = [.success(.unknown)] }
        let payment = try await world.pay("p1", 1000)
        let error = await #expect(throws: PaymentError.self) { try await world.pay("p1", 2000) }
        #expect(error == .unfinished(payment) && world.provider.paid.count == 1)
        // Another thing, and another person, are not kept from it.
        #expect(try await world.pay("p2", 2000).state == .received)
        world.provider.set { $0.outcomes[payment.id] = .paid(PaymentReceipt(id: "r1")) }
        let found = await #expect(throws: PaymentError.self) { try await world.pay("p1", 2000) }
        #expect(found?.payment.id == payment.id && found?.payment.state == .received)
        #expect(world.provider.paid.count == 2)
        // From then on it is another payment.
        #expect(try await world.pay("p1", 2000).intent.order.amount == 2000)
    }

    @Test func anEarlierOneOfWhichNothingWasTakenMakesRoom() async throws {
        world.provider.set { $0.pays = [.success(.unknown)] }
        let payment = try await world.pay()
        world.provider.set { $0.outcomes[payment.id] = .cancelled }
        #expect(try await world.pay().state == .received)
        #expect(world.stored(payment)?.state == .cancelled)
    }

    @Test func twoScreensPayOnce() async throws {
        world.provider.set { $0.isHeld = true }
        let first = Task { try await world.pay() }
        for await payments in world.payments.payments.values where !payments.payments.isEmpty { break }
        let error = await #expect(throws: PaymentError.self) { try await world.pay() }
        guard case .underWay? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        // Nor is it asked what becomes of it.
        try await world.payments.check()
        #expect(world.provider.asked.isEmpty)
        world.provider.isLetGo.set(true)
        #expect(try await first.value.state == .received && world.provider.paid.count == 1)
    }

    // MARK: What the server says

    @Test func aLostAnswerIsAskedForAgain() async throws {
        let lost = IntentAnswer.unknown(DataError(.timedOut))
        world.server.withLock { $0.answers = [lost, lost, lost, lost] }
        try await world.running {
            world.signIn()
            let payment = try await world.pay()
            #expect(try await world.payments.settle(payment.id).state == .received)
            #expect(world.stored(payment)?.isQueued == true)
            for _ in 0..<5 where world.stored(payment)?.state != .validated {
                _ = try await world.payments.settle(payment.id)
            }
            #expect(world.stored(payment)?.state == .validated)
            #expect(world.claims.count == 5 && Set(world.claims).count == 1)
        }
    }

    @Test func whatIsRefusedAfterItWasPaidNeedsHelpAndIsNeverPaidAnew() async throws {
        world.server.withLock { $0.answers = [.refused(DataError(.notFound, message: "It is gone."))] }
        try await world.running {
            world.signIn()
            let payment = try await world.pay()
            let settled = try await world.payments.settle(payment.id)
            #expect(settled.state == .needsHelp && settled.receipt != nil && !settled.isSettled)
            #expect(settled.reason == Payment.Reason(.notFound, "It is gone."))
            // It stays so, after a relaunch as well.
            try await world.payments.check()
            let second = PaymentsWorld(after: world)
            try await second.payments.check()
            #expect(second.stored(payment)?.state == .needsHelp && second.provider.paid.isEmpty)
            // A person may have the same receipt validated again.
            try await world.payments.validateAgain(payment.id)
            #expect(try await world.payments.settle(payment.id).state == .validated)
            #expect(world.claims.count == 2 && Set(world.claims).count == 1 && world.provider.paid.count == 1)
        }
    }

    @Test func whereSomebodyHasHelpedTheServersListSaysSo() async throws {
        world.server.withLock { $0.answers = [.refused(DataError(.notFound))] }
        try await world.running {
            world.signIn()
            let payment = try await world.pay()
            #expect(try await world.payments.settle(payment.id).state == .needsHelp)
            world.server.withLock { $0.list = [ConfirmedPayment(payment.id, for: "p1", amount: 3000)] }
            try await world.payments.check()
            #expect(world.stored(payment)?.state == .validated && world.claims.count == 1)
            #expect(world.writing.outbox.value.items.isEmpty)
        }
    }

    @Test func whatTheOutboxDidNotTakeIsQueuedWithTheNextCheck() async throws {
        world.entries.fail(with: InMemoryOutboxStore.Failure())
        let payment = try await world.pay()
        #expect(payment.state == .received && payment.isQueued != true)
        #expect(world.payments.payments.value.error?.code == .noSpace)
        world.entries.fail(with: nil)
        try await world.payments.check()
        #expect(world.writing.outbox.value.items.map(\.id) == [payment.item])
        #expect(world.stored(payment)?.isQueued == true && world.payments.payments.value.error == nil)
    }

    @Test func aListThatWasAskedForBeforeTheReceiptSaysNothingOfIt() async throws {
        world.provider.set { $0.pays = [.success(.unknown)] }
        let payment = try await world.pay()
        let before = world.lists.value
        world.isListGiven.set(false)
        let first = Task { try await world.payments.check() }
        for await lists in world.lists.values where lists > before { break }
        // Meanwhile somebody else learns that it is paid.
        world.provider.set { $0.outcomes[payment.id] = .paid(PaymentReceipt(id: "r1")) }
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .received && world.stored(payment)?.isQueued == true)
        world.isListGiven.set(true)
        try await first.value
        #expect(world.stored(payment)?.state == .received)
        #expect(world.writing.outbox.value.items.map(\.id) == [payment.item])
    }

    // MARK: What a person decides

    @Test func aReceiptIsGivenUpOnlyWithConsent() async throws {
        let payment = try await world.pay()
        await #expect(throws: WritingError.needsConsent([payment.item])) {
            try await world.writing.decide(.giveUp(nil), on: payment.item)
        }
        await #expect(throws: WritingError.needsConsent([payment.item])) {
            try await world.payments.giveUp(payment.id, withConsent: false)
        }
        #expect(world.writing.outbox.value.items.first?.needsConsent == true)
        #expect(try await world.payments.giveUp(payment.id, withConsent: true).state == .givenUp)
        #expect(world.writing.outbox.value.items.isEmpty)
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .givenUp && world.writing.outbox.value.items.isEmpty)
        await #expect(throws: WritingError.notApplicable) {
            try await world.payments.giveUp(payment.id, withConsent: true)
        }
    }

    @Test func oneThatWasDroppedInTheOutboxIsGivenUpOnceTheServerHasNoneOfIt() async throws {
        let payment = try await world.pay()
        try await world.writing.decide(.giveUp(nil, withConsent: true), on: payment.item)
        world.server.withLock { $0.list = nil }
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .received)
        world.server.withLock { $0.list = [] }
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .givenUp && world.writing.outbox.value.items.isEmpty)
    }

    @Test func oneThatIsNotKnownAnyMoreInTheOutboxIsFoundInTheServersList() async throws {
        let payment = try await world.pay()
        try await world.writing.decide(.giveUp(nil, withConsent: true), on: payment.item)
        world.server.withLock { $0.list = [ConfirmedPayment(payment.id, for: "p1", amount: 3000)] }
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .validated)
    }

    @Test func oneThatIsWantedAgainWhileTheListIsReadIsNotGivenUp() async throws {
        let payment = try await world.pay()
        try await world.writing.decide(.giveUp(nil, withConsent: true), on: payment.item)
        world.isListGiven.set(false)
        let first = Task { try await world.payments.check() }
        for await lists in world.lists.values where lists > 0 { break }
        world.clock.advance(by: .seconds(1))
        try await world.payments.validateAgain(payment.id)
        world.isListGiven.set(true)
        try await first.value
        #expect(world.stored(payment)?.state == .received)
        #expect(world.writing.outbox.value.items.map(\.id) == [payment.item])
    }

    @Test func whatIsGivenUpWhileItIsNotKnownMakesRoomAndStillCounts() async throws {
        world.provider.set { $0.pays = [.success(.unknown)] }
        let payment = try await world.pay("p1", 1000)
        try await world.payments.giveUp(payment.id, withConsent: true)
        #expect(try await world.pay("p1", 2000).state == .received)
        world.provider.set { $0.outcomes[payment.id] = .paid(PaymentReceipt(id: "r1")) }
        try await world.payments.check()
        #expect(world.stored(payment)?.state == .received)
        #expect(world.writing.outbox.value.items.count == 2)
    }

    @Test func whatIsUnknownToThePaymentsIsNothingToDecideAbout() async throws {
        let id = PaymentIntent.ID(rawValue: "pay-x")
        await #expect(throws: WritingError.unknownItem) { try await world.payments.giveUp(id, withConsent: true) }
        await #expect(throws: WritingError.unknownItem) { try await world.payments.validateAgain(id) }
        await #expect(throws: WritingError.unknownItem) { try await world.payments.settle(id) }
        world.provider.set { $0.pays = [.success(.cancelled)] }
        let cancelled = try await world.pay()
        await #expect(throws: WritingError.notApplicable) { try await world.payments.validateAgain(cancelled.id) }
    }

    @Test func settledOnesAreForgottenAfterNinetyDaysAndOthersNever() async throws {
        world.provider.set { $0.pays = [.success(.cancelled), .success(.unknown)] }
        let settled = try await world.pay("p1")
        let open = try await world.pay("p2")
        world.clock.advance(by: .seconds(91 * 86_400))
        _ = try await world.pay("p3")
        #expect(world.stored(settled) == nil && world.stored(open)?.state == .opened)
        #expect(world.payments.payments.value.payments.map(\.intent.order.subject.native) == ["p3", "p2"])
    }
}
