public import Core
import Foundation

/// The donations of a community: who takes them, giving one, and what was given.
///
/// ```swift
/// let kind = CommunityDonations.kind(configuration)          // named in `AppServices.Configuration.ownKinds`
/// let donations = CommunityDonations(api, by: provider)      // once the services have started
/// let following = Task { await donations.payments.run() }
/// let payment = try await donations.give(3000, to: user)
/// ```
///
/// Safe from any thread.
public final class CommunityDonations: Sendable {
    /// The payments on this device.
    public let payments: DefaultPayments
    /// The server's list of the person's payments, the newest first, kept for reading without a network; the key is
    /// ``historyKey``.
    public let history: any ResourceProvider<String, [WirePayment]>

    private let api: CommunityAPI
    private let writing: any WritingProvider

    /// The only key of ``history``: each account has a list of its own.
    public static let historyKey = "me"

    /// Creates donations with what the app has registered: its store, its outbox and its clock.
    ///
    /// - Parameters:
    ///   - api: The calls of the server.
    ///   - provider: The provider that takes the money.
    public convenience init(_ api: CommunityAPI, by provider: any PaymentProvider) {
        let payments = DefaultPayments(Self.kind(api.requests.configuration), by: provider) { account in
            try await Self.confirmed(api, account)
        }
        self.init(
            api, payments: payments, history: DefaultResourceProvider(Self.history(api)),
            writing: Dependency.resolve((any WritingProvider).self))
    }

    /// Creates donations of their parts.
    ///
    /// - Parameters:
    ///   - api: The calls of the server.
    ///   - payments: The payments on this device, of the kind that ``kind(_:)`` gives.
    ///   - history: The server's list of the person's payments, as ``history(_:)`` describes it.
    ///   - writing: The outbox.
    public init(
        _ api: CommunityAPI, payments: DefaultPayments, history: any ResourceProvider<String, [WirePayment]>,
        writing: any WritingProvider
    ) {
        (self.api, self.payments, self.history, self.writing) = (api, payments, history, writing)
    }

    // MARK: Parts

    /// Describes how the server validates a payment: for the post, the name and the amount of the payment's own intent.
    ///
    /// - Parameter configuration: The configuration of the server.
    /// - Returns: The kind `payment`.
    public static func kind(_ configuration: CommunityConfiguration) -> IntentKind<PaymentClaim> {
        let requests = CommunityRequests(configuration)
        return .payment(on: .community) { request in
            let (order, receipt) = (request.payload.intent.order, request.payload.receipt)
            let validation = try requests.validatePayment(
                receipt: receipt, post: order.subject.native, name: order.name, amount: order.amount)
            do {
                // The body says nothing: the status does.
                _ = try await request.requests.response(to: validation)
                return .done()
            } catch let error as NetworkError {
                return IntentAnswer(error, of: .validatePayment)
            }
        }
    }

    /// Describes the server's list of the person's payments.
    ///
    /// - Parameter api: The calls of the server.
    /// - Returns: The resource, with the newest payment first. One that cannot be read is left out.
    public static func history(_ api: CommunityAPI) -> Resource<String, [WirePayment]> {
        Resource(
            "communityPayments", freshness: .never, viewer: { _ in .community },
            fetch: { request in
                let list = try await api.payments(for: request.sender).elements
                return .value(list.sorted { ($1.date, $1.id) < ($0.date, $0.id) })
            })
    }

    private static func confirmed(_ api: CommunityAPI, _ account: AccountKey) async throws -> [ConfirmedPayment] {
        let list = try await api.payments(for: .account(account))
        // What cannot be read may be the one that is looked for.
        guard list.issues.isEmpty else { throw NetworkError(.malformed) }
        return list.elements.compactMap { payment in
            payment.merchant.map {
                ConfirmedPayment(PaymentIntent.ID(rawValue: $0), for: payment.post, amount: payment.amount)
            }
        }
    }

    // MARK: Giving

    /// Reads the post by which a person says that they take donations.
    ///
    /// - Parameter user: The id of the person.
    /// - Returns: The post; `nil` where they take none.
    /// - Throws: `NetworkError`, `CancellationError`.
    public func marker(of user: String) async throws -> WirePost? {
        let category = api.requests.configuration.donationCategory
        let page = try await api.posts(.of(user: user, category: category), limit: 1)
        // Somebody else's marker would give the money to the wrong person.
        return page.posts.elements.first { ($0.category.isEmpty || $0.category == category) && $0.author.id == user }
    }

    /// Gives a person an amount: reads their marker, lets the provider take the money, and has the server validate
    /// that.
    ///
    /// As `DefaultPayments.pay(_:as:)`, it returns once the outcome is stored; `DefaultPayments.settle(_:)` waits for
    /// the server.
    ///
    /// - Parameters:
    ///   - amount: The amount in won, one of ``Amounts/all``.
    ///   - user: The id of the person who gets it.
    /// - Returns: The payment.
    /// - Throws: ``DonationError``; as `DefaultPayments.pay(_:as:)`; `DataError` with the code `unauthorized` where
    ///   nobody is signed in; `NetworkError` of the marker's request; `CancellationError`.
    public func give(_ amount: Int, to user: String) async throws -> Payment {
        guard Amounts.isAllowed(amount) else { throw DonationError.wrongAmount }
        let account = try await writing.account(on: .community)
        guard account.name != user else { throw DonationError.oneself }
        guard let marker = try await marker(of: user) else { throw DonationError.takesNone }
        return try await give(amount, for: marker, as: account)
    }

    /// Gives an amount to the person whose marker was read, otherwise as ``give(_:to:)``.
    func give(_ amount: Int, for marker: WirePost, as account: AccountKey) async throws -> Payment {
        let buyer = writing.accounts(on: .community)?.value.all.first { $0.key == account }?.user?.name
        let order = PaymentOrder(
            for: StatusTarget(.post, site: .community, native: marker.id), name: marker.title, amount: amount,
            currency: "KRW", buyer: buyer, payee: marker.author.id)
        return try await payments.pay(order, as: account)
    }

    /// The account that gives now.
    func account() async throws -> AccountKey { try await writing.account(on: .community) }
}

/// The reason for which nothing can be given.
public enum DonationError: String, CodedError, Hashable, CaseIterable, CustomStringConvertible {
    /// The person takes no donations.
    case takesNone
    /// The person is oneself.
    case oneself
    /// The amount is none of ``Amounts/all``.
    case wrongAmount

    public var code: ErrorCode {
        switch self {
        case .takesNone: .refused
        case .oneself: .notFound
        case .wrongAmount: .invalidInput
        }
    }

    public var isRetryable: Bool { false }

    public var retryAfter: Duration? { nil }

    public var description: String {
        switch self {
        case .takesNone: "This person takes no donations."
        case .oneself: "This is you. Choose somebody else."
        case .wrongAmount: "Choose an amount from 1,000 to 10,000 won, in thousands."
        }
    }
}
