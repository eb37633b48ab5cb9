import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The screen in which a person says whether they take donations.
@MainActor
final class DonationSettingsScreen: AppScreen {
    private let context: CommunityContext
    private let model = DonationSettingsViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<Bool>()

    init(_ context: CommunityContext) {
        self.context = context
        list.follow([true, false])
    }

    var title: StyledText {
        StyledText(context.texts.name(of: CommunitySettingsViewModel.Item.donations), .title)
    }

    var banner: Banner? { model.state.value.banner }
    var isFetching: Bool { model.state.value.isBusy }
    var actions: [CommunityAction] {
        let others: [CommunityAction] =
            [.follow, .message, .donate] + (model.state.value.refused == nil ? [.giveUp] : [])
        return CommunityAction.inPerson.filter { !others.contains($0) }
    }

    func start() {
        tokens = [context.follow(model.state)]
        context.run { [model] in await model.appear() }
    }

    func stop() {
        tokens = []
        model.disappear()
    }

    func dismissBanner() { model.dismissBanner() }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        if list.move(by: action) { return .none }
        switch action {
        case .open:
            guard let choice = list.selectedID else { return .none }
            model.choose(choice)
            guard model.state.value.question == choice, let question = context.texts.questionText(of: model.state.value)
            else { return .none }
            let options = [context.text(AppPhrase.doNothing), name(of: choice)]
            return .show(
                ChoiceScreen(context, title: question, options: options, dismissed: model.cancel) {
                    [context, model] index in
                    if index == 1 { context.keep { await model.confirm() } } else { model.cancel() }
                    return .close
                })
        case .giveUp: context.keep { [model] in await model.giveUpRefused() }
        case .refresh: context.run { [model] in await model.refresh() }
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> { list.click(line: row) ? perform(.open) : .none }

    private func name(of isOn: Bool) -> String {
        context.format.text(isOn ? PeoplePhrase.donationsOn : .donationsOff)
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let state = model.state.value
        let notes = [
            state.refused.map { StyledText(context.texts.refusedText(of: $0), .problem) },
            state.isSaved ? StyledText(context.format.text(PeoplePhrase.saved), .bold) : nil,
        ].compactMap(\.self)
        let below = rest.takeBottom(notes.count)
        for (row, note) in notes.enumerated() { screen.draw("  " + note, row: row, in: below) }
        list.draw(in: rest, on: &screen) { index in
            let isOn = index == 0
            return [StyledText(name(of: isOn)) + (state.isOn == isOn ? context.currentMark : "")]
        }
    }
}
