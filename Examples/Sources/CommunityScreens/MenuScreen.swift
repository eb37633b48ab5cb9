import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The places of the community, from which each is reached.
@MainActor
final class MenuScreen: AppScreen {
    /// A place of the menu, in the order in which they are shown.
    private enum Place: Int, CaseIterable {
        case home, hashtags, liked, profile, rooms, publish, payments, settings, outbox
    }

    private let context: CommunityContext
    private var list = RowList<Place>()

    init(_ context: CommunityContext) {
        self.context = context
        list.follow(Place.allCases)
    }

    var title: StyledText { StyledText(context.text(CommunityScreenPhrase.menu), .title) }
    /// Nothing of it is fetched.
    var actions: [CommunityAction] { CommunityAction.inItems.filter { $0 != .refresh } }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .menu, .back: return .close
        default: return .none
        }
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        list.click(line: row) ? list.selectedID.map(open) ?? .none : .none
    }

    private func open(_ place: Place) -> ScreenChange<CommunityAction> {
        switch place {
        case .home: return .first
        case .hashtags: return .replace(PostListScreen.search(context))
        case .liked: return .replace(PostListScreen(context, LikedPostsViewModel(), named: name(of: place)))
        case .profile: return .replace(PersonScreen(context, of: nil))
        case .rooms:
            guard let account = context.account else { return .say(context.text(.signInFirst)) }
            return .replace(RoomsScreen(context, account))
        case .publish: return .replace(EditorScreen(context, PostEditorViewModel()))
        case .payments: return .replace(PaymentsScreen(context))
        case .settings: return .replace(SettingsScreen(context))
        case .outbox:
            return OutboxScreen(context).map { .replace($0) } ?? .say(context.text(.cannotWrite))
        }
    }

    private func name(of place: Place) -> String {
        switch place {
        case .home: context.text(.home)
        case .hashtags: context.text(.hashtags)
        case .liked: context.texts.name(of: ProfileState.RightButton.liked)
        case .profile: context.text(.profile)
        case .rooms: context.text(.rooms)
        case .publish: context.text(CommunityScreenPhrase.publish)
        case .payments: context.format.text(PaymentPhrase.payments)
        case .settings: context.texts.name(of: ProfileState.LeftButton.settings)
        case .outbox: context.text(AppPhrase.outbox)
        }
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        list.draw(in: region, on: &screen) { [StyledText(name(of: Place.allCases[$0]))] }
    }
}
