public import Core
public import PostFeatures

/// A view model of the screen where a person logs in.
///
/// ``state`` has a method's result when it returns; an error becomes ``State/banner``. A wrong password changes
/// nothing.
@MainActor
public final class LoginViewModel {
    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The e-mail address as it is typed.
        public internal(set) var email = ""
        /// The password as it is typed.
        public internal(set) var password = Secret("")
        /// Whether somebody may have joined with ``email`` just before the app ended: say that logging in tells.
        public internal(set) var mayHaveJoined = false
        /// Whether a call is under way.
        public internal(set) var isBusy = false
        /// Whether the person has logged in here.
        public internal(set) var isSignedIn = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state with empty fields.
        public init() {}

        /// Whether the button can be used.
        public var canLogIn: Bool { !isBusy && LoginForm.isReady(email, password) }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private let accounts: CommunityAccounts
    private var throttle = Throttle(LoginForm.pause)

    /// Creates a view model of the registered ``CommunityAccounts``; it starts nothing.
    public init() {
        accounts = Dependency.resolve(CommunityAccounts.self)
    }

    /// Shows the e-mail address of somebody who may have joined.
    public func load() async {
        do {
            guard let email = try await accounts.unfinishedJoin() else { return }
            state.update { state in
                if state.email.isEmpty { (state.email, state.mayHaveJoined) = (email, true) }
            }
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            state.update { $0.banner = Banner(DataError(error), cause: .content) }
        }
    }

    /// Takes what the field of the e-mail address has now.
    ///
    /// - Parameter email: The whole text; a line end leaves the field as it was.
    public func setEmail(_ email: String) {
        guard email.lineEndCount == 0 else { return }
        state.update { state in
            state.mayHaveJoined = state.mayHaveJoined && email == state.email
            state.email = email
        }
    }

    /// Takes what the field of the password has now.
    ///
    /// - Parameter password: The whole text; a line end leaves the field as it was.
    public func setPassword(_ password: String) {
        guard password.lineEndCount == 0 else { return }
        state.update { $0.password = Secret(password) }
    }

    /// Logs in; a tap within 400 ms of one that counted is dropped, and so is one while a call is under way.
    public func logIn() async {
        let typed = state.value
        guard typed.canLogIn, throttle.admits() else { return }
        state.update { $0.isBusy = true }
        do {
            try await accounts.sessions.signIn(with: [.email: Secret(typed.email), .password: typed.password])
            state.update { state in
                (state.isBusy, state.isSignedIn, state.mayHaveJoined, state.banner) = (false, true, false, nil)
                state.password = Secret("")
            }
            // What stays there is an address to show here, and the next sign-in removes it.
            try? await accounts.forgetUnfinishedJoin()
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            state.update { state in
                state.isBusy = false
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
}

/// The rules of the forms with an e-mail address and a password.
enum LoginForm {
    /// The time for which a tap on the button keeps out others.
    static let pause = Duration.milliseconds(400)

    /// Whether there is enough to send: more than three code points of an address, more than four of a password.
    static func isReady(_ email: String, _ password: Secret) -> Bool {
        email.unicodeScalars.count > 3 && password.revealed.unicodeScalars.count > 4
    }
}
