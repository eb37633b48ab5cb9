import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The places of the reader: the front page, the sources, what is kept on this device, and the screens beside the feeds.
@MainActor
final class SourcesScreen: AppScreen {
    /// A row of the list.
    private enum Row: Hashable, Sendable {
        case feed(FeedSource)
        case everything, packs, answers, drafts, accounts, settings, storage, activity
    }

    private let context: ReaderContext
    private let current: FeedSource
    private let sources: SourceListViewModel
    private let unread: UnreadCountsViewModel
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row>()
    /// The button of each source with which the account subscribes, once it was used.
    private var subscriptions: [SourceName: SubscriptionViewModel] = [:]

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - current: The feed below it.
    init(_ context: ReaderContext, current: FeedSource) {
        self.context = context
        self.current = current
        sources = SourceListViewModel(site: context.profile.site)
        sources.setOrder(context.sourceOrder.value)
        unread = UnreadCountsViewModel(site: context.profile.site)
    }

    private var state: SourceListViewModel.State { sources.state.value }
    private var rows: [Row] {
        let own = state.rows.map { Row.feed(FeedSource($0.source.name.kind, $0.source.name.text)) }
        let everything: [Row] = own.count > 1 ? [.everything] : []
        return [.feed(.home)] + own + everything + [.feed(.saved), .feed(.favourites), .feed(.downloads)]
            + [.packs, .answers, .drafts, .accounts, .settings, .storage, .activity]
    }

    /// The source of the chosen row; nil for the other rows.
    private var chosen: SourceRow? {
        guard case .feed(let source) = list.selectedID else { return nil }
        return state.rows.first { FeedSource($0.source.name.kind, $0.source.name.text) == source }
    }

    var title: StyledText { StyledText(context.text(.feeds), .title) }
    var detail: String { state.order == .own ? "" : context.text(.lastOpenedFirst) }
    var banner: Banner? {
        state.banner ?? subscriptions.values.lazy.compactMap(\.state.value.banner).first
    }
    var isFetching: Bool { state.isAdding || state.isVerifying }
    var actions: [ReaderAction] { ReaderAction.inFeeds + tryingAgain }

    func start() {
        tokens = [context.follow(sources.state), context.follow(unread.state)]
        load()
    }

    private func load() {
        context.run { [sources] in await sources.load() }
        context.run { [unread] in await unread.load() }
    }

    func stop() {
        tokens = []
        sources.stop()
        unread.stop()
        for button in subscriptions.values { button.stop() }
    }

    // MARK: Keys

    func dismissBanner() {
        sources.dismissBanner()
        for button in subscriptions.values { button.dismissBanner() }
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        list.follow(rows)
        if list.move(by: action) { return .none }
        switch action {
        case .open: return list.selectedID.map(open) ?? .none
        case .search: return .show(SearchScreen(context))
        case .addSource: return .show(FormScreen(context, SourceForm(context, sources)))
        case .remove:
            guard let id = chosen?.id else { return .say(context.text(.noSource)) }
            let count = { @MainActor [sources] in sources.state.value.rows.count }
            context.act(changing: count) { [sources] in await sources.remove(id) }
        case .undo:
            context.act { [context, sources] in
                guard sources.state.value.undo != nil else { return context.relay.say(context.text(.nothingToUndo)) }
                let count = sources.state.value.rows.count
                await sources.undoRemove()
                if sources.state.value.rows.count > count { context.sent.countUndone() }
            }
        case .moveUp: move(by: -1)
        case .moveDown: move(by: 1)
        case .order: changeOrder()
        case .refresh: load()
        case .subscribe: return subscribe()
        case .back: return .close
        default: break
        }
        return .none
    }

