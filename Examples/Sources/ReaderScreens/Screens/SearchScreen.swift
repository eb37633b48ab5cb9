import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// A search among the posts or the comments on this device, or at the server: a field, and what was found below it.
@MainActor
final class SearchScreen: AppScreen {
    /// The place in which it searches.
    private enum Place: CaseIterable {
        case posts, comments, server
    }

    /// One line of what was found.
    private enum Row {
        case post(FeedItem)
        case comment(CommentHit)
        case gap(FeedGap)

        enum ID: Hashable {
            case post(Post.ID)
            case comment(Comment.ID)
            case gap(PageCursor)
        }

        var id: ID {
            switch self {
            case .post(let item): .post(item.id)
            case .comment(let hit): .comment(hit.id)
            case .gap(let gap): .gap(gap.cursor)
            }
        }
    }

    private let context: ReaderContext
    private let posts: SearchViewModel
    private let comments: CommentSearchViewModel
    private let server: ServerSearchViewModel
    private var place = Place.posts
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row.ID>(lineCount: 2)
    private var text = ""
    /// Whether keys write; else they move through what was found.
    private var isTyping = true

    init(_ context: ReaderContext) {
        self.context = context
        posts = SearchViewModel(site: context.profile.site)
        comments = CommentSearchViewModel(site: context.profile.site)
        server = ServerSearchViewModel(site: context.profile.site) { [isOffline = context.isOffline] feed in
            PostListViewModel(feed: feed, policy: isOffline ? .storedOnly : .storedThenNetwork)
        }
    }

    private var rows: [Row] {
        switch place {
        case .posts: posts.state.value.rows.map { .post($0.item) }
        case .comments: comments.state.value.rows.map { .comment($0) }
        case .server:
            server.state.value.list.rows.map { row in
                switch row {
                case .post(let item): .post(item)
                case .gap(let gap): .gap(gap)
                }
            }
        }
    }

    // MARK: What stands around it

    var title: StyledText {
        var title = StyledText("/ ", .title)
        title.append(text)
        return title
    }

    var detail: String { [context.text(name), list.place].filter { !$0.isEmpty }.joined(separator: " · ") }

    private var name: ScreenPhrase {
        switch place {
        case .posts: .postsHere
        case .comments: .commentsHere
        case .server: .atServer
        }
    }

    var banner: Banner? {
        switch place {
        case .posts: posts.state.value.banner
        case .comments: comments.state.value.banner
        case .server: server.state.value.list.banner
        }
    }

    var isFetching: Bool { place == .server && server.state.value.list.phase.isBusy }
    var age: String? {
        place == .server ? context.format.updated(server.state.value.list.refreshedAt, now: context.now) : nil
    }
    var isWriting: Bool { isTyping }
    var actions: [ReaderAction] { ReaderAction.inSearch }
    var pane: ScreenPane { .list }

    func start() {
        tokens = [context.follow(posts.state), context.follow(comments.state), context.follow(server.state)]
    }

    func stop() {
        tokens = []
        posts.stop()
        server.stop()
    }

    func dismissBanner() {
        posts.dismissBanner()
        comments.dismissBanner()
        server.list?.dismissBanner()
    }

