import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit

/// A post and its comments, one below the other.
@MainActor
final class PostScreen: AppScreen {
    /// A part that is chosen as a whole.
    enum Block: Hashable, Sendable {
        case post
        case row(CommentRow.ID)
    }

    private let context: ReaderContext
    private let post: PostDetailViewModel
    private let thread: CommentThreadViewModel
    private let marks: PostMarks
    private let writing: PostWriting
    private let pictures: PostPictures
    /// The row in which the chosen part was drawn, until the person moves: what changes above it does not move it.
    private var held: (block: Block, row: Int, size: ScreenSize)?
    private var tokens: [ObservationToken] = []
    /// The fetching that is under way; nobody waits for it once the screen is closed.
    private var fetching: Task<Void, Never>?
    private var region = ScreenRegion(ScreenSize(columns: 80, rows: 22))
    private var chosen = Block.post
    /// The part at the top edge, and how many of its lines lie above it.
    private var top = Block.post
    private var topLine = 0
    /// The comment that was chosen when the reader ended, until it is there.
    private var wanted: String?
    /// The row in which the wanted part begins.
    private var wantedRow: Int?
    private var lines = PostBlockLines()
    /// An answer that was just written: it is chosen once it is there.
    private var written: String?

    /// Creates the screen of a post, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - id: The post.
    ///   - place: Where the person was in it; nil for its beginning.
    init(_ context: ReaderContext, id: Post.ID, place: ReadingPlace? = nil) {
        self.context = context
        post = PostDetailViewModel(id: id)
        pictures = PostPictures(context)
        thread = CommentThreadViewModel(id: id, policy: context.isOffline ? .storedOnly : .networkElseStored)
        marks = PostMarks(context, post: post, thread: thread)
        writing = PostWriting(context, post: post, thread: thread)
        if let place {
            (wanted, wantedRow) = (place.comment, Int(exactly: place.offset.rounded()) ?? 0)
        }
    }

    var id: Post.ID { post.id }
    /// The place of the person in the post; until the thread is there, the one at which the reader ended.
    var place: (comment: String?, offset: Double) {
        (wanted ?? chosenComment?.native, Double(wantedRow ?? scroller.chosenRow ?? 0))
    }
    private var chosenComment: Comment.ID? {
        if case .row(.comment(let id)) = chosen { id } else { nil }
    }
    /// The rows that were taken over last, by ``followRows()``.
    private var rows: [CommentRow] { lines.rows }
    private var count: Int { rows.count + 1 }
    private var height: Int { max(1, region.rows.count) }

    // MARK: What stands around it

    var title: StyledText {
        StyledText(post.state.value.item?.post.title.trimmingWhitespace ?? "", CellStyle(.yellow, attributes: .bold))
    }

    var detail: String {
        let state = thread.state.value
        // Before the thread is there nobody knows more than the post says itself.
        let count = state.fetched == nil ? nil : state.commentCount
        return [context.format.comments(count), context.format.newComments(state.newCount)]
            .compactMap(\.self).joined(separator: " · ")
    }

    var banner: Banner? { thread.state.value.banner ?? post.state.value.banner }
    var isFetching: Bool {
        let state = thread.state.value
        return state.phase.isBusy || lines.isExpanding(among: state.rows)
    }
    var age: String? { context.format.updated(thread.state.value.fetched, now: context.now) }

    var actions: [ReaderAction] { ReaderAction.inPost.filter { $0 != .reply || thread.canReply } }
    var pane: ScreenPane { .detail }

    func shows(_ other: any AppScreen<ReaderAction>) -> Bool {
        guard let other = other as? PostScreen else { return false }
        // One that is opened at a place in it goes there.
        return other.id == id && other.wanted == nil
    }

    // MARK: Following

    func start() {
        tokens = [context.follow(post.state), context.follow(thread.state)]
        fetching = context.run { [post, thread] in
            await post.load()
            if thread.state.value.phase == .initial { await thread.load() }
            // A post that was not stored comes with its thread.
            if post.state.value.item == nil, !Task.isCancelled { await post.load() }
        }
    }

    func stop() {
        tokens = []
        fetching?.cancel()
        pictures.stop()
    }

    // MARK: Keys

