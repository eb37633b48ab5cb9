import Foundation
import Testing

@testable import Core

/// The rules of payments, event by event and state by state.
struct PaymentRulesTests {
    private static let id = PaymentIntent.ID(rawValue: "pay-aaaaaaaaaaaaaaaaaaaaaaaaaa")
    private static let account = AccountKey(site: .demo, name: "ann")
    private static let order = PaymentOrder(
        for: StatusTarget(.post, site: .demo, native: "p1"), name: "Ben's tea", amount: 3000, currency: "KRW")
    private static let intent = PaymentIntent(id: id, account: account, order: order)
    private static let claim = PaymentClaim(intent, receipt: "r1")
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let reason = Payment.Reason(.badRequest, "No.")

    /// A payment in a state, as it comes there.
    private func payment(_ state: Payment.State, isQueued: Bool = true) -> Payment {
        var payment = Payment(Self.intent, opened: Self.start)
        payment.state = state
        if [.received, .validated, .needsHelp].contains(state) {
            payment.receipt = "r1"
            payment.isQueued = isQueued ? true : nil
        }
        return payment
    }

    private func step(_ payment: Payment, _ event: PaymentEvent) -> PaymentStep {
        PaymentRules.step(payment, event, at: Self.start + 60)
    }

    /// What becomes of each state, in the order of `allCases`: its name, and what is to be done.
    private func row(_ event: PaymentEvent) -> [String] {
        Payment.State.allCases.map { state in
            let step = step(payment(state), event)
            let actions = step.actions.map { action in
                switch action {
                case .queue: "queue"
                case .readList: "list"
                case .removeRefused: "remove"
                }
            }
            let next = step.payment.state == state ? "–" : step.payment.state.rawValue
            return ([next] + actions).joined(separator: " ")
        }
    }

    @Test func eachEventDoesInEachStateWhatTheTableSays() {
        #expect(
            Payment.State.allCases == [.opened, .received, .validated, .needsHelp, .failed, .cancelled, .givenUp])
        let same = ConfirmedPayment(Self.id, for: "p1", amount: 3000)
        let table: [(PaymentEvent, [String])] = [
            (
                .told(.paid(PaymentReceipt(id: "r1"))),
                ["received queue", "–", "–", "–", "received queue", "received queue", "received queue"]
            ),
            (.told(.failed()), ["failed", "–", "–", "–", "–", "–", "failed"]),
            (.told(.cancelled), ["cancelled", "–", "–", "–", "–", "–", "cancelled"]),
            (.told(.unknown), ["– list", "–", "–", "–", "–", "–", "– list"]),
            (
                .confirmed(same),
                ["validated", "validated", "–", "validated remove", "validated", "validated", "validated"]
            ),
            (.notConfirmed, ["–", "givenUp", "–", "–", "–", "–", "–"]),
            (.queued, ["–", "–", "–", "received", "–", "–", "–"]),
            (.validated, ["–", "validated", "–", "validated", "–", "–", "–"]),
            (.refused(Self.reason), ["–", "needsHelp", "–", "–", "–", "–", "–"]),
            (.gone, ["–", "– list", "–", "givenUp", "–", "–", "–"]),
            (.givenUp, ["givenUp", "givenUp", "–", "givenUp", "–", "–", "–"]),
            (.wanted, ["–", "– queue", "–", "received queue", "–", "–", "–"]),
        ]
        for (event, row) in table { #expect(self.row(event) == row, "\(event)") }
    }

    @Test func aReceiptIsStoredBeforeItsValidationIsQueued() {
        let step = step(payment(.opened), .told(.paid(PaymentReceipt(id: "r1", amount: 3000))))
        #expect(step.payment.receipt == "r1" && step.payment.state == .received && step.payment.isQueued != true)
        #expect(step.actions == [.queue(Self.claim)] && step.payment.changed == Self.start + 60)
        #expect(Self.claim.intent == Self.intent && Self.claim.intent.order.amount == 3000)
    }

    @Test func anEmptyReceiptIsNone() {
        let step = step(payment(.opened), .told(.paid(PaymentReceipt(id: ""))))
        #expect(step.payment.state == .opened && step.payment.receipt == nil && step.actions == [.readList])
    }

    @Test func theFirstReceiptCounts() {
        let received = payment(.received)
        #expect(step(received, .told(.paid(PaymentReceipt(id: "r2")))) == PaymentStep(payment: received))
    }

