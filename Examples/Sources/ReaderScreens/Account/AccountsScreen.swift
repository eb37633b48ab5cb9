import AppScreens
import Core
import Foundation
import PostFeatures
import ScreenKit

/// The accounts on this device: which one is in use, signing in and signing out.
@MainActor
final class AccountsScreen: AppScreen {
    /// A row: an account, nobody, or signing in.
    private enum Row: Hashable, Sendable {
        case account(SignedInAccount.ID)
        case nobody
        case signIn
    }

    /// A question of the session.
    private enum Question: Hashable, Sendable {
        case departure(SessionViewModel.Departure)
        case takeOver(SessionViewModel.TakeOverOffer)

        init?(_ state: SessionViewModel.State) {
            if let departure = state.departure {
                self = .departure(departure)
            } else if let offer = state.takeOver {
                self = .takeOver(offer)
            } else {
                return nil
            }
        }
    }

    private let context: ReaderContext
    private let session = SessionViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row>()
    /// The question that was asked last, until it is gone.
    private var asked: Question?

    /// Creates the screen; nil where nobody can sign in.
    ///
    /// - Parameter context: What all screens share.
    init?(_ context: ReaderContext) {
        guard Dependency.current.isRegistered((any SessionProvider).self) else { return nil }
        self.context = context
    }

    private var state: SessionViewModel.State { session.state.value }
    private var rows: [Row] {
        state.accounts.all.map { .account($0.id) } + (state.accounts.all.isEmpty ? [] : [.nobody]) + [.signIn]
    }

    var title: StyledText {
        StyledText(context.text(.accounts), .title)
            + StyledText(" · \(context.format.text(of: state.session))", .dim)
    }

    var banner: Banner? { state.banner }
    var isFetching: Bool { state.isBusy }
    var actions: [ReaderAction] { ReaderAction.inAccounts }

    func start() {
        tokens = [
            session.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                let question = Question(state)
                Task { @MainActor in self?.ask(question) }
            }
        ]
        context.run { [session] in await session.load() }
    }

    func stop() { tokens = [] }

    func dismissBanner() { session.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .signOut:
            guard case .account(let id) = list.selectedID else { break }
            return signOut(of: id)
        case .refresh: context.run { [session] in await session.load() }
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open(_ row: Row) -> ScreenChange<ReaderAction> {
        switch row {
        case .account(let id): context.keep { [session] in await session.use(id) }
        case .nobody: context.keep { [session] in await session.use(nil) }
        case .signIn: return .show(FormScreen(context, SignInForm(context, session)))
        }
        return .none
    }

    /// Signs out once a person has said so; where something is not sent, what becomes of that is the question.
    private func signOut(of id: SignedInAccount.ID) -> ScreenChange<ReaderAction> {
        // What was asked of another account is no question any more.
        session.stay()
        let leave = { [context, session] in _ = context.keep { await session.signOut(of: id) } }
        let account = state.accounts.all.first { $0.id == id }
        guard !hasUnsent(account) else {
            leave()
            return .none
        }
        let question = context.format.text(ScreenPhrase.signOutQuestion, filling: account?.user?.name ?? id)
        let options = [context.text(AppPhrase.doNothing), context.text(ScreenPhrase.signOut)]
        return .show(
            ChoiceScreen(context, title: question, options: options) { index in
                if index == 1 { leave() }
                return .close
            })
    }

    private func hasUnsent(_ account: SignedInAccount?) -> Bool {
        guard let key = account?.writingKey, Dependency.current.isRegistered((any WritingProvider).self) else {
            return false
        }
        return Dependency.resolve((any WritingProvider).self).outbox.value.unsentCount(of: key) > 0
    }

    /// Asks what becomes of what is not sent, or of what was done before the sign-in; each question once.
    private func ask(_ question: Question?) {
        guard question != asked else { return }
        asked = question
        let (format, session, context) = (context.format, session, context)
        switch question {
        case .departure(let departure)?:
            let last: AppPhrase? = departure.needsConsent ? .dropAllTheSame : nil
            let options = [
                context.text(AppPhrase.doNothing), context.text(.signOutKeeping),
                last.map { context.text($0) } ?? context.text(ScreenPhrase.signOutDiscarding),
            ]
            let words = format.text(ScreenPhrase.unsentAtSignOut, counting: departure.unsent.count)
            show(words, options, dismissed: session.stay) { index in
                switch index {
                case 1: context.keep { await session.leave(.keep) }
                case 2:
                    context.keep {
                        await session.leave(.wipe, discardingUnsent: true, withConsent: departure.needsConsent)
                    }
                default: session.stay()
                }
            }
        case .takeOver(let offer)?:
            let words = format.text(ScreenPhrase.takeOverQuestion, counting: offer.count)
            let options = [context.text(ScreenPhrase.takeOver), context.text(ScreenPhrase.leaveAsItIs)]
            show(words, options, dismissed: session.declineTakeOver) { index in
                if index == 0 { context.keep { await session.takeOver() } } else { session.declineTakeOver() }
            }
        case nil: break
        }
    }

    private func show(
        _ question: String, _ options: [String], dismissed: @escaping () -> Void, answer: @escaping (Int) -> Void
    ) {
        let screen = ChoiceScreen(context, title: question, options: options, dismissed: dismissed) { index in
            answer(index)
            return .close
        }
        context.relay.send(.show(screen), from: self)
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let (rows, accounts) = (rows, state.accounts)
        list.follow(rows)
        list.draw(in: region, on: &screen) { index in
            switch rows[index] {
            case .signIn: return [StyledText(context.format.text(ActionPhrase.signIn), CellStyle(.cyan))]
            case .nobody:
                return [StyledText(context.text(.nobody)) + (accounts.currentID == nil ? context.currentMark : "")]
            case .account(let id):
                guard let account = accounts.all.first(where: { $0.id == id }) else { return [] }
                var line = StyledText(account.user?.name ?? id) + (accounts.currentID == id ? context.currentMark : "")
                if account.state != .signedIn { line.append(" · \(context.format.text(of: account.state))", .dim) }
                return [line]
            }
        }
    }
}

