import AppScreens
import Core
import PostFeatures
import ScreenKit

/// The posts of all sources in one list.
@MainActor
final class CombinedScreen: AppScreen {
    private let context: ReaderContext
    private let model: CombinedFeedViewModel
    private var tokens: [ObservationToken] = []
    private var list = RowList<Post.ID>(lineCount: 2)
    /// The posts that the list has taken over: there may be thousands, too many for every key.
    private var followed: [CombinedFeedItem] = []
    /// How often the person has moved with a key.
    private var moves = 0

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - sources: The sources, at least one.
    init(_ context: ReaderContext, of sources: [FeedSource]) {
        self.context = context
        let feeds = sources.map { context.profile.feed($0) }
        model = CombinedFeedViewModel(
            feed: CombinedFeed(feeds), policy: context.isOffline ? .storedOnly : .storedThenNetwork)
    }

    private var state: CombinedFeedViewModel.State { model.state.value }

    var title: StyledText {
        var title = StyledText(context.text(.everything), .title)
        if state.newCount > 0 {
            let new = context.format.text(ListPhrase.newPosts, counting: state.newCount)
            title.append("  \(new) (\(context.key(.showNew)))", CellStyle(.cyan, attributes: .bold))
        }
        return title
    }

    var detail: String { list.place }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.phase.isBusy }
    var age: String? {
        context.format.updated(state.sources.compactMap(\.refreshedAt).min(), now: context.now)
    }
    var actions: [ReaderAction] { ReaderAction.inCombined }
    var pane: ScreenPane { .list }

    func start() {
        tokens = [context.follow(model.state)]
        context.run { [model] in await model.load() }
    }

    func stop() {
        tokens = []
        model.stop()
    }

    private func followPosts() {
        let items = state.items
        guard !followed.sharesStorage(with: items) else { return }
        followed = items
        list.follow(items.map(\.id))
    }

    // MARK: Keys

    func dismissBanner() { model.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        followPosts()
        if list.move(by: action) {
            moves += 1
            showMore()
            return .none
        }
        switch action {
        case .refresh: context.run { [model] in await model.refresh() }
        case .showNew:
            model.showNew()
            followPosts()
            list.select(0)
        case .undo:
            context.act { [weak self, model, context, moves] in
                let act = await model.undoLast()
                // Whoever has gone on meanwhile stays there.
                if let self, let post = act?.returned, self.moves == moves { select(post) }
                context.tell(act, banner: model.state.value.banner)
            }
        case .nextUnread: return find(from: list.selected + 1, by: 1)
        case .previousUnread: return find(from: list.selected - 1, by: -1)
        case .back: return .close
        default: return performOnPost(action)
        }
        return .none
    }

    /// Chooses a post that came back.
    private func select(_ id: Post.ID) {
        followPosts()
        if let index = state.items.firstIndex(where: { $0.id == id }) { list.select(index) }
    }

    private func performOnPost(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        guard let id = list.selectedID, model.item(id) != nil else { return .none }
        let model = model
        switch action {
        case .open:
            context.act { await model.select(id) }
            return .show(PostScreen(context, id: id))
        case .markAbove:
            let read = { @MainActor in model.state.value.items.count { $0.item.status.isRead } }
            context.act(changing: read) { await model.markAboveAsRead(id) }
        default: context.perform(action, on: id, in: model)
        }
        return .none
    }

    private func find(from start: Int, by step: Int) -> ScreenChange<ReaderAction> {
        let items = state.items
        var index = start
        while items.indices.contains(index) {
            if !items[index].item.status.isRead {
                moves += 1
                list.select(index)
                showMore()
                return .none
            }
            index += step
        }
        return .say(context.text(.noUnread))
    }

    /// Loads more where the end of the list is near.
    private func showMore() {
        if let last = list.visible.last { context.run { [model] in await model.itemAppeared(last) } }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        followPosts()
        return list.click(line: row) ? performOnPost(.open) : .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        let (items, state) = (state.items, state)
        // A source that failed is named, and the posts of the others stay.
        let failed = state.sources.compactMap { source in
            source.error.map { "\(context.format.name(of: source.feed.source)): \(context.message(for: $0))" }
        }
        let below = rest.takeBottom(min(failed.count, 3, max(0, rest.rows.count - 4)))
        for (row, words) in failed.prefix(below.rows.count).enumerated() {
            screen.draw(
                StyledText("  \(words)", .problem).truncated(toColumns: region.columns.count), row: row, in: below)
        }
        followPosts()
        guard !items.isEmpty else {
            let phrase: ListPhrase = state.phase == .initial || state.phase.isBusy ? .loading : .nothing
            return screen.draw(StyledText("  " + context.format.text(phrase), .dim), row: 1, in: rest)
        }
        context.relay.hasContent = true
        let columns = max(0, region.columns.count - 2)
        let chosen = list.selectedID
        list.draw(in: rest, on: &screen) { index in
            let item = items[index].item
            let row = PostRow(item, now: context.now, format: context.format)
            let lines = PostLines(row, item: item, availability: nil, context: context)
            return [lines.title(isChosen: item.id == chosen, columns: columns), lines.details(columns: columns)]
        }
    }
}
