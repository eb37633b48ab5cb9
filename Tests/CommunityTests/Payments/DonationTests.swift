import Cloud
import Community
import Core
import Foundation
import Mocks
import Testing

/// Giving money: from the marker post to the server's validation, with everything that can be missing in between.
@Suite(.donationContainer, .timeLimit(.minutes(5)))
struct DonationTests {
    /// Tries again for as long as the server is in the way.
    private func retried(_ payment: Payment, in world: DonationWorld) async throws -> Payment {
        for _ in 0..<10 {
            world.clock.advance(by: .seconds(700))
            let found = try await world.payments.settle(payment.id)
            if found.state != .received { return found }
        }
        return payment
    }

    @Test func whatIsGivenIsValidatedForTheMarkerAndTheAmount() async throws {
        let world = try await DonationWorld()
        let payment = try await world.donations.give(3000, to: "id-ben")
        #expect(try await world.payments.settle(payment.id).state == .validated)
        #expect(world.validations == [DonationWorld.body(payment, 3000)])
        let order = payment.intent.order
        #expect(order.subject == StatusTarget(.post, site: .community, native: "m1") && order.name == "ben tea")
        // The buyer is who pays, and not who gets it.
        #expect(order.buyer == "ann" && order.payee == "id-ben" && order.currency == "KRW")
        #expect(payment.intent.account == DonationWorld.ann)
        let asked = try #require(world.server.seen.first { $0.path == DonationWorld.markerPath })
        #expect(asked.query == "limit=1&product_id=CategoryZ_UserDonate")
        try await world.finish()
    }