/// The form in which a person signs in: with fields, or with the address to which a page in the browser led.
@MainActor
private final class SignInForm: FormModel {
    private let context: ReaderContext
    private let session: SessionViewModel
    private let typed: ObservableValue<[SignInField.Name: String]>
    let fields: [LineField]

    /// The name of the field of the address.
    private static let redirect = SignInField.Name(rawValue: "redirect")

    init(_ context: ReaderContext, _ session: SessionViewModel) {
        (self.context, self.session) = (context, session)
        let typed = ObservableValue<[SignInField.Name: String]>([:])
        self.typed = typed
        func field(_ name: SignInField.Name, _ label: String, isSecret: Bool = false) -> LineField {
            LineField(
                label, isSecret: isSecret, value: { typed.value[name] ?? "" },
                set: { text in typed.update { $0[name] = text } })
        }
        switch session.state.value.method {
        case .browser: fields = [field(Self.redirect, context.text(.redirect))]
        case .fields(let form): fields = form.map { field($0.id, $0.id.rawValue, isSecret: $0.isSecret) }
        }
    }

    private var state: SessionViewModel.State { session.state.value }

    var title: String { context.format.text(ActionPhrase.signIn) }
    var button: String { title }
    var isBusy: Bool { state.isBusy }
    var banner: Banner? { state.banner }

    var canSubmit: Bool {
        guard !isBusy else { return false }
        guard case .fields(let form) = state.method else { return typed.value[Self.redirect]?.isEmpty == false }
        return form.allSatisfy { !$0.isRequired || typed.value[$0.id]?.isEmpty == false }
    }

    var notes: [StyledText] {
        if let missing = state.missingField {
            return [StyledText(context.format.text(ScreenPhrase.missingField, filling: missing.rawValue), .bold)]
        }
        guard let page = state.signInURL else { return [] }
        return [StyledText(context.text(.openPage), .bold)] + page.absoluteString.lines(toColumns: 76)
    }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [session.state.observe { _ in changed() }, typed.observe { _ in changed() }]
    }

    func dismissBanner() { session.dismissBanner() }

    func load() async {
        if state.method == .browser { await session.signIn() }
    }

    func submit() async -> ScreenChange<ReaderAction> {
        guard state.method == .browser else {
            await session.signIn(with: typed.value.filter { !$0.value.isEmpty }.mapValues { Secret($0) })
            return state.banner == nil && state.missingField == nil ? .close : .none
        }
        guard let url = URL(string: typed.value[Self.redirect] ?? "") else { return .say(context.text(.noAddress)) }
        await session.finishSignIn(redirect: url)
        // Where the person said no on the page, there is nothing wrong, and nobody is signed in.
        let isDenied = url.query()?.contains("error=") == true
        if state.banner == nil, state.signInURL == nil, !isDenied { return .close }
        let words = state.banner.map { context.message(for: $0.error) } ?? context.text(.notSignedIn)
        // A page serves once.
        if state.signInURL == nil { await session.signIn() }
        typed.update { $0 = [:] }
        return .say(words)
    }

    func stop() {
        session.cancelSignIn()
        typed.update { $0 = [:] }
    }
}
