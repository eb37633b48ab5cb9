public import Foundation

/// A payment as it is kept on the device: its intent, and what is known of it.
///
/// It is stored before the person can pay, and each thing that is learned of it is stored before anything else is done.
/// What is not settled is never removed by itself.
public struct Payment: Identifiable, Hashable, Sendable, Codable {
    /// A place of a payment on its way.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The person may be paying, or has paid, and no outcome is known.
        case opened
        /// The money was taken, and the server has not validated that yet: it is on its way in the outbox.
        case received
        /// The server has validated it.
        case validated
        /// The money was taken, and the server refused to validate that, or the amounts differ: people have to help.
        case needsHelp
        /// The provider failed, and nothing was taken.
        case failed
        /// The person went back, and nothing was taken.
        case cancelled
        /// The person has given it up, with consent.
        case givenUp
    }

    /// The reason why a payment failed or needs help.
    public struct Reason: Hashable, Sendable, Codable {
        /// The stable code.
        public let code: ErrorCode
        /// A sentence for a person.
        public let message: String

        /// Creates a reason.
        ///
        /// - Parameters:
        ///   - code: The stable code.
        ///   - message: A sentence for a person.
        public init(_ code: ErrorCode, _ message: String) {
            self.code = code
            self.message = message
        }
    }

    /// The intent.
    public let intent: PaymentIntent
    /// The date at which it was opened.
    public let opened: Date
    /// The date of the last change.
    public internal(set) var changed: Date
    /// The provider's id of the payment; `nil` until one is known.
    public internal(set) var receipt: String?
    /// The reason why it failed or needs help; `nil` for none.
    public internal(set) var reason: Reason?
    /// Whether its validation was given to the outbox.
    var isQueued: Bool?
    /// Whether the money is not what was agreed on, so that nothing is ever validated for it.
    var isDifferent: Bool?
    private var stateName: String

    /// The merchant's id of the intent.
    public var id: PaymentIntent.ID { intent.id }

    /// The id that its validation has in the outbox.
    public var item: OutboxItem.ID { intent.id.item }

    /// The place on its way; one that only a later version of the app knows is ``State/needsHelp``.
    public internal(set) var state: State {
        get { State(rawValue: stateName) ?? .needsHelp }
        set { stateName = newValue.rawValue }
    }

    /// Whether nothing can be lost with it any more: it was validated, given up, or nothing was taken.
    public var isSettled: Bool {
        switch state {
        case .opened, .received, .needsHelp: false
        case .validated, .failed, .cancelled, .givenUp: true
        }
    }

    /// Whether its state is one of a later version of the app, which goes on with it.
    var isOfLaterVersion: Bool { State(rawValue: stateName) == nil }

    /// Whether the server can be believed about it: this version knows its state, and it is what was agreed on.
    var isKnownHere: Bool { !isOfLaterVersion && isDifferent != true }

    /// Whether the provider is to be asked what became of it.
    ///
    /// One that was given up without a receipt is asked for too: should money have been taken after all, it counts.
    var isAsked: Bool { !isOfLaterVersion && (state == .opened || state == .givenUp && receipt == nil) }

    /// Creates a payment that is about to be opened.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - date: The date.
    package init(_ intent: PaymentIntent, opened date: Date) {
        self.intent = intent
        opened = date
        changed = date
        stateName = State.opened.rawValue
    }

    private enum CodingKeys: String, CodingKey {
        case intent, opened, changed, receipt, reason, isQueued, isDifferent
        case stateName = "state"
    }
}

/// Everything that is known of an app's payments.
public struct PaymentsState: Equatable, Sendable {
    /// The payments, the newest first: all that are not settled, and those that were settled in the last 90 days.
    public var payments: [Payment]
    /// The error for which something could not be found out or stored the last time; `nil` for none.
    public var error: DataError?

    /// Creates a state; an empty one by default.
    ///
    /// - Parameters:
    ///   - payments: The payments, the newest first.
    ///   - error: The error.
    public init(payments: [Payment] = [], error: DataError? = nil) {
        self.payments = payments
        self.error = error
    }
}
