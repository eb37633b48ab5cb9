import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The form in which a person logs in.
@MainActor
final class LogInForm: FormModel {
    private let context: CommunityContext
    private let model: LoginViewModel
    let fields: [LineField]

    /// Creates the form.
    ///
    /// - Parameter context: What all screens share.
    init(_ context: CommunityContext) {
        self.context = context
        let model = LoginViewModel()
        self.model = model
        fields = [
            LineField(
                context.format.text(FieldPhrase.email), value: { model.state.value.email }, set: model.setEmail),
            LineField(
                context.format.text(FieldPhrase.password), isSecret: true,
                value: { model.state.value.password.revealed }, set: model.setPassword),
        ]
    }

    var title: String { context.format.text(AccountPhrase.logIn) }
    var button: String { title }
    var canSubmit: Bool { model.state.value.canLogIn }
    var isBusy: Bool { model.state.value.isBusy }
    var banner: Banner? { model.state.value.banner }
    var notes: [StyledText] {
        context.texts.unfinishedJoinText(of: model.state.value).map { [StyledText($0, .bold)] } ?? []
    }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [model.state.observe { _ in changed() }]
    }

    func dismissBanner() { model.dismissBanner() }
    func load() async { await model.load() }

    func submit() async -> ScreenChange<CommunityAction> {
        // The session leads to the main screen.
        await model.logIn()
        return .none
    }
}

/// The form in which a person joins.
@MainActor
final class JoinForm: FormModel {
    private let context: CommunityContext
    private let model: SignUpViewModel
    let fields: [LineField]

    /// Creates the form.
    ///
    /// - Parameter context: What all screens share.
    init(_ context: CommunityContext) {
        self.context = context
        let model = SignUpViewModel()
        self.model = model
        let format = context.format
        fields = [
            LineField(
                format.text(FieldPhrase.email), value: { model.state.value.email.text }, set: { model.setEmail($0) },
                note: {
                    let isGood = if case .available = model.state.value.emailAnswer { true } else { false }
                    return StyledText(
                        context.texts.emailText(of: model.state.value), isGood ? CellStyle(.green) : .dim)
                }),
            LineField(
                format.text(FieldPhrase.password), isSecret: true, value: { model.state.value.password.text },
                set: model.setPassword, note: { context.note(on: model.state.value.password) }),
            LineField(
                format.text(FieldPhrase.nick), value: { model.state.value.nick.text }, set: { model.setNick($0) },
                note: { context.note(on: model.state.value.nick) }),
            LineField(
                format.text(FieldPhrase.phone), value: { model.state.value.phone.text }, set: model.setPhone,
                note: { context.note(on: model.state.value.phone) }),
        ]
    }

    var title: String { context.format.text(AccountPhrase.join) }
    var button: String { title }
    // An address that could not be checked is checked again by the button.
    var canSubmit: Bool { model.state.value.canJoin || isUnchecked }
    var isBusy: Bool { model.state.value.isBusy }
    var banner: Banner? { model.state.value.banner }
    var notes: [StyledText] {
        context.texts.joinedText(of: model.state.value).map { [StyledText($0, .bold)] } ?? []
    }

    private var isUnchecked: Bool {
        if case .unchecked = model.state.value.emailAnswer { true } else { false }
    }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [model.state.observe { _ in changed() }]
    }

    func submit() async -> ScreenChange<CommunityAction> {
        guard !isUnchecked else {
            model.checkEmail()
            return .none
        }
        await model.join()
        guard let words = context.texts.joinedText(of: model.state.value) else { return .none }
        model.confirm()
        // Where the log-in has succeeded, the session leads to the main screen, and this one is gone.
        context.relay.say(words)
        return .leave(words)
    }

    func dismissBanner() { model.dismissBanner() }
    func stop() { model.stop() }
}

/// The form in which a person shows who they are, before their account is deleted.
@MainActor
final class CheckUserForm: FormModel {
    private let context: CommunityContext
    private let withdrawal: WithdrawViewModel
    let fields: [LineField]

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - withdrawal: The deletion.
    init(_ context: CommunityContext, _ withdrawal: WithdrawViewModel) {
        self.context = context
        self.withdrawal = withdrawal
        let person: CheckUserViewModel = withdrawal.person
        fields = [
            LineField(
                context.format.text(FieldPhrase.email), value: { person.state.value.email }, set: person.setEmail),
            LineField(
                context.format.text(FieldPhrase.password), isSecret: true,
                value: { person.state.value.password.revealed }, set: person.setPassword),
        ]
    }

    var title: String { context.format.text(AccountPhrase.withdraw) }
    var button: String { title }
    var canSubmit: Bool { withdrawal.person.state.value.canCheck && !withdrawal.state.value.isBusy }
    var isBusy: Bool { withdrawal.person.state.value.isBusy || withdrawal.state.value.isBusy }
    var banner: Banner? { withdrawal.state.value.banner ?? withdrawal.person.state.value.banner }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [withdrawal.state.observe { _ in changed() }, withdrawal.person.state.observe { _ in changed() }]
    }

    func submit() async -> ScreenChange<CommunityAction> {
        // Whoever is asked already has gone back, and shows anew who they are.
        withdrawal.cancel()
        await withdrawal.check()
        guard case .warned = withdrawal.state.value.step, let question = text else { return .none }
        let answers = [context.text(AppPhrase.doNothing), context.format.text(AccountPhrase.withdraw)]
        return .show(
            ChoiceScreen(context, title: question, options: answers, dismissed: withdrawal.cancel) {
                [context, withdrawal] index in
                guard index == 1 else {
                    withdrawal.cancel()
                    return .close
                }
                context.keep {
                    await withdrawal.goOn()
                    // The end of the session leads to the first screen, and this one is gone.
                    if let words = context.texts.text(of: withdrawal.state.value.step) { context.relay.say(words) }
                }
                return .close
            })
    }

    private var text: String? { context.texts.text(of: withdrawal.state.value.step) }

    var notes: [StyledText] { text.map { [StyledText($0, .bold)] } ?? [] }

    func dismissBanner() {
        withdrawal.dismissBanner()
        withdrawal.person.dismissBanner()
    }

    /// The question is closed by going back, too.
    func stop() { withdrawal.cancel() }
}
