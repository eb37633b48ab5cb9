import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// The answers to what the person has written, the newest first; each leads to its place in its thread.
@MainActor
final class InboxScreen: AppScreen {
    private let context: ReaderContext
    private let inbox: InboxViewModel
    private var tokens: [ObservationToken] = []
    private var isOpening = false
    private var list = RowList<Answer.ID>(lineCount: 2)

    /// Creates the screen; nil where the site has no answers.
    ///
    /// - Parameter context: What all screens share.
    init?(_ context: ReaderContext) {
        guard Dependency.current.isRegistered((any AnswerProvider).self) else { return nil }
        self.context = context
        inbox = InboxViewModel(site: context.profile.site)
    }

    private var state: InboxViewModel.State { inbox.state.value }

    var title: StyledText {
        var title = StyledText(context.format.text(InboxPhrase.title), .title)
        if state.unreadCount > 0 {
            title.append(
                "  " + context.format.text(InboxPhrase.unread, counting: state.unreadCount),
                CellStyle(.cyan, attributes: .bold))
        }
        if state.isUnreadOnly { title.append(" · \(context.format.text(InboxPhrase.unreadOnly))", .dim) }
        return title
    }

    var detail: String { list.place }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.phase.isBusy || state.isLoadingMore }
    var age: String? { context.format.updated(state.refreshed, now: context.now) }
    var actions: [ReaderAction] { ReaderAction.inInbox }
    var pane: ScreenPane { .list }

    func start() {
        tokens = [context.follow(inbox.state)]
        context.run { [inbox] in await inbox.load() }
    }

    func stop() { tokens = [] }

    func dismissBanner() { inbox.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(state.items.map(\.id))
        if list.move(by: action) {
            if state.canLoadMore, list.selected >= state.items.count - 3 {
                context.run { [inbox] in await inbox.loadMore() }
            }
            return .none
        }
        switch action {
        case .open: open()
        case .markRead:
            let id = list.selectedID
            context.act { [inbox] in
                guard let answer = inbox.state.value.items.first(where: { $0.id == id }) else { return }
                await inbox.mark(!answer.isRead, answer.id)
            }
        case .markAll: context.act { [inbox] in await inbox.markAllRead() }
        case .unreadOnly:
            context.act { [inbox] in await inbox.showUnreadOnly(!inbox.state.value.isUnreadOnly) }
        case .refresh: context.run { [inbox] in await inbox.reload() }
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open() {
        guard let id = list.selectedID, !isOpening else { return }
        isOpening = true
        context.keep { [weak self, context, inbox] in
            let place = await inbox.open(id)
            guard let self else { return }
            isOpening = false
            guard let place else { return context.relay.say(context.text(.noPlace)) }
            let stored = ReadingPlace(source: "", post: place.post.native, comment: place.comment.native)
            context.relay.send(.show(PostScreen(context, id: place.post, place: stored)), from: self)
        }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(state.items.map(\.id))
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let items = state.items
        list.follow(items.map(\.id))
        guard !items.isEmpty else {
            let words = context.format.emptyText(of: state) ?? context.format.text(ListPhrase.loading)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            let answer = items[index]
            var head = StyledText(
                answer.isRead ? "  " : context.sign("● ", .unread), CellStyle(.cyan, attributes: .bold))
            head.append(context.format.text(of: answer), answer.isRead ? .plain : .bold)
            let age = answer.created.flatMap { context.format.relativeDate($0, now: context.now) }
            let about = [age, answer.community.map { "r/\($0)" }, answer.postTitle].compactMap(\.self)
            head.append(" · " + about.joined(separator: " · "), .dim)
            if answer.isPending { head.append(" · \(context.format.text(InboxPhrase.notSent))", CellStyle(.yellow)) }
            let body = answer.body?.split(whereSeparator: \.isNewline).joined(separator: " ")
            return [head, StyledText("  " + (body ?? context.format.text(InboxPhrase.removed)), .dim)]
        }
    }
}
