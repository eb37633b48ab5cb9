public import Core
public import PostFeatures

/// A view model of the community's settings: who it is, the items, and logging out.
@MainActor
public final class CommunitySettingsViewModel {
    /// An item of the screen, in the order in which they are shown.
    public enum Item: String, Hashable, Sendable, CaseIterable {
        /// The picture.
        case picture
        /// The name that others see.
        case nick
        /// The phone number.
        case phone
        /// Whether donations are taken.
        case donations
        /// The history of payments.
        case payments
        /// Logging out.
        case logOut
        /// Deleting the account.
        case withdraw
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The person; `nil` before anything is known of them.
        public internal(set) var person: ShownPerson?
        /// The things that are not sent yet and keep the person from logging out: show them, and ask.
        public internal(set) var unsent: [OutboxItem] = []
        /// Whether the person is being logged out.
        public internal(set) var isBusy = false
        /// Whether the person has logged out here.
        public internal(set) var isLoggedOut = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state of nobody.
        public init() {}
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let screen = PersonScreen(nil, tapsApart: .zero)
    private let people: CommunityPeople
    private let departures: any AccountDepartureProvider
    private let settings: any SettingsProvider
    private let keepers: LineKeepers
    private var observation: ObservationToken?
    private var throttle = Throttle(LoginForm.pause)

    /// Creates a view model of the registered ``CommunityPeople``, `AccountDepartureProvider` and `SettingsProvider`; it starts
    /// nothing.
    public init() {
        people = Dependency.resolve(CommunityPeople.self)
        departures = Dependency.resolve((any AccountDepartureProvider).self)
        settings = Dependency.resolve((any SettingsProvider).self)
        // These screens can be had without those in which lines are typed.
        keepers = Dependency.resolve(LineKeepers.self, default: LineKeepers())
    }

    /// Shows who it is and follows that, and asks the server where it is not fresh; call it when the screen comes.
    public func appear() async {
        if observation == nil {
            observation = screen.state.observe { [weak self] person in self?.show(person) }
        }
        await screen.appear()
        show(screen.state.value)
    }

    /// Asks the server again, however fresh what is stored is.
    public func refresh() async { await screen.refresh() }

    /// Stops following; call it when the screen goes.
    public func disappear() {
        observation = nil
        screen.disappear()
    }

    private func show(_ person: ProfileState) {
        state.update { state in
            state.person = state.isLoggedOut ? nil : person.person
            if state.banner?.cause != .action { state.banner = state.isLoggedOut ? nil : person.banner }
        }
    }

    /// Logs out: what is stored of the account is kept or removed as the person's setting says, or as is said here.
    ///
    /// Where something is not sent yet, nothing is done: it is in ``State/unsent``, and an answer is asked for. A tap within
    /// 400 ms of one that counted is dropped.
    public func logOut() async {
        guard !state.value.isBusy, !state.value.isLoggedOut, throttle.admits() else { return }
        await leave(nil, discardingUnsent: false)
    }

    /// Logs out though something is not sent yet; without effect where nothing asks.
    ///
    /// - Parameters:
    ///   - policy: What becomes of the data; ``AccountLogoutPolicy/keep`` keeps what is unsent, too, for the next sign-in.
    ///   - discardingUnsent: Whether what is unsent is removed.
    public func logOut(_ policy: AccountLogoutPolicy, discardingUnsent: Bool) async {
        guard !state.value.isBusy, !state.value.unsent.isEmpty else { return }
        await leave(policy, discardingUnsent: discardingUnsent)
    }

    /// Stays logged in, as the answer to what is not sent yet.
    public func stay() {
        state.update { $0.unsent = [] }
    }

    private func leave(_ policy: AccountLogoutPolicy?, discardingUnsent: Bool) async {
        guard let account = people.sessions.accounts.value.current else { return }
        state.update { $0.isBusy = true }
        await keepers.flush(of: account.key)
        do {
            let isWiping = (policy ?? settings.settings.value.accountLogoutPolicy) == .wipe
            _ = try await departures.leave(account, policy: policy, discardingUnsent: discardingUnsent)
            // What could not be stored is not to come behind the removal.
            if isWiping { await keepers.discard(of: account.key) }
            screen.disappear()
            state.update { state in
                state = State()
                state.isLoggedOut = true
            }
        } catch AccountDepartureError.unsent(let items) {
            state.update { ($0.isBusy, $0.unsent, $0.banner) = (false, items, nil) }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isBusy = false
                if !isCancelled { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        screen.dismissBanner()
        state.update { state in
            if state.banner?.isDismissible == true { state.banner = nil }
        }
    }
}
