import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The settings of the account: the own profile's fields, donations, payments, and leaving.
@MainActor
final class SettingsScreen: AppScreen {
    private typealias Item = CommunitySettingsViewModel.Item

    private let context: CommunityContext
    private let settings = CommunitySettingsViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<Item>()
    private var hasAsked = false

    init(_ context: CommunityContext) {
        self.context = context
        list.follow(Item.allCases)
    }

    private var state: CommunitySettingsViewModel.State { settings.state.value }

    var title: StyledText { StyledText(context.texts.name(of: ProfileState.LeftButton.settings), .title) }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.isBusy }
    var actions: [CommunityAction] { CommunityAction.inItems }

    func start() {
        tokens = [
            settings.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                let isAsked = !state.unsent.isEmpty
                Task { @MainActor in if isAsked { self?.ask() } else { self?.hasAsked = false } }
            }
        ]
        context.run { [settings] in await settings.appear() }
    }

    func stop() {
        tokens = []
        settings.disappear()
    }

    func dismissBanner() { settings.dismissBanner() }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .refresh: context.run { [settings] in await settings.refresh() }
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open(_ item: Item) -> ScreenChange<CommunityAction> {
        switch item {
        case .picture: return .show(FormScreen(context, ProfilePictureForm(context)))
        case .nick: return .show(FormScreen(context, ProfileFieldForm(context, .nick)))
        case .phone: return .show(FormScreen(context, ProfileFieldForm(context, .phone)))
        case .donations: return .show(DonationSettingsScreen(context))
        case .payments: return .show(PaymentsScreen(context))
        case .logOut: return logOut()
        case .withdraw: return .show(FormScreen(context, CheckUserForm(context, WithdrawViewModel())))
        }
    }

    /// Logs out once a person has said so; where something is not sent, what becomes of that is the question.
    private func logOut() -> ScreenChange<CommunityAction> {
        hasAsked = false
        let leave = { [context, settings] in _ = context.keep { await settings.logOut() } }
        guard !hasUnsent else {
            leave()
            return .none
        }
        let words = context.texts.name(of: Item.logOut)
        let answers = [context.text(AppPhrase.doNothing), words]
        let nick = state.person?.person.nick
        let question = nick.map { context.format.text(CommunityScreenPhrase.logOutQuestion, filling: $0) } ?? words
        return .show(
            ChoiceScreen(context, title: question, options: answers) { index in
                if index == 1 { leave() }
                return .close
            })
    }

    private var hasUnsent: Bool {
        guard let account = context.account, Dependency.current.isRegistered((any WritingProvider).self) else {
            return false
        }
        return Dependency.resolve((any WritingProvider).self).outbox.value.unsentCount(of: account) > 0
    }

    /// Asks what becomes of what is not sent; once until it is answered.
    private func ask() {
        guard !hasAsked, let question = context.texts.unsentText(of: state) else { return }
        let answers = [
            context.text(AppPhrase.doNothing), context.text(.logOutKeeping), context.text(.logOutDiscarding),
        ]
        let screen = ChoiceScreen(context, title: question, options: answers, dismissed: settings.stay) {
            [settings, context] index in
            switch index {
            case 1: context.keep { await settings.logOut(.keep, discardingUnsent: false) }
            case 2: context.keep { await settings.logOut(.wipe, discardingUnsent: true) }
            default: settings.stay()
            }
            return .close
        }
        hasAsked = context.relay.send(.show(screen), from: self)
    }

    func click(row: Int) -> ScreenChange<CommunityAction> { list.click(line: row) ? perform(.open) : .none }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        list.draw(in: region, on: &screen) { index in
            let item = Item.allCases[index]
            var line = StyledText(context.texts.name(of: item))
            if let value = value(of: item) { line.append(": \(value)", .dim) }
            return [line]
        }
    }

    private func value(of item: Item) -> String? {
        guard let person = state.person else { return nil }
        switch item {
        case .nick: return person.person.nick
        case .phone: return person.phone
        case .donations:
            return person.takesDonations.map { context.format.text($0 ? PeoplePhrase.donationsOn : .donationsOff) }
        case .picture, .payments, .logOut, .withdraw: return nil
        }
    }
}
