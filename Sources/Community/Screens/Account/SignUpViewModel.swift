public import Core
public import PostFeatures

/// A view model of the screen where a person joins.
///
/// Each field says at once whether its rule is kept. An e-mail address that keeps it is checked at the server once
/// nobody has typed for 400 ms; typing again takes that back. After joining the person is logged in with the same
/// texts.
@MainActor
public final class SignUpViewModel {
    /// What is known of the e-mail address from the server.
    public enum EmailAnswer: Equatable, Sendable {
        /// It is being asked.
        case checking
        /// It is free; with the server's words to the person.
        case available(String)
        /// It is taken.
        case taken
        /// It could not be asked: offer to try again.
        case unchecked(DataError)
    }

    /// The state of the screen.
    public struct State: Equatable, Sendable {
        /// The field of the e-mail address.
        public internal(set) var email = FieldEntry(.email)
        /// What is known of the e-mail address; `nil` before it is asked for.
        public internal(set) var emailAnswer: EmailAnswer?
        /// The field of the password.
        public internal(set) var password = FieldEntry(.password)
        /// The field of the nick.
        public internal(set) var nick = FieldEntry(.nick)
        /// The field of the phone number.
        public internal(set) var phone = FieldEntry(.phone)
        /// Whether a call is under way.
        public internal(set) var isBusy = false
        /// The nick of the person once they have joined; `nil` before.
        public internal(set) var joined: String?
        /// Whether the person who has joined is logged in; if not, ``banner`` says why.
        public internal(set) var isSignedIn = false
        /// Whether the person has confirmed that they have joined, so that the main screen or the login opens.
        public internal(set) var isConfirmed = false
        /// The error of the last call, until the next success.
        public internal(set) var banner: Banner?

        /// Creates a state with empty fields.
        public init() {}

        /// Whether the button can be used: the address is free, and the other three keep their rules.
        public var canJoin: Bool {
            guard case .available = emailAnswer, !isBusy, joined == nil else { return false }
            return ![email, password, nick, phone].contains { $0.state != .match }
        }
    }

    /// The state to draw.
    public let state = ObservableValue(State())

    private static let pause = Duration.milliseconds(400)
    private let accounts: CommunityAccounts
    private let time: any TimeProvider
    private var throttle: Throttle
    /// The question under way for the address that is typed.
    private var checking: Task<Void, Never>?

    /// Creates a view model of the registered ``CommunityAccounts``; it starts nothing.
    public init() {
        accounts = Dependency.resolve(CommunityAccounts.self)
        time = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
        throttle = Throttle(LoginForm.pause, time: time)
    }

    deinit { checking?.cancel() }

    // MARK: Typing

    /// Takes what the field of the e-mail address has now.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setEmail(_ text: String, isComposing: Bool = false) {
        let before = state.value.email
        state.update { $0.email.set(text, isComposing: isComposing) }
        guard state.value.email != before else { return }
        state.update { $0.emailAnswer = nil }
        check(after: Self.pause)
    }

    /// Takes what the field of the password has now.
    ///
    /// - Parameter text: The whole text.
    public func setPassword(_ text: String) {
        state.update { $0.password.set(text) }
    }

    /// Takes what the field of the nick has now.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - isComposing: Whether an input method is composing a part of it; false by default.
    public func setNick(_ text: String, isComposing: Bool = false) {
        state.update { $0.nick.set(text, isComposing: isComposing) }
    }

    /// Takes what the field of the phone number has now.
    ///
    /// - Parameter text: The whole text.
    public func setPhone(_ text: String) {
        state.update { $0.phone.set(text) }
    }

    /// Asks the server for the e-mail address again, as after an error; at once.
    public func checkEmail() {
        check(after: .zero)
    }

    /// Stops what is under way for the e-mail address; call it when the screen goes.
    public func stop() {
        checking?.cancel()
        checking = nil
        state.update { if $0.emailAnswer == .checking { $0.emailAnswer = nil } }
    }

    private func check(after pause: Duration) {
        checking?.cancel()
        checking = nil
        let entry = state.value.email
        guard entry.state == .match, !entry.isComposing else { return }
        checking = Task { [weak self, time, accounts] in
            do {
                try await time.sleep(for: pause)
                try Task.checkCancellation()
                self?.state.update { $0.emailAnswer = .checking }
                let words = try await accounts.checkEmail(entry.text)
                self?.show(words.map { .available($0) } ?? .taken, for: entry.text)
            } catch {
                // Another address is typed by now, or the screen is gone.
                if error is CancellationError || Task.isCancelled { return }
                self?.show(.unchecked(DataError(error)), for: entry.text)
            }
        }
    }

    private func show(_ answer: EmailAnswer, for email: String) {
        guard !Task.isCancelled, state.value.email.text == email else { return }
        state.update { $0.emailAnswer = answer }
    }

    // MARK: Joining

    /// Makes the account and logs in; a tap within 400 ms of one that counted is dropped, and so is one while a call is
    /// under way.
    public func join() async {
        let typed = state.value
        guard typed.canJoin, throttle.admits() else { return }
        state.update { $0.isBusy = true }
        let member = NewMember(
            email: typed.email.text, password: Secret(typed.password.text), nick: typed.nick.text,
            phone: typed.phone.text)
        do {
            let result = try await accounts.join(member)
            state.update { state in
                state.isBusy = false
                state.joined = result.nick
                state.isSignedIn = result.signInError == nil
                state.banner = result.signInError.map { Banner($0, cause: .action) }
                state.password = FieldEntry(.password)
            }
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            let shown = DataError(error)
            let isTaken = (shown.underlying as? CommunityRefusal)?.meaning.sentence == .alreadyMember
            state.update { state in
                state.isBusy = false
                if isTaken, state.email == typed.email { state.emailAnswer = .taken }
                if !isCancelled { state.banner = Banner(shown, cause: .action) }
            }
        }
    }

    /// Confirms that the person has seen that they have joined; without effect before that.
    public func confirm() {
        state.update { $0.isConfirmed = $0.joined != nil }
    }

    /// Dismisses the banner.
    public func dismissBanner() {
        state.update { $0.banner = nil }
    }
}
