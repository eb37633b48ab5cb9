import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit

/// A feed as a list: two rows for each post.
@MainActor
final class FeedScreen: AppScreen {
    private typealias Row = PostListViewModel.Row

    private let context: ReaderContext
    private let browser: FeedBrowserViewModel
    private var cursor = ListCursor<Row.ID>()
    private var tokens: [ObservationToken] = []
    private var height = 1
    /// The post that was chosen when the reader ended, or that came back, until it is there.
    private var wanted: Post.ID?
    /// How often the person has moved.
    private var moves = 0
    /// The list whose place, where the person was in it, was shown.
    private var placed: PostListViewModel?
    /// The order to show once it is there; nil for the one that was chosen last.
    private let order: FeedChoice?
    private var availability: Task<Void, Never>?
    /// The last change of marks, which may be under way.
    private var marking: Task<Void, Never>?

    /// Creates the screen of a source, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - source: The source.
    ///   - order: The order; nil for the one that was chosen last.
    ///   - chosen: The post that is chosen once it is there.
    init(_ context: ReaderContext, source: FeedSource, order: FeedChoice? = nil, chosen: Post.ID?) {
        self.context = context
        self.order = order
        wanted = chosen
        browser = FeedBrowserViewModel(
            site: context.profile.site, source: source,
            configuration: .init(makeList: { [isOffline = context.isOffline] feed in
                PostListViewModel(
                    feed: feed, policy: isOffline || feed.source.isLocal ? .storedOnly : .storedThenNetwork,
                    configuration: .init(holdsBackNew: true))
            }))
    }

    /// The source that is shown.
    var source: FeedSource { browser.state.value.source }
    /// The post that is chosen; nil for a gap, and in an empty list.
    var chosen: Post.ID? {
        if case .post(let id) = cursor.selectedID { id } else { wanted }
    }

    private var state: PostListViewModel.State { browser.state.value.list }
    private var list: PostListViewModel { browser.list }

    // MARK: What stands around the list

    var title: StyledText {
        var title = StyledText(
            context.format.name(of: source), CellStyle(.yellow, attributes: .bold))
        if !browser.sorts.isEmpty, !source.isLocal {
            title.append(" · \(context.format.name(of: browser.state.value.choice.sort))", .dim)
        }
        if state.newCount > 0 {
            let new = context.format.text(ListPhrase.newPosts, counting: state.newCount)
            title.append("  \(new) (\(context.key(.showNew)))", CellStyle(.cyan, attributes: .bold))
        }
        return title
    }

