public import Core
public import PostFeatures

/// A view model of signing in once more, before something that cannot be undone.
///
/// Nothing of it is kept: the session goes on with its own tokens.
@MainActor
public final class CheckUserViewModel {
    /// The state of the form.
    public struct State: Equatable, Sendable {
        /// The e-mail address as it is typed.
        public internal(set) var email = ""
        /// The password as it is typed.
        public internal(set) var password = Secret("")
        /// Whether a call is under way.
        public internal(set) var isBusy = false
        /// Whether it is the person in use; `nil` before that is known.
        public internal(set) var isSamePerson: Bool?
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state with empty fields.
        public init() {}

        /// Whether the button can be used.
        public var canCheck: Bool { !isBusy && LoginForm.isReady(email, password) }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let accounts: CommunityAccounts
    private var throttle = Throttle(LoginForm.pause)

    /// Creates a view model of the registered ``CommunityAccounts``; it starts nothing.
    public init() {
        accounts = Dependency.resolve(CommunityAccounts.self)
    }

    /// Takes what the field of the e-mail address has now.
    ///
    /// - Parameter email: The whole text; a line end leaves the field as it was.
    public func setEmail(_ email: String) {
        guard email.lineEndCount == 0 else { return }
        state.update { state in
            (state.email, state.isSamePerson) = (email, nil)
        }
    }

    /// Takes what the field of the password has now.
    ///
    /// - Parameter password: The whole text; a line end leaves the field as it was.
    public func setPassword(_ password: String) {
        guard password.lineEndCount == 0 else { return }
        state.update { state in
            (state.password, state.isSamePerson) = (Secret(password), nil)
        }
    }

    /// Asks the server who that is; a tap within 400 ms of one that counted is dropped, and so is one while a call is
    /// under way.
    ///
    /// A wrong password and somebody else's account are a banner, and change nothing.
    public func check() async {
        let typed = state.value
        guard typed.canCheck, throttle.admits() else { return }
        state.update { $0.isBusy = true }
        do {
            try await accounts.sessions.confirm(with: [.email: Secret(typed.email), .password: typed.password])
            state.update { state in
                (state.isBusy, state.isSamePerson, state.banner) = (false, true, nil)
                state.password = Secret("")
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isBusy = false
                if error is SignInError { state.isSamePerson = false }
                if !isCancelled {
                    state.banner = Banner(CommunityRefusal.shown(error, of: .login), cause: .action)
                }
            }
        }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }

    /// Empties the form, as when the person has changed their mind.
    public func reset() {
        state.update { $0 = State() }
    }
}
