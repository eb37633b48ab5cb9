import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A post with its comments, and the field in which one writes a comment.
@MainActor
final class PostScreen: AppScreen {
    private let context: CommunityContext
    private let post: CommunityPostViewModel
    private let thread: CommunityCommentsViewModel
    private let field: LineField
    private var tokens: [ObservationToken] = []
    /// The post is the block without a name.
    private var list = BlockList<String>()
    /// The comments that the list has taken over, of a post that is there or not: not each key takes over thousands.
    private var followed: (hasPost: Bool, comments: [CommunityComment]) = (false, [])
    /// The name of what is typed, among what could not be stored.
    private let line: String
    private var isTyping = false
    private var sending: Task<Void, Never>?
    private var isLeft = false
    /// Whether the person has deleted it here.
    private var isDeleting = false

    /// Creates the screen of a post, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - id: The post, by the server's id.
    init(_ context: CommunityContext, _ id: CommunityPost.ID) {
        self.context = context
        post = CommunityPostViewModel(id)
        let thread = CommunityCommentsViewModel(id)
        self.thread = thread
        line = context.name(ofLine: "comment/\(id)")
        field = LineField(
            context.text(CommunityScreenPhrase.comment), value: { thread.state.value.text.text },
            set: { thread.setText($0) })
    }

    private var comments: [CommunityComment] { thread.state.value.comments }
    private var chosen: CommunityComment? {
        list.selected.flatMap { $0 > 0 && comments.indices.contains($0 - 1) ? comments[$0 - 1] : nil }
    }

    var title: StyledText {
        StyledText(post.state.value.post?.author?.nick ?? context.text(.post), .title)
    }

    var detail: String {
        isTyping
            ? "\(thread.state.value.text.text.unicodeScalars.count)/\(thread.state.value.text.rule.limit)" : list.place
    }

    var banner: Banner? { thread.state.value.banner ?? post.state.value.banner }
    var isFetching: Bool { post.state.value.phase == .loading || thread.state.value.phase == .loading }
    var isWriting: Bool { isTyping }
    var actions: [CommunityAction] { shownActions }
    var pane: ScreenPane { .detail }

    func shows(_ other: any AppScreen<CommunityAction>) -> Bool { (other as? PostScreen)?.post.id == post.id }

    private var shownActions: [CommunityAction] {
        guard !isTyping else { return [.open, .editor, .back] }
        let decisions: [CommunityAction] = [.resend, .discard, .arrived]
        let isUnsent = chosen?.own?.current != nil
        return isUnsent ? CommunityAction.inPost : CommunityAction.inPost.filter { !decisions.contains($0) }
    }

    func start() {
        tokens = [
            context.follow(thread.state),
            post.state.observe { [weak self, queue = context.queue] state in
                queue.send(.changed)
                guard state.isDeleted else { return }
                Task { @MainActor in self?.leave() }
            },
        ]
        load()
    }

    func stop() { tokens = [] }

    func finish() async {
        // What is being sent is no more what is typed.
        await sending?.value
        let isStored = await thread.saveDraft()
        context.typed[line] = isStored ? nil : thread.state.value.text.text
    }

    func dismissBanner() {
        post.dismissBanner()
        thread.dismissBanner()
    }

    private func load() {
        context.run { [post] in await post.load() }
        context.run { [thread, context, line] in
            await thread.restoreDraft(context.typed[line])
            await thread.load()
        }
    }

    /// Goes where the post was deleted, here or elsewhere; once.
    private func leave() {
        guard !isLeft else { return }
        isLeft = context.relay.send(.leave(context.text(isDeleting ? .deleted : .postIsGone)), from: self)
    }

    // MARK: Keys

