public import Core
public import Foundation

/// A view model of signing in and out: the session's state, and a sign-in page with its redirect or a form.
///
/// ``State/method`` says which of the two the server has. It starts nothing by itself: call ``load()`` at launch. ``state`` has a method's result when it returns; an error
/// becomes ``State/banner``.
///
/// ```swift
/// await session.signIn()
/// if let page = session.state.value.signInURL { openInBrowser(page) }
/// // The system opens the app with the redirect:
/// await session.finishSignIn(redirect: url)
///
/// // Or, where the server has a form:
/// await session.signIn(with: [.user: Secret(name), .password: Secret(password)])
/// if session.state.value.missingField == .oneTimeCode { askForCode() }
/// ```
@MainActor
public final class SessionViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The state of the session; show no sign-in button while it is `offline`.
        public internal(set) var session: SessionState
        /// The way in which a person signs in: on a page, or with fields.
        public internal(set) var method: SignInMethod
        /// The accounts on this device, and the one in use; none where the provider has a single session.
        public internal(set) var accounts: SiteAccounts
        /// The field that the last sign-in lacked, such as the code of a second factor: ask for it, and sign in again
        /// with all of them.
        public internal(set) var missingField: SignInField.Name?
        /// The sign-in page, to open in a browser, from ``SessionViewModel/signIn()`` until its redirect has come.
        ///
        /// A redirect of another page does not clear it.
        public internal(set) var signInURL: URL?
        /// An account that somebody wants to sign out of and that has something unsent: show that, and ask.
        public internal(set) var departure: Departure?
        /// What was done while nobody was signed in, after the first sign-in: ask whether it is taken over.
        public internal(set) var takeOver: TakeOverOffer?
        /// Whether a call is under way.
        public internal(set) var isBusy = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state.
        ///
        /// - Parameters:
        ///   - session: The state of the session.
        ///   - method: The way in which a person signs in.
        ///   - accounts: The accounts on this device.
        ///   - missingField: The field that the last sign-in lacked.
        ///   - signInURL: The sign-in page.
        ///   - isBusy: Whether a call is under way.
        ///   - banner: The error of the last call.
        public init(
            session: SessionState = .unknown, method: SignInMethod = .browser, accounts: SiteAccounts = SiteAccounts(),
            missingField: SignInField.Name? = nil, signInURL: URL? = nil, isBusy: Bool = false, banner: Banner? = nil
        ) {
            self.session = session
            self.method = method
            self.accounts = accounts
            self.missingField = missingField
            self.signInURL = signInURL
            self.isBusy = isBusy
            self.banner = banner
        }
    }

    /// The state to draw.
    public let state: ObservableValue<State>

    let provider: any SessionProvider
    /// Leaving accounts; `nil` where it is not registered, and signing out keeps everything.
    let departures: (any AccountDepartureProvider)?
    private var observations: [ObservationToken] = []
    /// Grows with each call, which voids the results of the calls before.
    private var generation = 0

    /// Creates a view model of the registered `SessionProvider`: with `AppServices`, the first backend's that has one.
    ///
    /// It starts nothing. Signing out goes by the registered `AccountDepartureProvider`, where there is one.
    public init() {
        provider = Dependency.resolve((any SessionProvider).self)
        let isLeaving = Dependency.current.isRegistered((any AccountDepartureProvider).self)
        departures = isLeaving ? Dependency.resolve((any AccountDepartureProvider).self) : nil
        state = ObservableValue(State(method: provider.signInMethod))
    }

    /// Restores the session, and follows it from then on; call it again to retry after an error.
    public func load() async {
        if observations.isEmpty {
            observations.append(
                provider.state.observe { [weak self] session in self?.state.update { $0.session = session } })
            if let accounts = (provider as? any AccountProvider)?.accounts {
                observations.append(
                    accounts.observe { [weak self] accounts in self?.state.update { $0.accounts = accounts } })
            }
        }
        await perform {
            try await self.provider.restore()
            return { _ in }
        }
    }

    /// Begins a sign-in: ``State/signInURL`` is the page to open.
    public func signIn() async {
        await perform {
            let url = try await self.provider.signInURL()
            return { $0.signInURL = url }
        }
    }

    /// Completes a sign-in with the URL to which the page has redirected the browser.
    ///
    /// There is no banner when the person denied access on the page.
    ///
    /// - Parameter redirect: The whole URL.
    public func finishSignIn(redirect: URL) async {
        await perform {
            do {
                try await self.provider.finishSignIn(redirect: redirect)
            } catch SignInError.denied {
                // The person's own decision is no error to show.
                return { $0.signInURL = nil }
            }
            let offer = await self.takeOverOffer()
            return { state in
                state.signInURL = nil
                state.takeOver = offer
            }
        } failed: { error, state in
            // After a redirect of another page, the right one may come still.
            if error as? SignInError != .wrongState { state.signInURL = nil }
        }
    }

    /// Signs in with what was typed into the fields of ``State/method``.
    ///
    /// A field that is missing, or that the server asks for besides, becomes ``State/missingField`` and no banner.
    /// Nothing of what was typed is kept here.
    ///
    /// - Parameter fields: What was typed, by the name of its field.
    public func signIn(with fields: [SignInField.Name: Secret]) async {
        await perform {
            do {
                try await self.provider.signIn(with: fields)
                let offer = await self.takeOverOffer()
                return { state in
                    state.missingField = nil
                    state.takeOver = offer
                }
            } catch SignInError.needs(let field) {
                return { $0.missingField = field }
            }
        } failed: { _, state in
            state.missingField = nil
        }
    }

    /// Cancels a sign-in, as when the person closes the page; a redirect that comes later still counts.
    public func cancelSignIn() {
        generation += 1
        state.update { state in
            state.signInURL = nil
            state.missingField = nil
            state.isBusy = false
        }
    }

    /// Signs out of the account in use; where it has something unsent, that becomes ``State/departure`` and nothing is
    /// done.
    ///
    /// What is stored is kept or removed as the setting `accountLogoutPolicy` says. A banner tells when the tokens could
    /// not be revoked on the server.
    public func signOut() async {
        if departures != nil, let account = current.1.current {
            return await leave(account, policy: nil, discardingUnsent: false)
        }
        await perform {
            let revocation = try await self.provider.signOut()
            return { state in
                state.signInURL = nil
                state.missingField = nil
                if case .failed(let error) = revocation { state.banner = Banner(error, cause: .action) }
            }
        }
    }

    /// Chooses the account that reads and acts from now on.
    ///
    /// - Parameter account: The account; `nil` for nobody, who stays signed in nevertheless.
    public func use(_ account: SignedInAccount.ID?) async {
        await perform {
            try await self.accountProvider().use(account)
            return { _ in }
        }
    }

    /// Signs an account out, which need not be the one in use; otherwise as ``signOut()``.
    ///
    /// - Parameter account: The account.
    public func signOut(of account: SignedInAccount.ID) async {
        if departures != nil, let account = current.1.all.first(where: { $0.id == account }) {
            return await leave(account, policy: nil, discardingUnsent: false)
        }
        await perform {
            let revocation = try await self.accountProvider().signOut(of: account)
            return { state in
                if case .failed(let error) = revocation { state.banner = Banner(error, cause: .action) }
            }
        }
    }

    /// The provider as one of several accounts.
    func accountProvider() throws(DataError) -> any AccountProvider {
        guard let accounts = provider as? any AccountProvider else {
            throw DataError(.invalidInput, message: "Here there is one account. Sign out of it.")
        }
        return accounts
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    private var current: (SessionState, SiteAccounts) {
        (provider.state.value, (provider as? any AccountProvider)?.accounts.value ?? SiteAccounts())
    }

    /// Does some work and publishes its result, unless another call has voided it.
    func perform(
        _ work: @MainActor () async throws -> (inout State) -> Void,
        failed: (any Error, inout State) -> Void = { _, _ in }
    ) async {
        generation += 1
        let mine = generation
        state.update { $0.isBusy = true }
        do {
            let change = try await work()
            guard mine == generation else { return }
            let (session, accounts) = current
            state.update { state in
                state.isBusy = false
                state.session = session
                state.accounts = accounts
                state.banner = nil
                change(&state)
            }
        } catch {
            guard mine == generation else { return }
            let isCancelled = error is CancellationError || Task.isCancelled
            let (session, accounts) = current
            state.update { state in
                state.isBusy = false
                state.session = session
                state.accounts = accounts
                failed(error, &state)
                if !isCancelled { state.banner = Banner(DataError(error), cause: .action) }
            }
        }
    }
}
