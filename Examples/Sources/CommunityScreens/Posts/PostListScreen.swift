import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A list of posts: the home screen, a search for a hashtag, the posts that one likes, and those of a person.
@MainActor
final class PostListScreen: AppScreen {
    /// A row of the list.
    private enum Row: Hashable, Sendable {
        case post(CommunityPost.ID)
        case gap(FeedGap)
    }

    private let context: CommunityContext
    private let source: any PostListSource
    private let name: String
    private let isFirst: Bool
    private let field: LineField?
    private var tokens: [ObservationToken] = []
    private var list = RowList<Row>(lineCount: 2)
    /// The list that was taken over, with what is made of it: not each key does so for all posts.
    private var followed = CommunityPostList()
    private var rows: [Row] = []
    private var known: [CommunityPost.ID: CommunityPost] = [:]
    private var isTyping: Bool

    /// Creates the home screen, and starts nothing.
    ///
    /// - Parameter context: What all screens share.
    /// - Returns: The screen.
    static func home(_ context: CommunityContext) -> PostListScreen {
        PostListScreen(context, CommunityHomeViewModel(), named: context.text(.home), isFirst: true)
    }

    /// Creates the search for a hashtag, and starts nothing.
    ///
    /// - Parameter context: What all screens share.
    /// - Returns: The screen.
    static func search(_ context: CommunityContext) -> PostListScreen {
        let model = HashtagViewModel()
        let field = LineField("#", value: { model.state.value.text }, set: model.setText)
        return PostListScreen(context, model, named: context.text(.hashtags), field: field) {
            context.run { await model.submit() }
        }
    }

    /// Creates a list, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - source: The posts.
    ///   - name: The name of the list.
    ///   - isFirst: Whether it lies below all others; false by default.
    ///   - field: A field that says which posts; none by default.
    ///   - submit: Called where the field's text is complete.
    init(
        _ context: CommunityContext, _ source: any PostListSource, named name: String, isFirst: Bool = false,
        field: LineField? = nil, submit: @escaping () -> Void = {}
    ) {
        self.context = context
        self.source = source
        self.name = name
        self.isFirst = isFirst
        self.field = field
        self.submit = submit
        isTyping = field != nil
    }

    private let submit: () -> Void
    private var posts: CommunityPostList { source.posts }

    // MARK: What stands around the list

    var title: StyledText {
        var title = StyledText(name, .title)
        if !source.categories.isEmpty { title.append(" · \(context.name(ofCategory: source.category))", .dim) }
        return title
    }

    var detail: String { list.place }
    var banner: Banner? { posts.banner }
    var isWriting: Bool { isTyping }
    var isFetching: Bool { posts.phase.isBusy }
    var pane: ScreenPane { .list }

    var actions: [CommunityAction] {
        var actions = CommunityAction.inPosts
        if !(source is CommunityHomeViewModel) { actions.removeAll { $0 == .delete } }
        if source.categories.isEmpty {
            actions.removeAll { [.previousCategory, .nextCategory, .category].contains($0) }
        }
        return actions
    }

    // MARK: Following

    func start() {
        tokens = [source.follow { [queue = context.queue] in queue.send(.changed) }]
        context.run { [source] in await source.load() }
    }

    func stop() {
        tokens = []
        source.stop()
    }

    func dismissBanner() { source.dismissBanner() }

    /// Takes over the posts that there are now.
    private func follow() {
        let now = posts
        guard !now.posts.sharesStorage(with: followed.posts) || now.gaps != followed.gaps else { return }
        followed = now
        let gaps = Dictionary(now.gaps.map { ($0.after.native, $0) }) { first, _ in first }
        rows = now.posts.flatMap { post in [.post(post.id)] + (gaps[post.id].map { [.gap($0)] } ?? []) }
        known = Dictionary(now.posts.map { ($0.id, $0) }) { first, _ in first }
        list.follow(rows)
    }

    private var chosen: CommunityPost? {
        guard case .post(let id) = list.selectedID else { return nil }
        return known[id]
    }

    // MARK: Keys

