import AppScreens
import ConsoleKit
import Core
import PostFeatures
import ScreenKit

/// A post that is written: its community, its title, and a text or a link.
@MainActor
final class SubmitScreen: AppScreen, WrittenText {
    /// The time in which a post can be taken back before it goes.
    private static let undo = Duration.seconds(5)

    private let context: ReaderContext
    private let model: SubmitViewModel
    private let fields: [LineField]
    private let link: LineField
    private var tokens: [ObservationToken] = []
    private var editor = TextEditor()
    /// The field that is typed into; that behind the others is the text or the link.
    private var selected = 0
    private var width = 78
    private let reading: DraftReading<ReaderContext>
    let sending: TextSending

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - community: The community; empty by default.
    convenience init(_ context: ReaderContext, to community: String = "") {
        self.init(
            context,
            SubmitViewModel(
                on: context.profile.site, to: community, configuration: WritingConfiguration(undo: Self.undo)))
        selected = community.isEmpty ? 0 : 1
    }

    /// Creates the screen of a draft, and starts nothing; nil for the draft of something else than a post.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - draft: The draft.
    convenience init?(_ context: ReaderContext, draft: Draft) {
        guard let model = SubmitViewModel(draft: draft, configuration: WritingConfiguration(undo: Self.undo)) else {
            return nil
        }
        self.init(context, model)
    }

    private init(_ context: ReaderContext, _ model: SubmitViewModel) {
        (self.context, self.model) = (context, model)
        reading = DraftReading(context)
        sending = TextSending(context, reading)
        fields = [
            LineField(
                context.text(.community), value: { model.state.value.community }, set: model.setCommunity,
                note: {
                    let typed = model.state.value
                    return typed.communityName == nil && !typed.community.isEmpty
                        ? StyledText(context.text(.noCommunity), .problem) : nil
                }),
            LineField(
                context.text(.titleOfPost), value: { model.state.value.title }, set: model.setTitle,
                note: {
                    model.state.value.remainingOfTitle.map { StyledText(context.format.remaining($0), .dim) }
                }),
        ]
        link = LineField(context.text(.linkOfPost), value: { model.state.value.url }, set: model.setURL)
    }

    private var state: SubmitViewModel.State { model.state.value }
    var writing: WritingState { state.writing }
    private var isLocked: Bool { sending.isUnderWay || state.writing.isLocked }
    private var isInText: Bool { selected == fields.count }

    var title: StyledText { StyledText(ReaderAction.submit.name(in: context.format), .title) }
    var detail: String { state.remainingOfText.flatMap { context.format.remaining($0) } ?? "" }
    var banner: Banner? { state.writing.banner }
    var isWriting: Bool { !isLocked }
    var writtenText: String? { isLocked || !isInText || state.isLink ? nil : state.text }
    var actions: [ReaderAction] { ReaderAction.inSubmit + (sending.isUnderWay ? [.undo] : []) }

    func start() {
        tokens = [context.follow(model.state)]
        reading.begin(for: self, read)
    }

    private func read() async {
        if sending.isReturning { return await sending.takeBack(self) }
        await model.load()
        editor.replace(with: state.text)
    }

    func stop() { tokens = [] }

    func finish() async {
        await reading.finish(for: self, read)
        await sending.finish()
        await model.close(keepingDraft: true)
    }

    // MARK: Keys

    func dismissBanner() { model.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        switch action {
        case .send: sending.send(self)
        case .editor where !isLocked && reading.isOver:
            guard !state.isLink else { return .say(context.text(.linkWithoutText)) }
            return context.writeInEditor(
                editor.text, named: "post.md", on: self,
                TextTaking { [weak self] in
                    self?.write($0) ?? false
                } store: { [model] in
                    await model.saveDraft()
                    return model.state.value.writing.banner == nil
                })
        case .asLink where !isLocked: model.setLink(!state.isLink)
        case .back: return .close
        default: break
        }
        return .none
    }

    func queueText() async { await model.send() }
    func takeBackText() async { await model.takeBack() }

    func followWriting(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        model.state.observe { _ in changed() }
    }

    /// Takes the whole text, into which is typed from then on; false where it cannot be.
    private func write(_ text: String) -> Bool {
        let typed = TextEditor(text)
        model.setText(typed.text)
        editor.replace(with: state.text)
        selected = fields.count
        return state.text == typed.text
    }

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard reading.isOver else { return reading.keep(event) ? ScreenChange<ReaderAction>.none : nil }
        guard !isLocked else { return nil }
        if case .key(let press) = event {
            switch (press.key, press.modifiers) {
            case (.tab, .shift): return select(selected - 1)
            case (.tab, _): return select(selected + 1)
            case (.up, _) where !isInText: return select(selected - 1)
            case (.down, _) where !isInText, (.enter, _) where !isInText: return select(selected + 1)
            default: break
            }
        }
        guard isInText, !state.isLink else {
            return (isInText ? link : fields[selected]).take(event) ? ScreenChange<ReaderAction>.none : nil
        }
        switch event {
        case .paste(let text): editor.insert(text)
        case .key(let press):
            guard press != .control("k"), editor.perform(press, width: width) else { return nil }
        case .mouse, .reply: return nil
        }
        model.setText(editor.text)
        return ScreenChange<ReaderAction>.none
    }

    private func select(_ index: Int) -> ScreenChange<ReaderAction> {
        selected = max(0, min(fields.count, index))
        return .none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        _ = rest.takeLeft(2)
        let notes = notes(columns: rest.columns.count)
        let below = rest.takeBottom(min(notes.count, max(0, rest.rows.count - 4)))
        for (row, note) in notes.prefix(below.rows.count).enumerated() { screen.draw(note, row: row, in: below) }
        for (index, field) in fields.enumerated() {
            let top = rest.takeTop(2)
            field.draw(row: 0, in: top, on: &screen, isActive: !isLocked && index == selected)
            // Of a name that is being typed nothing is wrong yet.
            let isUnfinished = index == 0 && selected == 0
            if let note = field.noteLine, !isUnfinished { screen.draw(note, row: 1, in: top) }
        }
        if state.isLink { return link.draw(row: 0, in: rest, on: &screen, isActive: !isLocked && isInText) }
        width = max(1, context.readingWidth(rest.columns.count))
        let (lines, place, height) = (editor.lines(width: width), editor.place(width: width), max(1, rest.rows.count))
        let top = max(0, place.row - height + 1)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            screen.draw(StyledText(String(editor.text[line.range]), isLocked ? .dim : .plain), row: row, in: rest)
        }
        guard isInText, !isLocked, !rest.rows.isEmpty, !rest.columns.isEmpty else { return }
        screen.cursor = Screen.Place(
            row: rest.rows.lowerBound + place.row - top,
            column: min(rest.columns.lowerBound + place.column, rest.columns.upperBound - 1))
    }

    private func notes(columns: Int) -> [StyledText] {
        WritingNotes(context, state.writing).lines(columns: columns, isLocked: isLocked)
    }
}
