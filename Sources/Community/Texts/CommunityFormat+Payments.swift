public import Core
import PostFeatures

extension CommunityFormat {
    /// Says what became of a payment.
    ///
    /// - Parameter payment: The payment; its amount is in won.
    /// - Returns: A sentence or two.
    public func text(of payment: Payment) -> String {
        let amount = amount(payment.intent.order.amount)
        return switch payment.state {
        case .opened: format.text(PaymentPhrase.opened, filling: amount)
        case .received: format.text(PaymentPhrase.validating, filling: amount)
        case .validated: format.text(PaymentPhrase.paid, filling: amount)
        case .needsHelp: format.text(PaymentPhrase.needsHelp, filling: amount)
        case .failed: format.text(PaymentPhrase.failed)
        case .cancelled: format.text(PaymentPhrase.cancelled)
        case .givenUp: format.text(PaymentPhrase.givenUp, filling: amount)
        }
    }

    /// Writes the title of the screen where a person gives another one money.
    ///
    /// - Parameter state: The state of the screen.
    /// - Returns: The title, with the name of the person who gets it where that is known.
    public func title(of state: DonateViewModel.State) -> String {
        state.receiver.map { format.text(PaymentPhrase.giveTo, filling: $0.nick) } ?? format.text(PaymentPhrase.give)
    }

    /// Says why nothing can be given; `nil` for an error that is none of donations.
    func message(forPayment error: DataError) -> String? {
        switch error.underlying {
        case let error as DonationError:
            switch error {
            case .takesNone: format.text(PaymentPhrase.takesNone)
            case .oneself: format.text(PaymentPhrase.oneself)
            case .wrongAmount: format.text(PaymentPhrase.wrongAmount)
            }
        case PaymentError.underWay?: format.text(PaymentPhrase.underWay)
        case PaymentError.unfinished(let payment)?:
            format.text(payment.state == .opened ? PaymentPhrase.unfinished : PaymentPhrase.succeeded)
        default: nil
        }
    }
}
