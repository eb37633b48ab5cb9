import Foundation
import Mocks
import Testing

@testable import Core

/// Leaving an account that has what is dropped only with consent.
@Suite(.timeLimit(.minutes(5)))
struct DepartureConsentTests {
    private let world = LeavingWorld()
    private var ann: AccountKey { LeavingWorld.ann }

    private func leave(
        _ policy: AccountLogoutPolicy?, discardingUnsent: Bool = false, withConsent: Bool = false
    ) async throws -> AccountDeparture {
        try await world.departures.leave(
            world.account("ann"), policy: policy, discardingUnsent: discardingUnsent, withConsent: withConsent)
    }

    private func queue() async throws -> OutboxItem.ID {
        let intent = try world.transfer.intent("3000", lane: "a")
        return try #require(try await world.writing.queue(.own(intent), as: ann))
    }

    private func put(_ state: Payment.State, of account: AccountKey, _ name: String) -> PaymentIntent.ID {
        let order = PaymentOrder(
            for: StatusTarget(.post, site: .demo, native: "p1"), name: "Tea", amount: 1, currency: "KRW")
        let id = PaymentIntent.ID(rawValue: "pay-\(name)")
        var payment = Payment(PaymentIntent(id: id, account: account, order: order), opened: world.clock.now)
        payment.state = state
        world.payments.put(payment)
        return id
    }

    @Test(arguments: [AccountLogoutPolicy.keep, .wipe]) func discardingNeedsConsent(
        _ policy: AccountLogoutPolicy
    ) async throws {
        let id = try await queue()
        world.signIn("ann")
        let error = await #expect(throws: AccountDepartureError.self) {
            try await leave(policy, discardingUnsent: true)
        }
        guard case .needsConsent(let items, 0)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(items.map(\.id) == [id] && items.first?.needsConsent == true)
        #expect("\(items)".isEmpty == false && error?.code == .invalidInput)
        #expect(error?.description.contains(id.rawValue) == true)
        #expect(world.done.isEmpty && world.store.entries.count == 1)
        _ = try await leave(policy, discardingUnsent: true, withConsent: true)
        #expect(world.store.entries.isEmpty && world.done.contains("signed out"))
    }

    @Test func withoutDiscardingItIsNamedAsWhateverIsUnsent() async throws {
        let id = try await queue()
        world.signIn("ann")
        let error = await #expect(throws: AccountDepartureError.self) { try await leave(.wipe, withConsent: true) }
        guard case .unsent(let items)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(items.map(\.id) == [id])
    }

    @Test func keepingKeepsIt() async throws {
        _ = try await queue()
        let open = put(.opened, of: ann, "a")
        world.signIn("ann")
        _ = try await leave(.keep)
        #expect(world.store.entries.count == 1 && world.payments.payments[open] != nil)
    }

    @Test(arguments: [Payment.State.opened, .received, .needsHelp]) func wipingUnsettledPaymentsNeedsConsent(
        _ state: Payment.State
    ) async throws {
        let open = put(state, of: ann, "a")
        let settled = put(.validated, of: ann, "b")
        let bens = put(.opened, of: LeavingWorld.ben, "c")
        world.signIn("ann")
        await #expect(throws: AccountDepartureError.needsConsent([], paymentCount: 1)) { try await leave(.wipe) }
        #expect(world.done.isEmpty && world.payments.payments.count == 3)
        let done = try await leave(.wipe, withConsent: true)
        #expect(done.removedCount == 32)
        #expect(world.payments.payments[open] == nil && world.payments.payments[settled] == nil)
        #expect(world.payments.payments[bens] != nil)
    }

    @Test func settledPaymentsGoUnasked() async throws {
        _ = put(.validated, of: ann, "a")
        _ = put(.cancelled, of: ann, "b")
        world.signIn("ann")
        _ = try await leave(.wipe)
        #expect(world.payments.payments.isEmpty)
    }

    /// A provider that knows nothing of consent leaves as it always has.
    @Test func aProviderWithoutConsentIsAskedAsBefore() async throws {
        struct Plain: AccountDepartureProvider {
            let left = MockMethod<Bool, AccountDeparture>("leave", log: MockLog())

            func unsentItems(of account: AccountKey) async throws -> [OutboxItem] { [] }
            func leave(
                _ account: SignedInAccount, policy: AccountLogoutPolicy?, discardingUnsent: Bool
            ) async throws -> AccountDeparture {
                try await left.answer(to: discardingUnsent)
            }
            func takeOverCount(for account: AccountKey) async throws -> Int { 0 }
            func takeOver(for account: AccountKey) async throws -> AccountTakeover { AccountTakeover() }
        }
        let plain = Plain()
        plain.left.returns(AccountDeparture(revocation: .done))
        _ = try await plain.leave(
            world.account("ann"), policy: .wipe, discardingUnsent: true, withConsent: true)
        #expect(plain.left.calls == [true])
    }
}
