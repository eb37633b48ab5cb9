import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import Foundation

/// A payment of the history as the commands print it.
struct PaymentOutput: Encodable {
    let payment: WirePayment

    enum CodingKeys: CodingKey {
        case name, amount, date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payment.name, forKey: .name)
        try container.encode(payment.amount, forKey: .amount)
        try container.encode(payment.date.timeIntervalSince1970, forKey: .date)
    }
}

/// The JSON output of `payments`.
struct PaymentListOutput: Encodable {
    let payments: [PaymentOutput]
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case payments, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payments, forKey: .payments)
        try container.encode(error, forKey: .error)
    }
}

/// The JSON output of `donate`.
struct DonationOutput: Encodable {
    let payment: Payment?
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case receipt, error
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payment.map(ReceiptOutput.init), forKey: .receipt)
        try container.encode(error, forKey: .error)
    }
}

/// A payment of this device as the commands print it.
private struct ReceiptOutput: Encodable {
    let payment: Payment

    enum CodingKeys: CodingKey {
        case id, user, amount, state
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(payment.id.rawValue, forKey: .id)
        try container.encode(payment.intent.order.payee, forKey: .user)
        try container.encode(payment.intent.order.amount, forKey: .amount)
        try container.encode(payment.printedState, forKey: .state)
    }
}

extension Payment {
    /// The state as the commands print it: `paid`, `validating`, `failed` or `needsHelp`.
    var printedState: String {
        switch state {
        case .validated: "paid"
        case .opened, .received: "validating"
        case .failed, .cancelled, .givenUp: "failed"
        case .needsHelp: "needsHelp"
        }
    }
}

extension CommunitySession {
    /// The payments of an account that are not settled, the newest first.
    func unsettledPayments(of account: AccountKey) async throws -> [Payment] {
        let payments = services.donations(by: .pays).payments
        try await payments.load()
        return payments.payments.value.payments.filter { !$0.isSettled && $0.intent.account == account }
    }

    /// Says whom an amount is for, and what became of it.
    func line(of payment: Payment) -> String {
        "\(payment.intent.order.name.harmless) · \(Self.texts.text(of: payment))"
    }

    /// Prints what became of a payment.
    ///
    /// - Parameter payment: The payment.
    /// - Throws: The exit status where nothing was paid, or somebody has to help.
    func print(_ payment: Payment) throws {
        let isDone = ["paid", "validating"].contains(payment.printedState)
        // Whatever the provider has not done, or the person not wanted; what a server refuses has a code of its own.
        let code: ErrorCode = payment.state == .needsHelp ? payment.reason?.code ?? .refused : .paymentFailed
        let words = Self.texts.text(of: payment)
        let error = isDone ? nil : DataError(code, message: payment.reason?.message ?? words)
        if isJSON {
            try JSONOutput.print(DonationOutput(payment: payment, error: error.map(ErrorOutput.init)))
        } else if isDone {
            try Console.answer(words)
        }
        if !isDone { Console.warn(words) }
        if !isDone { throw ExitStatus.unavailable }
    }

    /// Prints why nothing was given.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - payment: The payment that stands in the way; nil, the default, for none.
    /// - Returns: The exit status: 0 where that payment is paid or being validated, though nothing new was paid.
    /// - Throws: The exit status for an output that cannot be written.
    func refuse(_ error: DataError, _ payment: Payment? = nil) throws -> ExitCode {
        let shown = reason(error) ?? error
        Console.warn(sentence(for: shown))
        if isJSON { try JSONOutput.print(DonationOutput(payment: payment, error: ErrorOutput(shown))) }
        let isPaid = payment.map { ["paid", "validating"].contains($0.printedState) } ?? false
        return isPaid ? ExitCode.success : Self.status(of: shown)
    }
}