    @Test func whoTakesNoneGetsNone() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.markerPath, body: DonationWorld.page())
        await #expect(throws: DonationError.takesNone) { try await world.donations.give(1000, to: "id-ben") }
        // Somebody else's marker, and a post of another category, are none.
        for other in [
            DonationWorld.post("m2", "CategoryZ_UserDonate", by: "eve"),
            DonationWorld.post("p1", "CategoryZ_pet", by: "ben"),
        ] {
            world.server.answer(DonationWorld.markerPath, body: DonationWorld.page(other))
            await #expect(throws: DonationError.takesNone) { try await world.donations.give(1000, to: "id-ben") }
        }
        #expect(world.validations.isEmpty && world.payments.payments.value.payments.isEmpty)
        try await world.finish()
    }

    @Test(arguments: [0, 999, 1500, 11_000, -1000]) func otherAmountsAreRefusedUnasked(_ amount: Int) async throws {
        let world = try await DonationWorld()
        await #expect(throws: DonationError.wrongAmount) { try await world.donations.give(amount, to: "id-ben") }
        #expect(world.server.count(of: DonationWorld.markerPath) == 0)
        #expect(DataError(DonationError.wrongAmount).code == .invalidInput)
        try await world.finish()
    }

    @Test func nobodyGivesToThemselves() async throws {
        let world = try await DonationWorld()
        await #expect(throws: DonationError.oneself) { try await world.donations.give(1000, to: "id-ann") }
        try await world.finish()
    }

    // MARK: The provider

    @Test(arguments: [
        (FakePaymentProvider.Behaviour.fails, Payment.State.failed), (.cancels, .cancelled),
    ]) func whatTheProviderDoesNotTakeIsNotValidated(
        _ behaviour: FakePaymentProvider.Behaviour, _ state: Payment.State
    ) async throws {
        let world = try await DonationWorld(behaviour)
        let payment = try await world.donations.give(1000, to: "id-ben")
        #expect(payment.state == state && payment.isSettled)
        #expect(world.validations.isEmpty && world.writing.outbox.value.items.isEmpty)
        try await world.finish()
    }

    @Test func anOutcomeThatIsUnknownIsFoundOutByTheNextLaunch() async throws {
        let first = try await DonationWorld(.isUnknown)
        let payment = try await first.donations.give(2000, to: "id-ben")
        #expect(payment.state == .opened)
        #expect(try await first.payments.settle(payment.id).state == .opened)
        let again = await #expect(throws: PaymentError.self) { try await first.donations.give(5000, to: "id-ben") }
        #expect(again?.payment.id == payment.id && first.validations.isEmpty)
        try await first.finish()
        let second = try await DonationWorld(after: first)
        #expect(try await second.payments.settle(payment.id).state == .validated)
        #expect(second.validations == [DonationWorld.body(payment, 2000)])
        try await second.finish()
    }

    @Test func theServersListTellsWhatNoAnswerDid() async throws {
        let world = try await DonationWorld(.isUnknown)
        let payment = try await world.donations.give(2000, to: "id-ben")
        world.server.answer(
            DonationWorld.list,
            body: DonationWorld.payments(
                DonationWorld.payment("y1", payment.id.rawValue, 2000, "2023-11-14T00:00:00.000Z")))
        #expect(try await world.payments.settle(payment.id).state == .validated)
        #expect(world.validations.isEmpty)
        try await world.finish()
    }

    @Test func aListWithSomethingUnreadableDoesNotSayThatAPaymentIsMissing() async throws {
        let world = try await DonationWorld()
        world.server.goOffline()
        await #expect(throws: (any Error).self) { try await world.donations.give(1000, to: "id-ben") }
        world.server.goOffline(false)
        for _ in 0..<6 { world.server.answer(DonationWorld.validation, with: 429) }
        let payment = try await world.donations.give(1000, to: "id-ben")
        _ = try await world.payments.settle(payment.id)
        world.server.answer(DonationWorld.list, body: DonationWorld.payments(#"{"payment_id":"y1"}"#))
        try await world.writing.decide(.giveUp(nil, withConsent: true), on: payment.item)
        // The server's pause is over.
        world.clock.advance(by: .seconds(700))
        #expect(try await world.payments.settle(payment.id).state == .received)
        world.server.answer(DonationWorld.list, body: DonationWorld.payments())
        #expect(try await world.payments.settle(payment.id).state == .givenUp)
        try await world.finish()
    }

    // MARK: The server

    @Test(arguments: [
        (200, Payment.State.validated), (201, .validated), (409, .validated), (400, .needsHelp), (403, .needsHelp),
        (404, .needsHelp), (410, .needsHelp), (445, .needsHelp), (420, .received), (429, .received), (444, .received),
        (500, .received), (502, .received), (503, .received), (408, .received),
    ]) func eachStatusOfTheValidationMeansWhatTheTableSays(_ status: Int, _ state: Payment.State) async throws {
        let world = try await DonationWorld()
        // Often enough for what is tried again at once.
        for _ in 0..<(state == .received ? 4 : 1) { world.server.answer(DonationWorld.validation, with: status) }
        let payment = try await world.donations.give(4000, to: "id-ben")
        let settled = try await world.payments.settle(payment.id)
        #expect(settled.state == state && settled.receipt == "imp_\(payment.id)")
        #expect(Set(world.validations) == [DonationWorld.body(payment, 4000)])
        let items = world.writing.outbox.value.items
        switch state {
        case .validated: #expect(items.isEmpty && world.validations.count == 1)
        case .needsHelp:
            #expect(items.map(\.state) == [.failed] && settled.reason != nil && world.validations.count == 1)
        default:
            #expect(items.map(\.id) == [payment.item] && items.map(\.kind.rawValue) == ["payment"])
            // Whatever came of it, it is repeated, for the same receipt and amount.
            #expect(try await retried(payment, in: world).state == .validated)
            #expect(world.validations == Array(repeating: DonationWorld.body(payment, 4000), count: 5))
        }
        try await world.finish()
    }

    @Test(arguments: [401, 418]) func aSessionThatIsOverKeepsTheReceipt(_ status: Int) async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.validation, with: status)
        let payment = try await world.donations.give(4000, to: "id-ben")
        #expect(try await world.payments.settle(payment.id).state == .received)
        #expect(world.writing.outbox.value.items.map(\.id) == [payment.item])
        try await world.community.signIn()
        for await payments in world.payments.payments.values where payments.payments.first?.state == .validated {
            break
        }
        #expect(Set(world.validations) == [DonationWorld.body(payment, 4000)])
        try await world.finish()
    }

    @Test func aTokenThatHasExpiredIsRenewedAndNothingElseHappens() async throws {
        let world = try await DonationWorld()
        let payment = try await world.donations.give(4000, to: "id-ben")
        _ = try await world.payments.settle(payment.id)
        world.server.expire()
        let second = try await world.donations.give(1000, to: "id-ben")
        #expect(try await world.payments.settle(second.id).state == .validated)
        try await world.finish()
    }

    @Test func aLostAnswerIsRepeatedAndSettledByItsConflict() async throws {
        let world = try await DonationWorld()
        for _ in 0..<4 { world.server.fail(DonationWorld.validation, with: NetworkError(.timedOut)) }
        let payment = try await world.donations.give(6000, to: "id-ben")
        #expect(try await world.payments.settle(payment.id).state == .received)
        try await world.finish()
        let second = try await DonationWorld(after: world)
        second.server.answer(DonationWorld.validation, with: 409)
        #expect(try await retried(payment, in: second).state == .validated)
        #expect(second.validations == Array(repeating: DonationWorld.body(payment, 6000), count: 5))
        try await second.finish()
    }

    // MARK: Dropping

    @Test func leavingForGoodTakesPaymentsWithItAndLoggingOutAsks() async throws {
        let world = try await DonationWorld()
        world.server.answer(DonationWorld.validation, with: 410)
        let payment = try await world.donations.give(6000, to: "id-ben")
        #expect(try await world.payments.settle(payment.id).state == .needsHelp)
        let departures = Dependency.resolve((any AccountDepartureProvider).self)
        let account = try #require(world.community.sessions.accounts.value.current)
        for policy in [AccountLogoutPolicy.keep, .wipe] {
            let error = await #expect(throws: AccountDepartureError.self) {
                try await departures.leave(account, policy: policy, discardingUnsent: true)
            }
            guard case .needsConsent(let items, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(items.map(\.id) == [payment.item])
        }
        let result = try await world.community.accounts.withdraw(leaving: departures)
        #expect(result == .done && world.writing.outbox.value.items.isEmpty)
        try await world.payments.check()
        #expect(world.payments.payments.value.payments.isEmpty)
        try await world.finish()
    }
}