    @Test func anotherAmountIsNeverValidated() {
        var odd = step(payment(.opened), .told(.paid(PaymentReceipt(id: "r1", amount: 2999))))
        #expect(odd.payment.state == .needsHelp && odd.payment.receipt == "r1" && odd.actions.isEmpty)
        let events: [PaymentEvent] = [
            .told(.paid(PaymentReceipt(id: "r1", amount: 3000))), .told(.failed()), .told(.cancelled), .told(.unknown),
            .confirmed(ConfirmedPayment(Self.id, for: "p1", amount: 3000)), .queued, .validated, .refused(Self.reason),
            .gone, .wanted, .notConfirmed,
        ]
        for event in events {
            let next = step(odd.payment, event)
            #expect(next.payment.state == .needsHelp && next.actions.isEmpty, "\(event)")
        }
        odd = step(odd.payment, .givenUp)
        #expect(odd.payment.state == .givenUp)
        #expect(step(odd.payment, .wanted).actions.isEmpty)
    }

    @Test(arguments: [
        ConfirmedPayment(id, for: "p1", amount: 1000), ConfirmedPayment(id, for: "p2", amount: 3000),
    ]) func whatTheServerHasForAnotherAmountOrSubjectNeedsHelp(_ confirmed: ConfirmedPayment) {
        #expect(step(payment(.opened), .confirmed(confirmed)).payment.state == .needsHelp)
        #expect(step(payment(.received), .confirmed(confirmed)).payment.state == .needsHelp)
    }

    @Test func aServerThatDoesNotNameTheSubjectIsBelieved() {
        let confirmed = ConfirmedPayment(Self.id, for: nil, amount: 3000)
        #expect(step(payment(.opened), .confirmed(confirmed)).payment.state == .validated)
    }

    @Test func anotherIntentsConfirmationIsNoneOfThis() {
        let confirmed = ConfirmedPayment(PaymentIntent.ID(rawValue: "pay-b"), for: "p1", amount: 3000)
        #expect(step(payment(.opened), .confirmed(confirmed)).payment == payment(.opened))
    }

    @Test func whatNeverReachedTheOutboxIsQueuedAgain() {
        #expect(step(payment(.received, isQueued: false), .gone).actions == [.queue(Self.claim)])
    }

    @Test func oneThatWasGivenUpWithAReceiptIsValidatedWhenWanted() {
        let dropped = step(payment(.received), .givenUp).payment
        #expect(!dropped.isAsked && dropped.isSettled)
        #expect(step(dropped, .told(.paid(PaymentReceipt(id: "r1")))).actions.isEmpty)
        let wanted = step(dropped, .wanted)
        #expect(wanted.payment.state == .received && wanted.actions == [.queue(Self.claim)])
    }

    @Test func oneThatWasGivenUpWithoutAReceiptIsStillAskedFor() {
        #expect(step(payment(.opened), .givenUp).payment.isAsked)
    }

    // MARK: The stored form

    @Test func theStoredFormIsReadBack() throws {
        var full = step(payment(.received), .refused(Self.reason)).payment
        full.isDifferent = true
        for payment in [payment(.opened), full] {
            #expect(try JSONDecoder().decode(Payment.self, from: JSONEncoder().encode(payment)) == payment)
        }
    }

    @Test func aStateOfALaterVersionIsKeptAndNeverTouched() throws {
        let text = String(decoding: try JSONEncoder().encode(payment(.received)), as: UTF8.self)
        let later = text.replacing(#""received""#, with: #""disputed""#)
        let payment = try JSONDecoder().decode(Payment.self, from: Data(later.utf8))
        #expect(payment.state == .needsHelp && !payment.isSettled && payment.isOfLaterVersion && !payment.isAsked)
        for event in [PaymentEvent.validated, .givenUp, .gone, .told(.failed())] {
            #expect(step(payment, event) == PaymentStep(payment: payment))
        }
        #expect(String(decoding: try JSONEncoder().encode(payment), as: UTF8.self).contains(#""disputed""#))
    }

    @Test func theIDsOfAnIntentAndOfItsItemBelongTogether() {
        struct Ones: RandomSource { func next() -> UInt64 { 1 } }
        let id = PaymentIntent.ID(random: Ones())
        #expect(id.rawValue.hasPrefix("pay-") && id.rawValue.utf8.count == 30)
        #expect(OutboxItem.ID.isID(id.item.rawValue) && id.item.rawValue.dropFirst(6) == id.rawValue.dropFirst(4))
    }
}
