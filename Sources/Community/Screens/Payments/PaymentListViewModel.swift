public import Core
public import Foundation
public import PostFeatures

/// A view model of the list of the person's payments: those that the server has validated, and before them those of
/// this device that are not settled.
///
/// Call ``load()`` when the screen appears. What is stored is shown without a network.
@MainActor
public final class PaymentListViewModel {
    /// A row of the list.
    public struct Row: Identifiable, Hashable, Sendable {
        /// The server's id, or the intent's for one that is not settled.
        public let id: String
        /// The name of what was paid for.
        public let name: String
        /// The date at which it was paid; of one that is not settled, at which it was opened.
        public let date: Date
        /// The amount in won.
        public let amount: Int
        /// The payment on this device that is not settled; `nil` for one that the server has validated.
        public let unsettled: Payment?
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The rows: those that are not settled first, each part the newest first.
        public internal(set) var rows: [Row] = []
        /// Whether the server is being asked.
        public internal(set) var isLoading = false
        /// Whether there is a list, stored or fetched, so that no row means that nothing was paid.
        public internal(set) var isKnown = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state in which nothing was read.
        public init() {}

        /// Whether the picture of an empty list is shown.
        public var isEmpty: Bool { isKnown && rows.isEmpty }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let donations: CommunityDonations
    /// The account in use when the list was loaded; what others have paid is nobody else's to see.
    private var account: AccountKey?
    private var confirmed: [WirePayment] = []
    private var unsettled: [Payment] = []
    private var observation: ObservationToken?

    /// Creates a view model of the registered ``CommunityDonations``; it starts nothing.
    public init() {
        donations = Dependency.resolve(CommunityDonations.self)
    }

    /// Shows what is stored, and asks the server; call it again to refresh, or to retry after an error.
    public func load() async {
        guard !state.value.isLoading else { return }
        if observation == nil {
            observation = donations.payments.payments.observe { [weak self] payments in self?.show(payments) }
        }
        state.update { $0.isLoading = true }
        do {
            let account = try await donations.account()
            if account != self.account {
                (self.account, confirmed) = (account, [])
                state.update { $0.isKnown = false }
                show(donations.payments.payments.value)
            }
            try await donations.payments.load()
            show(try await donations.history.stored(CommunityDonations.historyKey))
            try await donations.payments.check(as: account)
            show(try await donations.history.refresh(CommunityDonations.historyKey))
            state.update { state in (state.isLoading, state.banner) = (false, nil) }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isLoading = false
                if !isCancelled {
                    state.banner = Banner(CommunityRefusal.shown(error, of: .readPayments), cause: .content)
                }
            }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private func show(_ payments: PaymentsState) {
        unsettled = payments.payments.filter { !$0.isSettled && $0.intent.account == account }
        show()
    }

    private func show(_ history: ResourceState<[WirePayment]>) {
        guard let payments = history.value else { return }
        confirmed = payments
        state.update { $0.isKnown = true }
        show()
    }

    private func show() {
        let known = Set(confirmed.compactMap(\.merchant))
        let open = unsettled.filter { !known.contains($0.id.rawValue) }.map { payment in
            Row(
                id: payment.id.rawValue, name: payment.intent.order.name, date: payment.opened,
                amount: payment.intent.order.amount, unsettled: payment)
        }
        let settled = confirmed.map { payment in
            Row(id: payment.id, name: payment.name, date: payment.date, amount: payment.amount, unsettled: nil)
        }
        state.update { $0.rows = open + settled }
    }
}
