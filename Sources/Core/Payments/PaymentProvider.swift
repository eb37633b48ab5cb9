/// A provider of payments: it takes a person's money, on a page or a screen of its own.
///
/// Contract:
/// - ``pay(_:)`` is called once at most for each intent, after the intent was stored.
/// - Under one id money is taken once at most.
/// - `failed` and `cancelled` are final: nothing was taken under that id, and nothing will be. Whatever is not as
///   certain, such as a page that was closed, a callback that says nothing and a request that failed, is `unknown`.
/// - Safe from any thread.
public protocol PaymentProvider: Sendable {
    /// Lets the person pay, and returns when they are back.
    ///
    /// - Parameter intent: What is to be paid, with the id by which ``outcome(of:)`` asks later.
    /// - Returns: The outcome.
    /// - Throws: `CancellationError`. Any other error is an `unknown` with that reason.
    func pay(_ intent: PaymentIntent) async throws -> PaymentOutcome

    /// Returns what became of an intent; nothing is shown to the person.
    ///
    /// It is asked after an `unknown`, and at each launch while an intent is open, also for one that it never heard
    /// of: the app may have ended before ``pay(_:)``.
    ///
    /// - Parameter intent: The intent.
    /// - Returns: The outcome; `unknown` where that cannot be told, or not yet.
    /// - Throws: `CancellationError`. Any other error is an `unknown`.
    func outcome(of intent: PaymentIntent) async throws -> PaymentOutcome
}

/// What a provider says became of an intent.
public enum PaymentOutcome: Hashable, Sendable {
    /// The money was taken.
    case paid(PaymentReceipt)
    /// Nothing was taken, for this reason where it is known.
    case failed(String? = nil)
    /// The person has gone back, and nothing was taken.
    case cancelled
    /// It is not known whether money was taken.
    case unknown
}

/// What a provider gives for money that it has taken.
public struct PaymentReceipt: Hashable, Sendable {
    /// The provider's id of the payment.
    public let id: String
    /// The amount that was taken, where the provider tells it; one that is not the intent's is never validated.
    public let amount: Int?

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - id: The provider's id of the payment; an empty one is no receipt.
    ///   - amount: The amount that was taken, in the currency's smallest unit; not known by default.
    public init(id: String, amount: Int? = nil) {
        self.id = id
        self.amount = amount
    }
}

/// A payment in a server's own list of what it has validated.
public struct ConfirmedPayment: Hashable, Sendable {
    /// The id of the intent.
    public let intent: PaymentIntent.ID
    /// The server's id of what was paid for; `nil` where it does not say.
    public let subject: String?
    /// The amount in the currency's smallest unit.
    public let amount: Int

    /// Creates a payment.
    ///
    /// - Parameters:
    ///   - intent: The id of the intent.
    ///   - subject: The server's id of what was paid for.
    ///   - amount: The amount in the currency's smallest unit.
    public init(_ intent: PaymentIntent.ID, for subject: String?, amount: Int) {
        self.intent = intent
        self.subject = subject
        self.amount = amount
    }
}

/// The reason for which nothing new is paid.
public enum PaymentError: CodedError, Hashable {
    /// The person is paying for the same thing at this moment.
    case underWay(Payment)
    /// What became of an earlier payment for the same thing is not known, or was found out only now.
    ///
    /// Show that one. Where it is still ``Payment/State/opened``, a person who is sure that nothing was taken gives it
    /// up first.
    case unfinished(Payment)

    /// The earlier payment.
    public var payment: Payment {
        switch self {
        case .underWay(let payment), .unfinished(let payment): payment
        }
    }

    public var code: ErrorCode { .refused }

    public var isRetryable: Bool { true }

    public var retryAfter: Duration? { nil }
}

extension PaymentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .underWay: "A payment for this is under way. Finish it first."
        case .unfinished(let payment) where payment.state == .opened:
            "It is not known yet what became of an earlier payment for this. Nothing new was paid."
        case .unfinished: "An earlier payment for this has succeeded after all. Nothing new was paid."
        }
    }
}