    private func move(by step: Int) {
        let id = chosen?.id
        context.act { [context, sources] in
            let state = sources.state.value
            guard state.order == .own else {
                let hint = context.format.text(ScreenPhrase.moveInOwnOrder, filling: context.key(.order))
                return context.relay.say(hint)
            }
            guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return }
            await sources.move(state.rows[index].id, to: index + step)
        }
    }

    /// Changes between the person's own order and that of what was opened last.
    private func changeOrder() {
        context.act { [context, sources] in
            let order: SourceOrder = sources.state.value.order == .own ? .recentFirst : .own
            sources.setOrder(order)
            context.sourceOrder.set(order)
            context.relay.say(context.text(order == .own ? .ownOrder : .lastOpenedFirst))
        }
    }

    private func subscribe() -> ScreenChange<ReaderAction> {
        guard let name = chosen?.source.name else { return .say(context.text(.noSource)) }
        guard state.canSubscribe else { return .say(context.text(.cannotSubscribe)) }
        let button = subscriptions[name] ?? SubscriptionViewModel(name, on: context.profile.site)
        if subscriptions[name] == nil {
            subscriptions[name] = button
            tokens.append(context.follow(button.state))
        }
        context.keep {
            await button.load()
            await button.toggle()
        }
        return .none
    }

    private func open(_ row: Row) -> ScreenChange<ReaderAction> {
        func shown(_ screen: (any AppScreen<ReaderAction>)?) -> ScreenChange<ReaderAction> {
            screen.map { .show($0) } ?? .say(context.text(.notHere))
        }
        switch row {
        case .feed(let source):
            // For the order of what was opened last.
            if let id = chosen?.id { context.keep { [sources] in await sources.open(id) } }
            return source == current ? .first : .begin(FeedScreen(context, source: source, chosen: nil))
        case .everything:
            return .show(
                CombinedScreen(context, of: state.rows.map { FeedSource($0.source.name.kind, $0.source.name.text) }))
        case .packs: return shown(DownloadsScreen(context, feed: Feed(site: context.profile.site, source: current)))
        case .answers: return shown(InboxScreen(context))
        case .drafts: return shown(DraftsScreen(context))
        case .accounts: return shown(AccountsScreen(context))
        case .settings: return .show(SettingsScreen(context))
        case .storage: return shown(StorageScreen(context))
        case .activity: return shown(ActivityScreen(context))
        }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows)
        return list.click(line: row) ? perform(.open) : .none
    }

    // MARK: Drawing

    private func text(of row: Row) -> StyledText {
        switch row {
        case .feed(let source):
            StyledText(context.format.name(of: source)) + unreadText(unread.state.value.counts[source])
        case .everything: StyledText(context.text(.everything)) + unreadText(unread.state.value.combined)
        case .packs: StyledText(context.text(.packs), CellStyle(.cyan))
        case .answers: StyledText(context.format.text(InboxPhrase.title), CellStyle(.cyan))
        case .drafts: StyledText(context.text(.drafts), CellStyle(.cyan))
        case .accounts: StyledText(context.text(.accounts), CellStyle(.cyan))
        case .settings: StyledText(context.text(.settings), CellStyle(.cyan))
        case .storage: StyledText(context.text(.storage), CellStyle(.cyan))
        case .activity: StyledText(context.text(.activity), CellStyle(.cyan))
        }
    }

    /// How many posts of a place are unread; nothing for none.
    private func unreadText(_ count: UnreadCount?) -> StyledText {
        guard let count else { return "" }
        if context.isPlain { return StyledText(context.format.text(of: count).map { ", \($0)" } ?? "") }
        return StyledText(context.format.badge(of: count).map { "  ● \($0)" } ?? "", CellStyle(.cyan))
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        let (rows, state) = (rows, state)
        list.follow(rows)
        list.draw(in: region, on: &screen) { index in
            var line = text(of: rows[index])
            guard state.rows.indices.contains(index - 1) else { return [line] }
            let row = state.rows[index - 1]
            let isCounted = unread.state.value.counts[FeedSource(row.source.name.kind, row.source.name.text)] != nil
            if let title = row.title { line.append(context.isPlain && isCounted ? ", \(title)" : "  \(title)", .dim) }
            if row.state != .verified { line.append(" · \(context.format.text(of: row.state))", CellStyle(.yellow)) }
            if let subscription = state.subscriptions[row.id], subscription.isSubscribed {
                line.append(" · \(context.text(.subscribed))", CellStyle(.green))
                if subscription.isPending { line.append(" · \(context.text(AppPhrase.unsent))", CellStyle(.yellow)) }
            }
            return [line]
        }
    }
}

/// The form in which a person adds a source.
@MainActor
private final class SourceForm: FormModel {
    private let context: ReaderContext
    private let sources: SourceListViewModel
    private(set) var fields: [LineField] = []
    /// Whether what is typed was to be added and could not be; until then nothing is wrong with a name that is not whole.
    private var isRefused = false

    init(_ context: ReaderContext, _ sources: SourceListViewModel) {
        (self.context, self.sources) = (context, sources)
        fields = [
            LineField(
                context.text(.nameOfSource), value: { sources.state.value.text }, set: sources.type,
                note: { [weak self] in self?.note })
        ]
    }

    /// A sentence on what is wrong with the name, or on how one can be typed.
    private var note: StyledText? {
        let forms = sources.names.forms.joined(separator: ", ")
        let problem = isRefused ? context.format.text(of: sources.state.value.field) : nil
        return StyledText(problem ?? context.format.text(ScreenPhrase.sourceForms, filling: forms), .dim)
    }

    func refuse() { isRefused = true }

    var title: String { context.format.text(ActionPhrase.addSource) }
    var button: String { title }
    var canSubmit: Bool { sources.state.value.field.canBeAdded && !sources.state.value.isAdding }
    var isBusy: Bool { sources.state.value.isAdding }
    var banner: Banner? { sources.state.value.banner }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [sources.state.observe { _ in changed() }]
    }

    func submit() async -> ScreenChange<ReaderAction> {
        let before = sources.state.value.added
        await sources.add()
        guard sources.state.value.added != before else { return .none }
        // Why it is not looked up yet, or not shown by the server.
        return sources.state.value.banner.map { .leave(context.message(for: $0.error)) } ?? .close
    }

    func dismissBanner() { sources.dismissBanner() }

    func stop() {
        isRefused = false
        sources.type("")
        sources.dismissBanner()
    }
}
