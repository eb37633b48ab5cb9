import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A person's followers, or the people whom they follow.
@MainActor
final class PeopleScreen: AppScreen {
    private let context: CommunityContext
    private let people: FollowListViewModel
    private let kind: FollowListViewModel.List
    private var tokens: [ObservationToken] = []
    private var list = RowList<String>()

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - kind: Which list it is.
    ///   - user: The person's id; nil for oneself.
    init(_ context: CommunityContext, _ kind: FollowListViewModel.List, of user: String?) {
        self.context = context
        self.kind = kind
        people = FollowListViewModel(kind, of: user)
    }

    private var rows: [PersonRow] { people.state.value.rows }

    var title: StyledText {
        StyledText(context.format.text(kind == .followers ? PeoplePhrase.followers : .followed), .title)
    }

    var detail: String { list.place }
    var banner: Banner? { people.state.value.banner }
    var isFetching: Bool { people.state.value.isLoading }
    var actions: [CommunityAction] {
        let chosen = rows.first { $0.id == list.selectedID }
        let canFollow = chosen.map { !$0.isMe && $0.isFollowed != nil } ?? false
        return canFollow ? CommunityAction.inPeople : CommunityAction.inPeople.filter { $0 != .follow }
    }

    func start() {
        tokens = [context.follow(people.state)]
        context.run { [people] in await people.appear() }
    }

    func stop() { tokens = [] }
    func dismissBanner() { people.dismissBanner() }
    func finish() async { await people.disappear() }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        list.follow(rows.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map { .show(PersonScreen(context, of: $0)) } ?? .none
        case .follow: if let id = list.selectedID { people.toggle(id) }
        case .refresh: context.run { [people] in await people.appear() }
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        list.follow(rows.map(\.id))
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let rows = rows
        list.follow(rows.map(\.id))
        guard !rows.isEmpty else {
            let words =
                people.state.value.isEmpty
                ? context.texts.emptyText(of: kind) : context.format.text(isFetching ? ListPhrase.loading : .nothing)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            var line = StyledText(rows[index].person.nick)
            if rows[index].isFollowed == true {
                line.append(" · \(context.format.text(PeoplePhrase.following))", CellStyle(.green))
            }
            return [line]
        }
    }
}
