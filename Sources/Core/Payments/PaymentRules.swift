package import Foundation

/// Something that was learned of a payment.
package enum PaymentEvent: Equatable, Sendable {
    /// The provider says what became of the intent.
    case told(PaymentOutcome)
    /// The server's list has a payment of the intent's id.
    case confirmed(ConfirmedPayment)
    /// The server's list was read, and has none.
    case notConfirmed
    /// The outbox has its validation, which is on its way.
    case queued
    /// The outbox says that the server took it.
    case validated
    /// The outbox says that the server refused it for good.
    case refused(Payment.Reason)
    /// The outbox had its validation, and knows nothing of it any more.
    case gone
    /// A person gives it up, with consent.
    case givenUp
    /// A person wants it validated once more.
    case wanted
}

/// Something to do once a payment is stored.
package enum PaymentAction: Equatable, Sendable {
    /// Give its validation to the outbox, or have it sent again there.
    case queue(PaymentClaim)
    /// Read the server's list.
    case readList
    /// Remove its validation from the outbox where that was refused: the server has the payment all the same.
    case removeRefused
}

/// A payment after an event, and what to do once it is stored.
package struct PaymentStep: Equatable, Sendable {
    /// The payment.
    package var payment: Payment
    /// What to do.
    package var actions: [PaymentAction] = []
}

/// The rules of payments: a state and an event in, a state and actions out; no clock, no disk, no network.
///
/// Three things hold in all of them: what says that money was taken is never overruled by what says that it was not; a
/// receipt is never exchanged for another one; and a claim is made of the intent alone.
package enum PaymentRules {
    /// Returns what follows from an event.
    ///
    /// - Parameters:
    ///   - payment: The payment.
    ///   - event: The event.
    ///   - now: The date.
    /// - Returns: The payment after it, and what to do.
    package static func step(_ payment: Payment, _ event: PaymentEvent, at now: Date) -> PaymentStep {
        var step = PaymentStep(payment: payment)
        guard !payment.isOfLaterVersion else { return step }
        switch event {
        case .told(let outcome): tell(outcome, &step)
        case .confirmed(let confirmed): confirm(confirmed, &step)
        case .notConfirmed:
            // The outbox let go of it, and the server has not got it: a person has dropped it there.
            if payment.state == .received, payment.isQueued == true { step.payment.state = .givenUp }
        case .queued:
            guard payment.receipt != nil, payment.isDifferent != true else { break }
            switch payment.state {
            case .received, .needsHelp, .givenUp:
                step.payment.isQueued = true
                step.payment.state = .received
                step.payment.reason = nil
            case .opened, .validated, .failed, .cancelled: break
            }
        case .validated:
            if payment.receipt != nil, payment.isDifferent != true { validate(&step.payment) }
        case .refused(let reason):
            guard payment.state == .received || payment.state == .needsHelp, payment.isDifferent != true else { break }
            step.payment.isQueued = true
            step.payment.state = .needsHelp
            step.payment.reason = reason
        case .gone: vanish(&step)
        case .givenUp:
            if !payment.isSettled { step.payment.state = .givenUp }
        case .wanted:
            guard let receipt = payment.receipt, payment.isDifferent != true else { break }
            switch payment.state {
            case .needsHelp, .givenUp, .received:
                step.payment.state = .received
                step.payment.reason = nil
                // Until the outbox has it anew: should the app end before, it is queued again.
                step.payment.isQueued = nil
                step.actions = [.queue(PaymentClaim(payment.intent, receipt: receipt))]
            case .opened, .validated, .failed, .cancelled: break
            }
        }
        if step.payment != payment { step.payment.changed = now }
        return step
    }

    private static func tell(_ outcome: PaymentOutcome, _ step: inout PaymentStep) {
        let payment = step.payment
        switch outcome {
        case .paid(let receipt) where !receipt.id.isEmpty:
            // What was taken is taken once under one id: the first receipt counts.
            guard payment.receipt == nil, payment.state != .validated else { return }
            step.payment.receipt = receipt.id
            guard receipt.amount == nil || receipt.amount == payment.intent.order.amount else {
                return differ(&step.payment)
            }
            guard payment.isDifferent != true else { return }
            step.payment.state = .received
            step.payment.reason = nil
            step.actions = [.queue(PaymentClaim(payment.intent, receipt: receipt.id))]
        case .failed(let words):
            guard payment.isAsked else { return }
            step.payment.state = .failed
            let sentences = [DataError.message(for: .paymentFailed), words].compactMap(\.self)
            step.payment.reason = Payment.Reason(.paymentFailed, sentences.joined(separator: " "))
        case .cancelled:
            guard payment.isAsked else { return }
            step.payment.state = .cancelled
        // A receipt without an id is none.
        case .unknown, .paid:
            if payment.isAsked { step.actions = [.readList] }
        }
    }

    private static func confirm(_ confirmed: ConfirmedPayment, _ step: inout PaymentStep) {
        let payment = step.payment
        guard confirmed.intent == payment.id, payment.state != .validated else { return }
        let (order, subject) = (payment.intent.order, payment.intent.order.subject.native)
        let isSame = confirmed.amount == order.amount && (confirmed.subject ?? subject) == subject
        guard isSame, payment.isDifferent != true else { return differ(&step.payment) }
        validate(&step.payment)
        if payment.state == .needsHelp { step.actions = [.removeRefused] }
    }

    private static func vanish(_ step: inout PaymentStep) {
        let payment = step.payment
        guard let receipt = payment.receipt, payment.isDifferent != true else { return }
        switch payment.state {
        // It never got there: the app ended in between.
        case .received where payment.isQueued != true:
            step.actions = [.queue(PaymentClaim(payment.intent, receipt: receipt))]
        // Dropped by a person, or sent so long ago that nobody knows of it: the server does.
        case .received: step.actions = [.readList]
        case .needsHelp:
            if payment.isQueued == true { step.payment.state = .givenUp }
        case .opened, .validated, .failed, .cancelled, .givenUp: break
        }
    }

    private static func validate(_ payment: inout Payment) {
        payment.state = .validated
        payment.reason = nil
    }

    private static func differ(_ payment: inout Payment) {
        payment.isDifferent = true
        payment.state = .needsHelp
        payment.reason = Payment.Reason(
            .refused,
            "What was paid is not what was agreed on. Ask those who run the server, and keep this as a receipt.")
    }
}
