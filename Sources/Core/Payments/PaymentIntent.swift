/// What a person wants to pay for, and how much.
public struct PaymentOrder: Hashable, Sendable, Codable {
    /// The thing that is paid for, by the server's own id.
    public var subject: StatusTarget
    /// The name of that, as the provider and the server are told.
    public var name: String
    /// The amount in the currency's smallest unit, more than nothing: cents of a euro, whole won.
    public var amount: Int
    /// The code of the currency by ISO 4217, such as `KRW`.
    public var currency: String
    /// The name of the person who pays, as the provider is told; `nil` for none.
    public var buyer: String?
    /// The server's id of the person who gets it, for display; `nil` for nobody in particular.
    public var payee: String?

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - subject: The thing that is paid for, by the server's own id.
    ///   - name: The name of that.
    ///   - amount: The amount in the currency's smallest unit.
    ///   - currency: The code of the currency by ISO 4217.
    ///   - buyer: The name of the person who pays; none by default.
    ///   - payee: The server's id of the person who gets it; nobody by default.
    public init(
        for subject: StatusTarget, name: String, amount: Int, currency: String, buyer: String? = nil,
        payee: String? = nil
    ) {
        self.subject = subject
        self.name = name
        self.amount = amount
        self.currency = currency
        self.buyer = buyer
        self.payee = payee
    }
}

/// An order with an id of its own, under which the provider takes the money once at most.
public struct PaymentIntent: Identifiable, Hashable, Sendable, Codable {
    /// The merchant's id: 30 characters of `a-z 2-7 -`, never given twice.
    public struct ID: RawRepresentable, Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
        /// The id as text.
        public let rawValue: String

        /// Creates an id.
        ///
        /// - Parameter rawValue: The id as text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Makes an id that no other intent has.
        ///
        /// - Parameter random: The source of random numbers.
        package init(random: any RandomSource) {
            let entry = OutboxEntry.ID(random: random).rawValue
            rawValue = Self.prefix + entry.dropFirst(OutboxEntry.ID.prefix.count)
        }

        /// The id that its validation has in the outbox.
        var item: OutboxItem.ID {
            OutboxItem.ID(rawValue: OutboxEntry.ID.prefix + rawValue.dropFirst(Self.prefix.count))
        }

        public var description: String { rawValue }

        public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }

        private static let prefix = "pay-"
    }

    /// The id.
    public let id: ID
    /// The account that pays.
    public let account: AccountKey
    /// What is paid for, and how much.
    public let order: PaymentOrder

    /// Creates an intent, as a test of a provider needs it.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - account: The account that pays.
    ///   - order: What is paid for.
    public init(id: ID, account: AccountKey, order: PaymentOrder) {
        self.id = id
        self.account = account
        self.order = order
    }
}

/// An intent with the receipt for its money: what a server is asked to validate.
///
/// It is the payload of the outbox's item, so the amount and the subject are always those of the intent.
public struct PaymentClaim: Hashable, Sendable, Codable {
    /// The intent.
    public let intent: PaymentIntent
    /// The provider's id of the payment.
    public let receipt: String

    /// Creates a claim, for a test of what validates it.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - receipt: The provider's id of the payment.
    public init(_ intent: PaymentIntent, receipt: String) {
        self.intent = intent
        self.receipt = receipt
    }
}

extension IntentKind<PaymentClaim> {
    /// Describes how a server validates payments: never too old, repeated until the server has answered, and dropped
    /// only with consent.
    ///
    /// - Parameters:
    ///   - name: The name of the kind; `payment` by default.
    ///   - site: The site that validates.
    ///   - send: Has a claim validated. That it was validated before is done, as the receipt is one of the account's
    ///     own; what is refused for good makes the payment one that needs help. An error that it throws is understood
    ///     as ``IntentAnswer/init(_:)`` says.
    /// - Returns: The kind, to be named when the app is wired.
    public static func payment(
        _ name: String = "payment", on site: Site,
        send: @escaping @Sendable (IntentRequest<PaymentClaim>) async throws -> IntentAnswer
    ) -> IntentKind<PaymentClaim> {
        var kind = IntentKind(name, on: site, repetition: .always, send: send, look: nil)
        kind.ageLimit = nil
        kind.needsConsent = true
        return kind
    }
}