    func take(_ event: InputEvent) -> ScreenChange<CommunityAction>? {
        guard isTyping else { return nil }
        if field.take(event) { return field.wasRefused ? .say(context.text(AppPhrase.noMoreFits)) : ScreenChange.none }
        guard case .key(let press) = event else { return nil }
        switch press.key {
        case .enter:
            // What is typed behind it in one go is of the next one.
            guard let store = thread.beginSending() else { return ScreenChange.none }
            isTyping = false
            sending = context.keep { [weak self, thread] in
                await store()
                // The newest one is the first.
                guard let self, let new = thread.state.value.comments.first, new.own != nil else { return }
                follow()
                list.select(new.name, lines: blockLines)
            }
            return ScreenChange.none
        case .escape:
            isTyping = false
            return ScreenChange.none
        default: return nil
        }
    }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        follow()
        if list.move(by: action, lines: blockLines) { return .none }
        let item = chosen?.own?.current?.id
        switch action {
        case .comment: isTyping = true
        case .editor: return writeInEditor()
        case .like: context.keep { [post] in await post.toggleLike() }
        case .author:
            let author = chosen.map(\.author) ?? post.state.value.post?.author
            return author.map { .show(PersonScreen(context, sheetOf: $0.id)) } ?? .none
        case .edit: return edit()
        case .delete: return delete()
        case .resend: if let item { context.keep { [thread] in await thread.retry(item) } }
        case .discard: if let item { context.keep { [thread] in await thread.cancel(item) } }
        case .arrived: if let item { context.keep { [thread] in await thread.takeAsArrived(item) } }
        case .refresh: load()
        case .menu: return .show(MenuScreen(context))
        case .back: return .close
        default: break
        }
        return .none
    }

    /// A comment is one line, so lines are joined as those of a pasted text are.
    private func writeInEditor() -> ScreenChange<CommunityAction> {
        context.writeInEditor(
            thread.state.value.text.text, named: "comment.md", on: self,
            TextTaking { [thread] text in
                let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
                thread.setText(line)
                return thread.state.value.text.text == line
            } store: { [thread] in
                await thread.saveDraft()
            })
    }

    private func edit() -> ScreenChange<CommunityAction> {
        guard let shown = post.state.value.post, post.state.value.isOwn else { return .say(context.text(.notYours)) }
        // What it is based on is what the server has.
        guard !shown.pending.contains(.editPost) else { return .say(context.text(.editWaits)) }
        return .show(EditorScreen(context, PostEditorViewModel(editing: shown)))
    }

    private func delete() -> ScreenChange<CommunityAction> {
        let comment = chosen
        guard comment?.isOwn ?? post.state.value.isOwn else { return .say(context.text(.notYours)) }
        return .show(
            ChoiceScreen(
                context, title: context.text(.deleteQuestion),
                options: [context.text(AppPhrase.doNothing), context.text(CommunityScreenPhrase.delete)]
            ) { [weak self, context, post, thread] index in
                guard index == 1 else { return .close }
                self?.isDeleting = comment == nil
                context.keep { if let comment { await thread.delete(comment.id) } else { await post.delete() } }
                return .close
            })
    }

    func click(row: Int) -> ScreenChange<CommunityAction> {
        _ = list.click(line: row)
        return .none
    }

    // MARK: Drawing

    /// Takes over the post and the comments that there are now.
    private func follow() {
        let (hasPost, comments) = (post.state.value.post != nil, comments)
        guard hasPost != followed.hasPost || !comments.sharesStorage(with: followed.comments) else { return }
        followed = (hasPost, comments)
        list.follow((hasPost ? [""] : []) + comments.map(\.name))
    }

    private var blockLines: BlockList<String>.Lines { { self.lines($0, columns: $1) } }

    /// The lines of a block of the list.
    private func lines(_ index: Int, columns: Int) -> [StyledText] {
        let shown = post.state.value
        if index == 0, let post = shown.post { return lines(of: post, shown.commentCount, columns: columns) }
        return lines(of: followed.comments[index - (followed.hasPost ? 1 : 0)], columns: columns)
    }

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        if isTyping { field.draw(row: 0, in: rest.takeBottom(1), on: &screen, isActive: true) }
        follow()
        guard followed.hasPost else {
            let isWaiting = post.state.value.phase == .initial || isFetching
            let phrase: ListPhrase = isWaiting ? .loading : .nothing
            return screen.draw(StyledText("  " + context.format.text(phrase), .dim), row: 1, in: rest)
        }
        list.draw(in: rest, on: &screen, isActive: !isTyping, lines: blockLines)
    }

    private func lines(of post: CommunityPost, _ commentCount: Int, columns: Int) -> [StyledText] {
        var lines = [PostWords(context, post).details(commentCount)] + post.text.lines(toColumns: columns)
        let pictures = post.files
        lines += pictures.flatMap { $0.lines(toColumns: columns, .dim) }
        return lines + [""]
    }

    private func lines(of comment: CommunityComment, columns: Int) -> [StyledText] {
        var head = StyledText(comment.author?.nick ?? context.text(.somebody), CellStyle(.green))
        if let age = context.age(comment.created) { head.append(" · \(age)", .dim) }
        if let own = comment.own?.current {
            let isWrong = own.state == .failed || own.state == .unsure
            head.append(" · \(context.format.heading(of: own.state))", isWrong ? .problem : CellStyle(.yellow))
        }
        let reason = comment.own?.current?.reason.map { context.format.message(for: $0) }
        return [head] + comment.text.lines(toColumns: columns)
            + (reason?.lines(toColumns: columns, .dim) ?? []) + [""]
    }
}

extension OwnText {
    /// The item that the person may decide about: a deletion, or else the text that is new.
    fileprivate var current: Intent? { unsent.last }
}
