import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The screen of somebody who is not signed in: it leads to signing in and to joining.
@MainActor
final class StartScreen: AppScreen {
    private let context: CommunityContext
    private let launch: LaunchViewModel
    private var list = RowList<Int>()

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - launch: The launch, which says what became of the last session.
    init(_ context: CommunityContext, _ launch: LaunchViewModel) {
        self.context = context
        self.launch = launch
        list.follow([0, 1])
    }

    var title: StyledText { StyledText(context.text(.community), .title) }
    var banner: Banner? { launch.state.value.banner }
    var actions: [CommunityAction] {
        let others: [CommunityAction] = [.back, .outbox, .menu] + (banner == nil ? [.refresh] : [])
        return CommunityAction.inItems.filter { !others.contains($0) }
    }

    func dismissBanner() { launch.dismissBanner() }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        if list.move(by: action) { return .none }
        switch action {
        case .open:
            let form: any FormModel<CommunityAction> =
                list.selected == 0 ? LogInForm(context) : JoinForm(context)
            return .show(FormScreen(context, form))
        case .refresh: context.run { [launch] in await launch.load() }
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> { list.click(line: row) ? perform(.open) : .none }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let state = launch.state.value
        let notes = [
            state.isSessionOver ? context.message(for: DataError(.sessionExpired)) : nil,
            state.withdrawal.map(context.texts.text(of:)),
        ].compactMap(\.self).flatMap { $0.lines(toColumns: region.columns.count - 2, .bold) }
        let below = rest.takeBottom(notes.count)
        for (row, note) in notes.enumerated() { screen.draw("  " + note, row: row, in: below) }
        list.draw(in: rest, on: &screen) { index in
            [StyledText(context.format.text(index == 0 ? AccountPhrase.logIn : .join))]
        }
    }
}
