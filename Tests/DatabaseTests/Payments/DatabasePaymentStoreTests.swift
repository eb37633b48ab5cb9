import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// Payments in the store: each change whole, synced, and kept through everything that makes room.
struct DatabasePaymentStoreTests {
    private let files = InMemoryFileSystem()
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    private func open() throws -> JSONStore {
        try JSONStore(directory: "/tmp/store", files: files, time: ManualClock())
    }

    private func payment(_ name: String, of account: String = "ann", for subject: String = "p1") -> Payment {
        let order = PaymentOrder(
            for: StatusTarget(.post, site: .demo, native: subject), name: "Tea", amount: 3000, currency: "KRW")
        let intent = PaymentIntent(
            id: PaymentIntent.ID(rawValue: "pay-\(name)"), account: AccountKey(site: .demo, name: account), order: order
        )
        return Payment(intent, opened: start)
    }

    private func told(_ outcome: PaymentOutcome) -> @Sendable (Payment) -> PaymentStep {
        { [start] in PaymentRules.step($0, .told(outcome), at: start + 1) }
    }

    @Test func whatIsStoredSurvivesAPowerCut() async throws {
        let store = try open()
        let payments = DatabasePaymentStore(store: store)
        let first = payment("a")
        #expect(try await payments.begin(first, removingSettledBefore: start) == first)
        let step = try await payments.change(first.id, told(.paid(PaymentReceipt(id: "r1"))))
        #expect(step?.payment.receipt == "r1" && step?.actions.count == 1)
        files.crash()
        let after = DatabasePaymentStore(store: try open())
        #expect(try await after.payments(of: nil) == [step?.payment].compactMap(\.self))
    }

    @Test func oneIsOpenForAnAccountAndASubject() async throws {
        let payments = DatabasePaymentStore(store: try open())
        let first = try await payments.begin(payment("a"), removingSettledBefore: start)
        #expect(try await payments.begin(payment("b"), removingSettledBefore: start) == first)
        #expect(try await payments.begin(payment("c", for: "p2"), removingSettledBefore: start).id.rawValue == "pay-c")
        #expect(try await payments.begin(payment("d", of: "ben"), removingSettledBefore: start).id.rawValue == "pay-d")
        _ = try await payments.change(first.id, told(.cancelled))
        #expect(try await payments.begin(payment("e"), removingSettledBefore: start).id.rawValue == "pay-e")
        #expect(try await payments.payments(of: first.intent.account).count == 3)
    }

    @Test func manyAtOnceBeginOne() async throws {
        let payments = DatabasePaymentStore(store: try open())
        let begun = try await withThrowingTaskGroup(of: Payment.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await payments.begin(payment("n\(number)"), removingSettledBefore: start)
                }
            }
            return try await group.reduce(into: Set<PaymentIntent.ID>()) { $0.insert($1.id) }
        }
        #expect(begun.count == 1)
        #expect(try await payments.payments(of: nil).count == 1)
    }

    @Test func whatIsSettledGoesByItsDateAndTheRestNever() async throws {
        let payments = DatabasePaymentStore(store: try open())
        for (name, outcome) in [
            ("a", PaymentOutcome.cancelled), ("b", .paid(PaymentReceipt(id: "r"))), ("c", .unknown),
        ] {
            let begun = try await payments.begin(payment(name, for: name), removingSettledBefore: start)
            _ = try await payments.change(begun.id, told(outcome))
        }
        _ = try await payments.begin(payment("d", for: "d"), removingSettledBefore: start + 1000)
        #expect(try await Set(payments.payments(of: nil).map(\.id.rawValue)) == ["pay-b", "pay-c", "pay-d"])
        #expect(try await payments.change(PaymentIntent.ID(rawValue: "pay-a"), told(.unknown)) == nil)
    }

    @Test func removingTakesTheAccountsOwnAndUnsettledOnesOnlyWhenAsked() async throws {
        let store = try open()
        let payments = DatabasePaymentStore(store: store)
        let mine = try await payments.begin(payment("a"), removingSettledBefore: start)
        let settled = try await payments.begin(payment("b", for: "p2"), removingSettledBefore: start)
        _ = try await payments.change(settled.id, told(.cancelled))
        _ = try await payments.begin(payment("c", of: "ben"), removingSettledBefore: start)
        let ann = mine.intent.account
        // Whoever wipes an account otherwise removes none.
        _ = try await DatabasePostProvider(store: store).wipe(ann)
        #expect(try await payments.payments(of: ann).count == 2)
        #expect(try await payments.remove(of: ann, includingUnsettled: false) == 1)
        #expect(try await payments.payments(of: ann) == [mine])
        #expect(try await payments.remove(of: ann, includingUnsettled: true) == 1)
        #expect(try await payments.payments(of: nil).map(\.id.rawValue) == ["pay-c"])
    }

    @Test func aProcessThatOnlyReadsCannotBegin() async throws {
        let store = try open()
        let first = try await DatabasePaymentStore(store: store).begin(payment("a"), removingSettledBefore: start)
        let reading = try JSONStore(directory: "/tmp/store", access: .reading, files: files, time: ManualClock())
        let payments = DatabasePaymentStore(store: reading)
        #expect(try await payments.payments(of: nil) == [first])
        await #expect(throws: (any Error).self) {
            try await payments.begin(payment("b", for: "p2"), removingSettledBefore: start)
        }
    }
}
