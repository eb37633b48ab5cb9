public import Core
public import PostFeatures

/// A view model of the screen where a person gives another one money.
///
/// Call ``load()`` when the screen appears. What became of earlier payments to the same person is shown beside the
/// button: nothing new is paid while that is not known.
@MainActor
public final class DonateViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The person who gets the money, as their marker post names them; `nil` before it was read.
        public internal(set) var receiver: Person?
        /// Whether the person takes donations; `nil` before that is known.
        public internal(set) var takesDonations: Bool?
        /// The amount that is chosen, in won.
        public internal(set) var amount = Amounts.preset
        /// Whether the marker is being read, somebody pays, or what became of a payment is being found out.
        public internal(set) var isBusy = false
        /// The payments to this person that are kept on this device, the newest first.
        public internal(set) var payments: [Payment] = []
        /// The payment that was made or met here last; `nil` for none.
        public internal(set) var current: Payment?
        /// Whether the person has to say that they mean to give ``current`` up, though money may be taken.
        public internal(set) var asksForConsent = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state in which nothing was read.
        public init() {}

        /// The amounts that can be chosen.
        public var amounts: [Int] { Amounts.all }

        /// Whether the button can be used.
        public var canGive: Bool { takesDonations == true && !isBusy }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let donations: CommunityDonations
    private let user: String
    /// The account in use when the screen was loaded; what others have paid is nobody else's to see.
    private var account: AccountKey?
    private var observation: ObservationToken?
    private var throttle = Throttle(LoginForm.pause)

    /// Creates a view model of the registered ``CommunityDonations``; it starts nothing.
    ///
    /// - Parameter user: The id of the person who gets the money.
    public init(to user: String) {
        donations = Dependency.resolve(CommunityDonations.self)
        self.user = user
    }

    /// Reads whether the person takes donations, and finds out what became of payments that are open; call it again to
    /// retry after an error.
    public func load() async {
        if observation == nil {
            observation = donations.payments.payments.observe { [weak self] payments in self?.show(payments) }
        }
        await perform(of: .readPosts) {
            let account = try await self.donations.account()
            if account != self.account {
                self.account = account
                self.state.update { $0.current = nil }
            }
            self.show(self.donations.payments.payments.value)
            guard account.name != self.user else { throw DonationError.oneself }
            let marker = try await self.donations.marker(of: self.user)
            self.state.update { state in
                state.receiver = marker?.author
                state.takesDonations = marker != nil
            }
            try await self.donations.payments.check(as: account)
        }
    }

    /// Chooses an amount.
    ///
    /// - Parameter amount: One of ``State/amounts``; any other changes nothing.
    public func choose(_ amount: Int) {
        guard Amounts.isAllowed(amount), !state.value.isBusy else { return }
        state.update { $0.amount = amount }
    }

    /// Lets the person pay the chosen amount, and has the server validate that; a tap within 400 ms of one that
    /// counted is dropped, and so is one while a call is under way.
    public func give() async {
        guard state.value.canGive, throttle.admits() else { return }
        let amount = state.value.amount
        await perform(of: .validatePayment) {
            do {
                try await self.checkAccount()
                // The post by which donations are taken is read once more: money for one that is gone would be lost.
                let payment = try await self.donations.give(amount, to: self.user)
                self.state.update { $0.current = payment }
                let settled = try await self.donations.payments.settle(payment.id)
                self.state.update { $0.current = settled }
            } catch let error as PaymentError {
                // The earlier one is what there is to see.
                self.state.update { $0.current = error.payment }
                throw error
            } catch DonationError.takesNone {
                self.state.update { $0.takesDonations = false }
                throw DonationError.takesNone
            }
        }
    }

    /// Finds out what became of ``State/current`` now.
    public func checkAgain() async {
        guard let payment = state.value.current, !state.value.isBusy else { return }
        await perform(of: .readPayments) {
            try await self.checkAccount()
            let found = try await self.donations.payments.settle(payment.id)
            self.state.update { $0.current = found }
        }
    }

    /// Has ``State/current`` validated once more, of which the server would hear nothing; nothing is paid anew.
    public func validateAgain() async {
        guard let payment = state.value.current, !state.value.isBusy else { return }
        await perform(of: .validatePayment) {
            try await self.checkAccount()
            try await self.donations.payments.validateAgain(payment.id)
            let found = try await self.donations.payments.settle(payment.id)
            self.state.update { $0.current = found }
        }
    }

    /// Gives ``State/current`` up, so that something new can be paid; without consent the person is asked for it.
    ///
    /// - Parameter isConsented: Whether the person has answered ``State/asksForConsent`` with yes.
    public func giveUp(withConsent isConsented: Bool = false) async {
        guard let payment = state.value.current, !payment.isSettled, !state.value.isBusy else { return }
        guard isConsented else { return state.update { $0.asksForConsent = true } }
        await perform(of: .validatePayment) {
            try await self.checkAccount()
            let found = try await self.donations.payments.giveUp(payment.id, withConsent: true)
            self.state.update { $0.current = found }
        }
    }

    /// Keeps ``State/current`` after all.
    public func keep() {
        state.update { $0.asksForConsent = false }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Makes sure that the account in use is still the one that the screen was loaded for.
    private func checkAccount() async throws {
        guard try await donations.account() == account else {
            throw DataError(.unauthorized, message: "Another account is in use now. Open this screen again.")
        }
    }

    private func show(_ payments: PaymentsState) {
        state.update { state in
            state.payments = payments.payments.filter { $0.intent.order.payee == user && $0.intent.account == account }
            if let current = state.current {
                state.current = state.payments.first { $0.id == current.id } ?? current
            } else {
                // What is not settled is the first thing to see.
                state.current = state.payments.first { !$0.isSettled }
            }
        }
    }

    private func perform(of call: CommunityCall, _ work: @MainActor () async throws -> Void) async {
        state.update { state in (state.isBusy, state.asksForConsent) = (true, false) }
        do {
            try await work()
            state.update { state in (state.isBusy, state.banner) = (false, nil) }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isBusy = false
                if !isCancelled { state.banner = Banner(CommunityRefusal.shown(error, of: call), cause: .action) }
            }
        }
    }
}
