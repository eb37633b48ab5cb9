import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The screen in which a person gives another one money: the amounts, and what became of the last payment.
@MainActor
final class DonateScreen: AppScreen {
    private let context: CommunityContext
    private let model: DonateViewModel
    private var tokens: [ObservationToken] = []
    private var isAsking = false
    private var list = RowList<Int>()

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - user: The id of the person who gets the money.
    init(_ context: CommunityContext, to user: String) {
        self.context = context
        model = DonateViewModel(to: user)
        list.follow(model.state.value.amounts)
    }

    private var state: DonateViewModel.State { model.state.value }

    var title: StyledText { StyledText(context.texts.title(of: state), .title) }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.isBusy }
    var actions: [CommunityAction] {
        var others: [CommunityAction] = state.canGive ? [] : [.open]
        if state.current?.state != .needsHelp { others.append(.resend) }
        if state.current?.isSettled != false { others.append(.giveUp) }
        return CommunityAction.inDonation.filter { !others.contains($0) }
    }

    func start() {
        tokens = [context.follow(model.state)]
        context.run { [model] in await model.load() }
    }

    func stop() { tokens = [] }
    func dismissBanner() { model.dismissBanner() }

    // MARK: Keys

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        if list.move(by: action) {
            if let amount = list.selectedID { model.choose(amount) }
            return .none
        }
        switch action {
        case .open: return give()
        case .refresh:
            let isOpen = state.current.map { !$0.isSettled } ?? false
            context.run { [model] in if isOpen { await model.checkAgain() } else { await model.load() } }
        case .resend where state.current?.state == .needsHelp:
            context.run { [model] in await model.validateAgain() }
        case .giveUp: return giveUp()
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    private func give() -> ScreenChange<CommunityAction> {
        guard state.canGive, let amount = list.selectedID else { return .none }
        model.choose(amount)
        let give = "\(context.format.text(PaymentPhrase.give)): \(context.texts.amount(amount))"
        return .show(
            ChoiceScreen(
                context, title: context.texts.title(of: state), options: [context.text(AppPhrase.doNothing), give]
            ) { [context, model] index in
                if index == 1 { context.keep { await model.give() } }
                return .close
            })
    }

    private func giveUp() -> ScreenChange<CommunityAction> {
        guard let payment = state.current, !payment.isSettled, !isAsking else { return .none }
        isAsking = true
        context.run { [weak self, context, model] in
            await model.giveUp()
            self?.isAsking = false
            guard let self, model.state.value.asksForConsent else { return }
            let options = [context.text(AppPhrase.doNothing), context.text(CommunityScreenPhrase.giveUpPayment)]
            let question = ChoiceScreen(
                context, title: context.format.text(PaymentPhrase.giveUpQuestion), options: options,
                dismissed: model.keep
            ) { index in
                if index == 1 { context.keep { await model.giveUp(withConsent: true) } } else { model.keep() }
                return .close
            }
            context.relay.send(.show(question), from: self)
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> { list.click(line: row) ? perform(.open) : .none }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let columns = region.columns.count - 2
        var notes: [StyledText] = []
        if state.takesDonations == false {
            notes += context.format.text(PaymentPhrase.takesNone).lines(toColumns: columns, .bold)
        }
        if let current = state.current {
            notes += context.texts.text(of: current).lines(
                toColumns: columns, current.isSettled ? .bold : .problem)
            if let reason = current.reason { notes += reason.message.lines(toColumns: columns, .dim) }
        }
        let below = rest.takeBottom(min(notes.count, max(0, rest.rows.count - 1)))
        for (row, note) in notes.enumerated() { screen.draw("  " + note, row: row, in: below) }
        let (amounts, state) = (state.amounts, state)
        list.draw(in: rest, on: &screen) { index in
            [StyledText(context.texts.amount(amounts[index]), state.canGive ? .plain : .dim)]
        }
    }
}