    // MARK: Typing

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard isTyping else { return nil }
        switch event {
        case .paste(let pasted): type(text + pasted.split(whereSeparator: \.isNewline).joined(separator: " "))
        case .key(let press):
            switch (press.key, press.modifiers) {
            case (.character(let character), []): type(text + String(character))
            case (.backspace, _): type(String(text.dropLast()))
            case (.character("u"), .control): type("")
            case (.tab, _): return searchElsewhere()
            case (.enter, _), (.down, _):
                if rows.isEmpty || !isAnswered { search() } else { isTyping = false }
            case (.escape, _): return .close
            // Those that write into other fields do not go through what was found.
            case (.up, _), (.left, _), (.right, _), (.home, _), (.end, _), (.delete, _): break
            default: return nil
            }
        case .mouse, .reply: return nil
        }
        return ScreenChange<ReaderAction>.none
    }

    private func type(_ text: String) {
        self.text = text
        tellQuery()
    }

    private func tellQuery() {
        switch place {
        case .posts: posts.setQuery(text)
        case .comments: comments.setQuery(text)
        case .server: if server.isAvailable { server.setQuery(text) }
        }
    }

    /// Whether the rows answer what was typed.
    private var isAnswered: Bool {
        switch place {
        case .posts: posts.state.value.query == text
        case .comments: comments.state.value.query == text
        case .server: !server.state.value.isWaiting
        }
    }

    private func search() {
        switch place {
        case .posts: context.run { [posts] in await posts.search() }
        case .comments: context.run { [comments] in await comments.search() }
        case .server: context.run { [server] in await server.search() }
        }
    }

    /// Searches for the same words in the next place.
    private func searchElsewhere() -> ScreenChange<ReaderAction> {
        let all = Place.allCases
        let next = (all.firstIndex(of: place) ?? 0) + 1
        place = all[next % all.count]
        list = RowList(lineCount: 2)
        tellQuery()
        if place == .server, !server.isAvailable { return .say(context.text(.noServerSearch)) }
        return .none
    }

    // MARK: Keys

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        list.follow(rows.map(\.id))
        if action == .up, list.selected == 0 {
            isTyping = true
            return .none
        }
        if list.move(by: action) {
            loadMoreNearEnd()
            return .none
        }
        switch action {
        case .open: return open()
        case .search: isTyping = true
        case .searchPlace:
            isTyping = true
            return searchElsewhere()
        case .refresh: search()
        case .order: return chooseOrder()
        case .back: return .close
        default: break
        }
        return .none
    }

    private func open() -> ScreenChange<ReaderAction> {
        let rows = rows
        guard rows.indices.contains(list.selected) else { return .none }
        switch rows[list.selected] {
        case .post(let item):
            if place == .server, let list = server.list { context.keep { await list.select(item.id) } }
            return .show(PostScreen(context, id: item.id))
        case .comment(let hit):
            let post = hit.match.post
            let place = ReadingPlace(source: "", post: post.native, comment: hit.id.native)
            return .show(PostScreen(context, id: post, place: place))
        case .gap(let gap):
            context.run { [list = server.list] in await list?.fill(gap) }
            return .none
        }
    }

    private func chooseOrder() -> ScreenChange<ReaderAction> {
        let options = FeedOrders(server.sorts, format: context.format)
        guard place == .server, !options.isEmpty else { return .say(context.text(.oneOrder)) }
        return .show(
            ChoiceScreen(
                context, title: context.text(.order), options: options.names,
                chosen: options.index(of: server.state.value.choice) ?? 0
            ) { [context, server] index in
                context.run { await server.choose(sort: options[index].sort, period: options[index].period) }
                return .close
            })
    }

    private func loadMoreNearEnd() {
        switch place {
        case .posts:
            if list.selected >= rows.count - 3 { context.run { [posts] in await posts.loadMore() } }
        case .comments:
            if list.selected >= rows.count - 3 { context.run { [comments] in await comments.loadMore() } }
        case .server:
            let shown = list.visible.compactMap { id in
                if case .post(let post) = id { post } else { nil as Post.ID? }
            }
            guard let last = shown.last, let list = server.list else { return }
            context.run { await list.itemAppeared(last) }
        }
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        list.follow(rows.map(\.id))
        let isSecond = list.click(line: row)
        if isSecond, !isTyping { return perform(.open) }
        isTyping = rows.isEmpty
        loadMoreNearEnd()
        return .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        if isTyping {
            // In the title, above the region.
            let column = min(region.columns.count - 1, 2 + DisplayWidth.of(text.harmless))
            screen.cursor = Screen.Place(row: 0, column: max(0, column))
        }
        let rows = rows
        list.follow(rows.map(\.id))
        guard !rows.isEmpty else { return drawNotice(in: region, on: &screen) }
        let columns = max(0, region.columns.count - 2)
        let chosen = isTyping ? nil : list.selectedID
        list.draw(in: region, on: &screen, isActive: !isTyping) { index in
            lines(of: rows[index], isChosen: rows[index].id == chosen, columns: columns)
        }
    }

    private func lines(of row: Row, isChosen: Bool, columns: Int) -> [StyledText] {
        switch row {
        case .post(let item):
            let row = PostRow(item, now: context.now, format: context.format)
            let lines = PostLines(row, item: item, availability: nil, context: context)
            return [lines.title(isChosen: isChosen, columns: columns), lines.details(columns: columns)]
        case .comment(let hit):
            let comment = hit.match.comment
            var head = StyledText(
                comment.author ?? context.format.text(CommentPhrase.unknownAuthor),
                isChosen ? CellStyle(attributes: [.bold, .underlined]) : .bold)
            if let age = context.format.relativeDate(comment.created, now: context.now) {
                head.append(" · \(age)", .dim)
            }
            // Where the words are in the author's name alone, the beginning of what was written.
            let words = hit.snippet(length: max(20, columns - 2))?.text ?? comment.body ?? ""
            return [head, StyledText("  " + words.split(whereSeparator: \.isNewline).joined(separator: " "), .dim)]
        case .gap(let gap):
            let isFilling = server.state.value.list.isFilling(gap)
            let phrase: ListPhrase = isFilling ? .gapIsLoading : .gap
            let hint = isFilling ? "" : " (\(context.key(.open)))"
            return [StyledText("… \(context.format.text(phrase))\(hint)", CellStyle(.cyan)), ""]
        }
    }

    private func drawNotice(in region: ScreenRegion, on screen: inout Screen) {
        let hint = context.format.text(ScreenPhrase.searchHint, filling: context.key(.searchPlace))
        let columns = region.columns.count - 2
        for (row, line) in [notice, hint].flatMap({ $0.lines(toColumns: columns, .dim) }).enumerated() {
            screen.draw("  " + line, row: 1 + row, in: region)
        }
    }

    private var notice: String {
        let format = context.format
        switch place {
        case .posts:
            return posts.state.value.hasFoundNothing
                ? format.text(ListPhrase.nothingFound) : context.text(.typeToSearch)
        case .comments:
            return comments.state.value.hasFoundNothing
                ? format.text(ListPhrase.nothingFound) : context.text(.typeToSearchComments)
        case .server:
            guard server.isAvailable else { return context.text(.noServerSearch) }
            let state = server.state.value
            if state.hasFoundNothing { return format.text(ListPhrase.nothingFound) }
            if state.phase == .searching { return format.text(ListPhrase.loading) }
            return state.phase == .idle && state.list.storedCount > 0
                ? format.text(ListPhrase.allFiltered) : context.text(.typeToSearchServer)
        }
    }
}
