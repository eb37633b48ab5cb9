import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// The rooms of an account, those that changed last first.
@MainActor
final class RoomsScreen: AppScreen {
    private let context: CommunityContext
    private let rooms: RoomListViewModel
    private let account: AccountKey
    private var tokens: [ObservationToken] = []
    private var list = RowList<ChatRoom.ID>(lineCount: 2)

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - account: The account that looks.
    init(_ context: CommunityContext, _ account: AccountKey) {
        self.context = context
        self.account = account
        rooms = RoomListViewModel(account)
    }

    private var rows: [ChatRoom] { rooms.state.value.rooms }

    var title: StyledText {
        var title = StyledText(context.text(.rooms), .title)
        let unread = rooms.state.value.unreadCount
        if unread > 0 {
            title.append(
                "  " + context.format.text(CommunityScreenPhrase.unreadRooms, counting: unread),
                CellStyle(.cyan, attributes: .bold))
        }
        return title
    }

    var detail: String { list.place }
    var banner: Banner? { rooms.state.value.banner }
    var isFetching: Bool { rooms.state.value.isLoading }
    var actions: [CommunityAction] { CommunityAction.inItems }

    func start() {
        tokens = [context.follow(rooms.state)]
        context.run { [rooms] in await rooms.load() }
    }

    func stop() {
        tokens = []
        rooms.stop()
    }

    func reappear() { context.run { [rooms] in await rooms.refresh() } }
    func dismissBanner() { rooms.dismissBanner() }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        list.follow(rows.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .open:
            guard let room = rows.first(where: { $0.id == list.selectedID }) else { return .none }
            guard let other = room.other else { return .say(context.format.text(ChatPhrase.ended)) }
            return .show(ChatScreen(context, account, with: other.id))
        case .refresh: context.run { [rooms] in await rooms.refresh() }
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
        let (rows, state) = (rows, rooms.state.value)
        list.follow(rows.map(\.id))
        guard !rows.isEmpty else {
            let words =
                state.wasFetched
                ? context.format.text(ChatPhrase.noRooms)
                : context.format.text(isFetching ? ListPhrase.loading : .nothing)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            let room = rows[index]
            var head = StyledText(
                room.isUnread ? context.sign("● ", .unread) : "  ", CellStyle(.cyan, attributes: .bold))
            head.append(room.other?.name ?? context.text(.somebody), room.isUnread ? .bold : .plain)
            if let age = context.age(room.updated) { head.append(" · \(age)", .dim) }
            return [head, StyledText("  " + context.texts.text(of: room.last), .dim)]
        }
    }
}