    var detail: String { state.rows.isEmpty ? "" : "\(cursor.selected + 1)/\(state.rows.count)" }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.phase.isBusy }
    var age: String? { source.isLocal ? nil : context.format.updated(state.refreshedAt, now: context.now) }

    var actions: [ReaderAction] { ReaderAction.inFeed }
    var pane: ScreenPane { .list }

    // MARK: Following

    func start() {
        tokens = [context.follow(browser.state)]
        context.run { [browser, order] in
            // Before it loads, it only chooses.
            if let order { await browser.choose(sort: order.sort, period: order.period) }
            await browser.load()
        }
    }

    func stop() {
        tokens = []
        availability?.cancel()
        browser.stop()
    }

    func finish() async { await list.savePosition() }

    // MARK: Keys

    func dismissBanner() { list.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        followRows()
        switch action {
        case .up: move(to: cursor.selected - 1)
        case .down: move(to: cursor.selected + 1)
        case .pageUp: scroll(by: -height)
        case .pageDown: scroll(by: height)
        case .top: move(to: 0)
        case .bottom: move(to: state.rows.count - 1)
        case .nextUnread: if !find(from: cursor.selected + 1, by: 1) { findInFeeds() }
        case .previousUnread: if !find(from: cursor.selected - 1, by: -1) { return .say(context.text(.noUnread)) }
        case .refresh: context.run { [list] in await list.refresh() }
        case .showNew:
            list.showNew()
            move(to: 0)
        case .undo: undo()
        case .order: return chooseOrder()
        case .search: return .show(SearchScreen(context))
        case .submit: return .show(SubmitScreen(context, to: source.kind == .subreddit ? source.name : ""))
        case .download:
            return DownloadsScreen(context, feed: list.feed).map { .show($0) } ?? .say(context.text(.notHere))
        case .goTo, .back: return .show(SourcesScreen(context, current: source))
        default: return performOnPost(action)
        }
        return .none
    }

    private func undo() {
        let before = moves
        context.act { [weak self, list, context] in
            let act = await list.undoLast()
            // Whoever has gone on meanwhile stays there, also where another list brings the post later.
            if let self, let post = act?.returned, moves == before,
                state.rows.contains(where: { $0.id == .post(post) })
            {
                wanted = post
            }
            context.tell(act, banner: list.state.value.banner)
        }
    }

    private func performOnPost(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        guard state.rows.indices.contains(cursor.selected) else { return .none }
        let row = state.rows[cursor.selected]
        guard case .post(let item) = row else {
            guard action == .open, case .gap(let gap) = row else { return .none }
            context.run { [list] in await list.fill(gap) }
            return .none
        }
        let (list, id) = (list, item.id)
        switch action {
        case .open:
            context.act { await list.select(id) }
            return .show(PostScreen(context, id: id))
        case .markAbove:
            let read = { @MainActor in list.state.value.items.count { $0.status.isRead } }
            marking = context.act(changing: read) { await list.markAboveAsRead(id) }
        default: marking = context.perform(action, on: id, in: list) ?? marking
        }
        return .none
    }

    private func chooseOrder() -> ScreenChange<ReaderAction> {
        guard !browser.sorts.isEmpty, !source.isLocal else { return .say(context.text(.oneOrder)) }
        let options = FeedOrders(browser.sorts, format: context.format)
        let current = options.index(of: browser.state.value.choice)
        return .show(
            ChoiceScreen(context, title: context.text(.order), options: options.names, chosen: current ?? 0) {
                [context, browser] index in
                context.keep { await browser.choose(sort: options[index].sort, period: options[index].period) }
                return .close
            })
    }

    /// Chooses the nearest unread post in a direction; false where there is none.
    private func find(from start: Int, by step: Int) -> Bool {
        var index = start
        let rows = state.rows
        while rows.indices.contains(index) {
            if case .post(let item) = rows[index], !item.status.isRead {
                move(to: index)
                return true
            }
            index += step
        }
        return false
    }

    /// Goes to the first unread post of the next feed that has some.
    private func findInFeeds() {
        let chosen = cursor.selectedID
        context.run { [weak self, context, source, marking] in
            // What was read a moment ago is not unread.
            await marking?.value
            let next = await UnreadCountsViewModel(site: context.profile.site).next(after: source)
            // Who has gone on meanwhile wants to be where they went.
            guard let self, cursor.selectedID == chosen, context.relay.shows(self) else { return }
            guard let next else {
                context.relay.send(.say(context.text(.nothingUnread)), from: self)
                return
            }
            if next.source == source {
                // Above what is chosen.
                wanted = next.post
            } else {
                context.relay.send(.begin(FeedScreen(context, source: next.source, chosen: next.post)), from: self)
            }
        }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        // What was drawn there, wherever it is by now.
        guard drawn.indices.contains(row / rowHeight) else { return .none }
        let id = drawn[row / rowHeight]
        followRows()
        guard let index = state.rows.firstIndex(where: { $0.id == id }) else { return .none }
        if index == cursor.selected { return performOnPost(.open) }
        move(to: index)
        return .none
    }

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard case .mouse(let mouse) = event else { return nil }
        followRows()
        switch mouse.kind {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press, .release: return nil
        }
        return ScreenChange<ReaderAction>.none
    }

    // MARK: The place

    private func move(to index: Int) {
        wanted = nil
        moves += 1
        cursor.select(index, in: state.rows, id: \.id)
        tellPlace()
    }

    private func scroll(by rows: Int) {
        wanted = nil
        moves += 1
        let before = cursor.top
        cursor.scroll(to: cursor.top + rows, in: state.rows, id: \.id)
        // At the edge of the list, the first or the last row is chosen.
        if cursor.top - before != rows { cursor.select(cursor.selected + rows, in: state.rows, id: \.id) }
        tellPlace()
    }

    /// Tells the view model what can be seen, which loads more where the end is near.
    private func tellPlace() {
        let shown = cursor.visible.compactMap { index in
            if case .post(let item) = state.rows[index] { item.id } else { nil as Post.ID? }
        }
        guard let first = shown.first, let last = shown.last else { return }
        // Never quite at the top, where new posts would be shown at once.
        list.didScroll(to: first, offset: 1)
        context.run { [list] in await list.itemAppeared(last) }
        readAvailability(of: shown)
    }

    /// Reads what of the posts is on this device, once the person rests.
    private func readAvailability(of ids: [Post.ID]) {
        availability?.cancel()
        availability = Task { [list, time = context.time, queue = context.queue] in
            do {
                try await time.sleep(for: .milliseconds(200))
            } catch {
                // They went on.
                return
            }
            await list.showAvailability(of: ids)
            queue.send(.changed)
        }
    }

    /// Takes over the rows that there are now; those of another order have a place of their own.
    private func followRows() {
        if placed !== list {
            // What was chosen in another order is no wish for this one.
            if placed != nil { wanted = nil }
            cursor = ListCursor()
        }
        cursor.update(state.rows, height: height, id: \.id)
        place()
    }

    /// Goes to where the person was, when the first rows are there.
    private func place() {
        let rows = state.rows
        guard !rows.isEmpty else { return }
        if placed !== list {
            placed = list
            if let anchor = state.anchor, let index = rows.firstIndex(where: { $0.id == .post(anchor.id) }) {
                cursor.scroll(to: index, in: rows, id: \.id)
            }
            tellPlace()
        }
        if let id = wanted, let index = rows.firstIndex(where: { $0.id == .post(id) }) {
            wanted = nil
            cursor.select(index, in: rows, id: \.id)
            tellPlace()
        }
    }

    // MARK: Drawing

    /// The rows as they were drawn last, from the top.
    private var drawn: [Row.ID] = []
    private var rowHeight: Int { isTall ? 2 : 1 }
    private var isTall = true

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        isTall = region.rows.count >= 8
        height = max(1, region.rows.count / rowHeight)
        followRows()
        drawn = cursor.visible.map { state.rows[$0].id }
        guard !state.rows.isEmpty else { return drawNotice(in: region, on: &screen) }
        context.relay.hasContent = true
        for (line, index) in cursor.visible.enumerated() {
            let isChosen = index == cursor.selected
            screen.addPart(
                "\(state.rows[index].id)", at: index, rows: line * rowHeight..<(line + 1) * rowHeight, in: region,
                isChosen: isChosen)
            let lines = lines(
                of: state.rows[index], isChosen: isChosen, mark: screen.mark, columns: region.columns.count)
            for (offset, text) in lines.prefix(rowHeight).enumerated() {
                screen.draw(text, row: line * rowHeight + offset, in: region)
            }
        }
    }

    private func drawNotice(in region: ScreenRegion, on screen: inout Screen) {
        let phrase: ListPhrase =
            switch state.phase {
            case .initial, .loading: .loading
            default:
                state.storedCount == 0
                    ? (source.isLocal ? .nothingYet : .nothing) : state.filtered.isEmpty ? .allPutAway : .allFiltered
            }
        screen.draw(StyledText("  " + context.format.text(phrase), .dim), row: 1, in: region)
    }

    private func lines(of row: Row, isChosen: Bool, mark: String, columns: Int) -> [StyledText] {
        let mark = StyledText(isChosen ? mark : "  ", CellStyle(.cyan, attributes: .bold))
        let room = max(0, columns - 2)
        switch row {
        case .gap(let gap):
            let phrase: ListPhrase = state.isFilling(gap) ? .gapIsLoading : .gap
            let hint = state.isFilling(gap) ? "" : " (\(context.key(.open)))"
            let text = StyledText("… \(context.format.text(phrase))\(hint)", CellStyle(.cyan))
            return [mark + text.truncated(toColumns: room), ""]
        case .post(let item):
            let row = PostRow(item, now: context.now, format: context.format)
            let rows = PostLines(
                row, item: item, availability: state.availability[item.id], context: context)
            return [mark + rows.title(isChosen: isChosen, columns: room), "  " + rows.details(columns: room)]
        }
    }
}