    func take(_ event: InputEvent) -> ScreenChange<CommunityAction>? {
        if case .mouse(let mouse) = event, mouse.kind == .wheelUp || mouse.kind == .wheelDown {
            // It only moves, and never into the field.
            follow()
            list.select(list.selected + (mouse.kind == .wheelUp ? -3 : 3))
            tellPlace()
            return ScreenChange.none
        }
        guard isTyping, let field else { return nil }
        if field.take(event) { return ScreenChange.none }
        guard case .key(let press) = event else { return nil }
        switch press.key {
        case .enter, .down:
            if press.key == .enter { submit() }
            isTyping = false
            return ScreenChange.none
        case .escape: return .close
        default: return nil
        }
    }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        follow()
        if action == .up, list.selected == 0, field != nil {
            isTyping = true
            return .none
        }
        if list.move(by: action) {
            tellPlace()
            return .none
        }
        switch action {
        case .refresh: context.run { [source] in await source.refresh() }
        case .previousCategory: choose(by: -1)
        case .nextCategory: choose(by: 1)
        case .category: return chooseCategory()
        case .publish: return .show(EditorScreen(context, PostEditorViewModel()))
        case .menu: return .show(MenuScreen(context))
        case .back: return isFirst ? .show(MenuScreen(context)) : .close
        case .open:
            if case .gap(let gap) = list.selectedID { context.run { [source] in await source.fill(gap) } }
            return performOnPost(action)
        default: return performOnPost(action)
        }
        return .none
    }

    /// Tells the view model what can be seen, which loads more where the end is near.
    private func tellPlace() {
        guard let last = list.visible.last, case .post(let id) = last else { return }
        context.run { [source] in await source.appeared(id) }
    }

    private func performOnPost(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        guard let post = chosen else { return .none }
        switch action {
        case .open: return .show(PostScreen(context, post.id))
        case .like: context.keep { [source] in await source.toggleLike(post.id) }
        case .author: return post.author.map { .show(PersonScreen(context, sheetOf: $0.id)) } ?? .none
        case .delete:
            guard let home = source as? CommunityHomeViewModel, home.isOwn(post) else {
                return .say(context.text(.notYours))
            }
            return .show(
                ChoiceScreen(
                    context, title: context.text(.deleteQuestion),
                    options: [context.text(AppPhrase.doNothing), context.text(CommunityScreenPhrase.delete)]
                ) { [context] index in
                    if index == 1 { context.keep { await home.delete(post.id) } }
                    return .close
                })
        default: break
        }
        return .none
    }

    // MARK: Categories

    private var choices: [String?] { [nil] + source.categories.map(\.id) }

    private func choose(by step: Int) {
        let (choices, now) = (choices, source.category)
        let index = choices.firstIndex { $0 == now } ?? 0
        source.choose(choices[(index + step + choices.count) % choices.count])
    }

    private func chooseCategory() -> ScreenChange<CommunityAction> {
        let (choices, now) = (choices, source.category)
        return .show(
            ChoiceScreen(
                context, title: context.text(CommunityScreenPhrase.category),
                options: choices.map { context.name(ofCategory: $0) }, chosen: choices.firstIndex { $0 == now }
            ) { [source] index in
                source.choose(choices[index])
                return .close
            })
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        follow()
        let line = field == nil ? row : row - 1
        if line < 0 {
            isTyping = true
            return .none
        }
        isTyping = false
        return list.click(line: line) ? perform(.open) : .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        if let field { field.draw(row: 0, in: rest.takeTop(1), on: &screen, isActive: isTyping) }
        follow()
        guard !rows.isEmpty else {
            let isWaiting = posts.phase == .initial || posts.phase.isBusy
            let phrase: ListPhrase = isWaiting ? .loading : .nothing
            let words =
                field != nil && posts.phase == .initial ? context.text(.typeHashtag) : context.format.text(phrase)
            return screen.draw(StyledText("  " + words, .dim), row: 1, in: rest)
        }
        let (rows, known) = (rows, known)
        list.draw(in: rest, on: &screen, isActive: !isTyping) { index in
            switch rows[index] {
            case .gap: [StyledText("… \(context.format.text(ListPhrase.gap))", CellStyle(.cyan))]
            case .post(let id): known[id].map { PostWords(context, $0).row } ?? []
            }
        }
    }
}

/// The lines of a post in a list, and above its comments.
@MainActor
struct PostWords {
    private let context: CommunityContext
    private let post: CommunityPost

    init(_ context: CommunityContext, _ post: CommunityPost) {
        (self.context, self.post) = (context, post)
    }

    /// Two lines: the text, and what is known of it.
    var row: [StyledText] {
        let text = post.text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return [StyledText(text.isEmpty ? context.text(.noText) : text), details(post.commentCount)]
    }

    /// Author, category, age, likes and numbers, in one line.
    func details(_ commentCount: Int) -> StyledText {
        var line = StyledText(post.author?.nick ?? context.text(.somebody), CellStyle(.green))
        let parts = [
            context.name(ofCategory: post.category), context.age(post.created),
            context.format.text(CommunityScreenPhrase.comments, counting: commentCount),
            context.format.text(CommunityScreenPhrase.pictures, counting: post.files.count),
        ]
        line.append(" · " + parts.compactMap(\.self).joined(separator: " · "), .dim)
        line.append(
            " · \(context.isPlain ? likes : "\(post.isLiked ? "♥" : "♡") \(ShortCount.text(post.likes))")",
            post.isLiked ? CellStyle(.red, attributes: .bold) : .dim)
        if !post.pending.isEmpty { line.append(" · \(context.text(AppPhrase.unsent))", CellStyle(.yellow)) }
        return line
    }

    /// The likes in words.
    private var likes: String {
        let count = context.format.text(CommunityScreenPhrase.likes, counting: post.likes)
        return post.isLiked ? "\(count) · \(context.text(CommunityScreenPhrase.isLiked))" : count
    }
}