    func dismissBanner() {
        post.dismissBanner()
        thread.dismissBanner()
    }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        followRows()
        switch action {
        case .down: move { $0.down() }
        case .up: move { $0.up() }
        case .pageDown: move { $0.scroll(by: max(1, height - 1)) }
        case .pageUp: move { $0.scroll(by: min(-1, 1 - height)) }
        case .top: choose(0)
        case .bottom: choose(count - 1)
        case .nextNew: return choose(from: index(of: chosen) + 1, by: 1, else: .noNewComment) { $0.isNew }
        case .nextTop: return choose(from: index(of: chosen) + 1, by: 1, else: .noFurther) { $0.depth == 0 }
        case .previousTop: return choose(from: index(of: chosen) - 1, by: -1, else: .noFurther) { $0.depth == 0 }
        case .parent: chooseParent()
        case .fold, .open: return openChosen(folding: action == .fold)
        case .foldAll: context.act { [thread] in await thread.collapseAll() }
        case .unfoldAll: context.act { [thread] in await thread.expandAll() }
        case .reply: return writing.answer(to: chosenRow?.comment) { [weak self] in self?.written = $0 }
        case .edit: return writing.edit(chosenRow) { [weak self] in self?.written = $0 }
        case .remove: return writing.deletion(of: chosenRow)
        case .upvote, .downvote, .save, .favourite, .undo: marks.perform(action, on: chosenComment)
        case .refresh: refresh()
        case .order: return chooseOrder()
        case .original:
            guard let parent = post.state.value.item?.post.crosspostParent else {
                return .say(context.text(.noOriginal))
            }
            return .show(PostScreen(context, id: parent))
        case .copyLink: return link.map { .copy($0) } ?? .say(context.text(.noLink))
        case .link: return .say(link ?? context.text(.noLink))
        case .fetchPicture: return pictures.fetch()
        case .nextPicture: return pictures.step(by: 1)
        case .previousPicture: return pictures.step(by: -1)
        case .viewPicture: return pictures.open()
        case .back: return .close
        default: break
        }
        return .none
    }

    private func refresh() {
        fetching?.cancel()
        fetching = context.run { [post, thread] in
            await thread.reload()
            let state = post.state.value
            if state.item == nil || state.banner != nil, !Task.isCancelled { await post.load() }
        }
    }

    private var link: String? { post.share()?.link.absoluteString }

    private func openChosen(folding: Bool) -> ScreenChange<ReaderAction> {
        guard let row = chosenRow else {
            if folding { return .none }
            return pictures.hasPicture ? pictures.open() : .say(link ?? context.text(.noLink))
        }
        if row.more != nil {
            context.run { [thread] in await thread.expand(row.id) }
        } else if folding || row.isCollapsed, let comment = row.comment {
            context.act { [thread] in await thread.toggleCollapsed(comment.id) }
        }
        return .none
    }

    private func chooseOrder() -> ScreenChange<ReaderAction> {
        let sorts = CommentSort.allCases
        let current = sorts.firstIndex { $0 == thread.state.value.sort } ?? 0
        return .show(
            ChoiceScreen(
                context, title: context.text(.order), options: sorts.map { context.format.name(of: $0) },
                chosen: current
            ) { [context, thread] index in
                context.run { await thread.sort(by: sorts[index]) }
                return .close
            })
    }

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard case .mouse(let mouse) = event else { return nil }
        followRows()
        switch mouse.kind {
        case .wheelUp: move { $0.scroll(by: -3) }
        case .wheelDown: move { $0.scroll(by: 3) }
        case .press, .release: return nil
        }
        return ScreenChange<ReaderAction>.none
    }

    func click(row: Int) -> ScreenChange<ReaderAction> {
        followRows()
        guard let index = scroller.shown.first(where: { $0.rows.contains(row) })?.index else { return .none }
        if block(index) == chosen { return openChosen(folding: true) }
        move { $0.mark(index) }
        return .none
    }

    // MARK: Moving

    private var scroller: BlockScroller {
        BlockScroller(
            chosen: index(of: chosen), top: index(of: top), topLine: topLine, count: count, height: height
        ) { self.lines(at: $0).count }
    }

    /// Moves as the person wants, who has given up then where they were.
    private func move(_ change: (inout BlockScroller) -> Void) {
        scroll(change)
        (wanted, wantedRow, held, written) = (nil, nil, nil, nil)
    }

    private func scroll(_ change: (inout BlockScroller) -> Void) {
        var scroller = scroller
        change(&scroller)
        (chosen, top, topLine) = (block(scroller.chosen), block(scroller.top), scroller.topLine)
    }

    private func block(_ index: Int) -> Block { index == 0 ? .post : .row(rows[index - 1].id) }

    private var chosenRow: CommentRow? {
        if case .row(let id) = chosen { lines.index(of: id).map { rows[$0] } } else { nil }
    }

    /// The place of a part; that of the post where it is gone.
    private func index(of block: Block) -> Int {
        guard case .row(let id) = block else { return 0 }
        return lines.index(of: id).map { $0 + 1 } ?? 0
    }

    private func lines(at index: Int) -> [StyledText] {
        let (block, row) = (block(index), index == 0 ? nil : rows[index - 1])
        return lines.lines(of: block, columns: region.columns.count) { columns in
            row.map { commentLines($0, columns) } ?? postLines(columns)
        }
    }

    private func choose(_ index: Int) { move { $0.choose(index) } }

    private func choose(
        from start: Int, by step: Int, else phrase: ScreenPhrase, where isMeant: (CommentRow) -> Bool
    ) -> ScreenChange<ReaderAction> {
        var index = start
        while (1..<count).contains(index) {
            if isMeant(rows[index - 1]) {
                choose(index)
                return .none
            }
            index += step
        }
        return .say(context.text(phrase))
    }

    private func chooseParent() {
        let index = index(of: chosen)
        guard index > 0 else { return }
        let depth = rows[index - 1].depth
        choose(rows[..<(index - 1)].lastIndex { $0.depth < depth }.map { $0 + 1 } ?? 0)
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        self.region = region
        if post.state.value.item != nil { context.relay.hasContent = true }
        followRows()
        place(at: wanted)
        if let text = written, let row = rows.last(where: { $0.own != nil && $0.comment?.body == text }) {
            written = nil
            chosen = .row(row.id)
            scroll { $0.bringIntoSight() }
            held = nil
        }
        holdPlace()
        pictures.put(on: &screen)
        for part in scroller.shown {
            let isChosen = block(part.index) == chosen
            screen.addPart(
                "\(block(part.index))", at: part.index, rows: part.rows, in: region, isChosen: isChosen)
            let above = block(part.index) == top ? topLine : 0
            for (offset, text) in lines(at: part.index).dropFirst(above).prefix(part.rows.count).enumerated() {
                let mark = isChosen && offset == 0 ? screen.mark : isChosen ? "│ " : "  "
                screen.draw(
                    StyledText(mark, CellStyle(.cyan, attributes: .bold)) + text, row: part.rows.lowerBound + offset,
                    in: region)
            }
        }
    }

    /// Takes over what there is to show now: of a part that has gone, what stands for it is chosen.
    private func followRows() {
        let before = lines.rows
        let state = thread.state.value
        pictures.follow(post.state.value.item, height: height)
        lines.forget(
            unlike: state.rows,
            post: PostBlockLines.Post(
                item: post.state.value.item, availability: post.state.value.availability,
                phase: post.state.value.phase, threadPhase: state.phase, pictures: pictures.key), now: context.now)
        chosen = present(chosen, before)
        let shownTop = present(top, before)
        if shownTop != top { (top, topLine) = (shownTop, 0) }
        topLine = max(0, min(topLine, lines(at: index(of: top)).count - 1))
    }

    /// A part, or what stands for it where it has gone: what it answers where it is folded away, else what is in its place.
    private func present(_ block: Block, _ before: [CommentRow]) -> Block {
        guard case .row(let id) = block, index(of: block) == 0 else { return block }
        guard let place = before.firstIndex(where: { $0.id == id }) else { return .post }
        if case .comment = id {
            var depth = before[place].depth
            for row in before[..<place].reversed() where row.depth < depth {
                if index(of: .row(row.id)) > 0 { return .row(row.id) }
                depth = row.depth
            }
        }
        return self.block(min(place + 1, count - 1))
    }

    /// Goes to where the person was, once that is there; a comment that is not among those that are is given up.
    private func place(at native: String?) {
        if let native {
            if let row = rows.first(where: { $0.comment?.id.native == native }) {
                wanted = nil
                chosen = .row(row.id)
            } else if thread.state.value.phase == .idle {
                (wanted, wantedRow) = (nil, nil)
            }
        }
        guard wanted == nil, let row = wantedRow, post.state.value.item != nil else { return }
        // Without what stands below, the end would be filled from above.
        let phase = thread.state.value.phase
        guard row >= 0 || !rows.isEmpty || !(phase == .initial || phase == .loading) else { return }
        wantedRow = nil
        scroll { $0.put(inRow: row) }
    }

    /// Keeps the chosen part in its row where what stands above it has become longer or shorter.
    private func holdPlace() {
        if let held, held.block == chosen, scroller.chosenRow != held.row {
            scroll { scroller in
                if held.size == region.size { scroller.put(inRow: held.row) } else { scroller.bringIntoSight() }
            }
        }
        held = scroller.chosenRow.map { (chosen, $0, region.size) }
    }

    private func postLines(_ columns: Int) -> [StyledText] {
        let text = PostText(context)
        guard let item = post.state.value.item else { return text.missing(post.state.value.phase) }
        return text.lines(
            of: item, availability: post.state.value.availability, link: link,
            pictures: pictures.lines(columns: columns - 2), columns: columns - 2)
            + text.notice(of: thread.state.value) + [""]
    }

    private func commentLines(_ row: CommentRow, _ columns: Int) -> [StyledText] {
        CommentText(context).lines(of: row, columns: columns - 2)
    }
}
