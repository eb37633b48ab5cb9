import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The drafts, the newest first; each is opened where it is written on.
@MainActor
final class DraftsScreen: AppScreen {
    private let context: ReaderContext
    private let drafts = DraftsViewModel()
    private var tokens: [ObservationToken] = []
    private var list = RowList<Draft.ID>(lineCount: 2)

    /// Creates the screen; nil where this run cannot write.
    ///
    /// - Parameter context: What all screens share.
    init?(_ context: ReaderContext) {
        guard Dependency.current.isRegistered((any DraftProvider).self) else { return nil }
        self.context = context
    }

    private var state: DraftsViewModel.State { drafts.state.value }
    private var shown: [Draft] { state.drafts ?? [] }

    var title: StyledText { StyledText(context.text(.drafts), .title) }
    var detail: String { list.place }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.drafts == nil && state.banner == nil }
    var actions: [ReaderAction] { ReaderAction.inDrafts + tryingAgain }

    func start() {
        tokens = [context.follow(drafts.state)]
        context.run { [drafts] in await drafts.load() }
    }

    func stop() {
        tokens = []
        drafts.stop()
    }

    func dismissBanner() { drafts.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        let shown = shown
        list.follow(shown.map(\.id))
        if list.move(by: action) { return .none }
        switch action {
        case .submit: return .show(SubmitScreen(context))
        case .open:
            guard let draft = shown.first(where: { $0.id == list.selectedID }) else { break }
            if let screen = SubmitScreen(context, draft: draft) { return .show(screen) }
            if let screen = ReplyScreen(context, draft: draft) { return .show(screen) }
            return .say(context.text(.cannotWrite))
        case .remove:
            guard let id = list.selectedID else { break }
            let removed = { @MainActor [drafts] in drafts.state.value.removed?.id }
            context.act(changing: removed) { [drafts] in await drafts.remove(id) }
        case .undo:
            context.act { [context, drafts] in
                guard drafts.state.value.removed != nil else {
                    return context.relay.say(context.text(.nothingToUndo))
                }
                await drafts.restore()
                if drafts.state.value.removed == nil { context.sent.countUndone() }
            }
        case .refresh: context.run { [drafts] in await drafts.load() }
        case .back: return .close
        default: break
        }
        return .none
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(shown.map(\.id))
        return list.click(line: row) ? perform(.open) : .none
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let shown = shown
        list.follow(shown.map(\.id))
        guard !shown.isEmpty else {
            let words = state.drafts == nil ? ListPhrase.loading : .nothingYet
            return screen.draw(StyledText("  " + context.format.text(words), .dim), row: 1, in: region)
        }
        list.draw(in: region, on: &screen) { index in
            let draft = shown[index]
            var head = StyledText(context.format.name(of: draft.kind), .bold)
            let place = draft.community ?? draft.target?.native
            let age = context.format.relativeDate(draft.date, now: context.now)
            head.append([place, age].compactMap(\.self).map { " · \($0)" }.joined(), .dim)
            let words = [draft.title, draft.text, draft.url].compactMap(\.self).filter { !$0.isEmpty }
            let text = words.joined(separator: " · ").split(whereSeparator: \.isNewline).joined(separator: " ")
            return [head, StyledText(text, .dim)]
        }
    }
}
