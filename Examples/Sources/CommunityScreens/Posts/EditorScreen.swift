import AppScreens
import Community
import Core
import PostFeatures
import ScreenKit

/// A post that is written or changed: its text, its category, and its pictures.
@MainActor
final class EditorScreen: AppScreen {
    private let context: CommunityContext
    private let model: PostEditorViewModel
    private var tokens: [ObservationToken] = []
    private var editor = TextEditor()
    private var width = 78
    private let reading: DraftReading<CommunityContext>
    private var isDiscarded = false
    private var isGone = false
    /// The name of the text, among what could not be stored.
    private let line: String
    /// The adding of a picture: the draft is stored behind it.
    private var adding: Task<Void, Never>?

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - model: The post.
    init(_ context: CommunityContext, _ model: PostEditorViewModel) {
        self.context = context
        self.model = model
        line = context.name(ofLine: "post")
        reading = DraftReading(context)
    }

    private var state: PostEditorViewModel.State { model.state.value }

    var title: StyledText {
        StyledText(context.text(state.isEdit ? CommunityScreenPhrase.edit : .publish), .title)
    }

    var detail: String { "\(state.text.text.unicodeScalars.count)/\(state.text.rule.limit)" }
    var banner: Banner? { state.banner }
    var isFetching: Bool { state.isBusy || state.preparingCount > 0 }
    var isWriting: Bool { true }
    var writtenText: String? { state.text.text }
    var actions: [CommunityAction] {
        state.pictures.isEmpty
            ? CommunityAction.inEditor.filter { $0 != .removePicture } : CommunityAction.inEditor
    }

    func start() {
        tokens = [context.follow(model.state)]
        reading.begin(for: self, load)
    }

    private func load() async {
        await model.load()
        if let text = context.typed[line], state.text.text.isEmpty, !state.isEdit {
            model.setText(text)
        }
        editor.replace(with: state.text.text)
    }

    func stop() { tokens = [] }
    func dismissBanner() { model.dismissBanner() }

    func finish() async {
        isGone = true
        await reading.finish(for: self, load)
        await adding?.value
        await model.close(keepingDraft: !isDiscarded)
        // Where it could not be stored, it is there at least while the program runs.
        context.typed[line] =
            state.banner == nil || state.isEdit || isDiscarded ? nil : state.text.text
    }

    // MARK: Keys

    func take(_ event: InputEvent) -> ScreenChange<CommunityAction>? {
        guard reading.isOver else { return reading.keep(event) ? ScreenChange.none : nil }
        // It is queued, and nothing of it changes any more; what is typed is no key either.
        guard state.item == nil, !state.isBusy else { return event.writes ? ScreenChange.none : nil }
        let before = editor
        switch event {
        case .paste(let text): editor.insert(text)
        case .key(let press):
            guard press != .control("d"), editor.perform(press, width: width) else { return nil }
        case .mouse, .reply: return nil
        }
        if editor.text != state.text.text {
            model.setText(editor.text)
            // What is refused is not typed, and moves nothing.
            let isRefused = state.text.text != editor.text
            if state.text.text == before.text { editor = before } else { editor.replace(with: state.text.text) }
            if isRefused { return .say(context.text(AppPhrase.noMoreFits)) }
        }
        return ScreenChange.none
    }

    func perform(_ action: CommunityAction) -> ScreenChange<CommunityAction> {
        switch action {
        case .send:
            guard state.canSave else { return .say(context.text(state.isChanged ? .incomplete : .unchanged)) }
            context.keep { [weak self, context, model] in
                await model.save()
                guard let self, model.state.value.item != nil else { return }
                context.relay.send(.leave(context.text(.queued)), from: self)
            }
        case .editor where reading.isOver && state.item == nil && !state.isBusy:
            return context.writeInEditor(
                editor.text, named: "post.md", on: self,
                TextTaking { [weak self, model] text in
                    guard let self, !isGone else { return false }
                    let typed = TextEditor(text)
                    model.setText(typed.text)
                    editor.replace(with: state.text.text)
                    return state.text.text == typed.text
                } store: { [model] in
                    await model.saveDraft()
                    return model.state.value.banner == nil
                })
        case .addPicture:
            guard state.remainingPictureCount > 0 else { return .say(context.text(.enoughPictures)) }
            let form = PicturePathForm(context) { [weak self, model] data, name in
                // The person has left while the file was read.
                guard let self, !isGone else { return }
                let task = Task { await model.addPicture(data, name: name) }
                adding = task
                await task.value
            }
            return .show(FormScreen(context, form))
        case .removePicture: model.removePicture(at: state.pictures.count - 1)
        case .topic:
            let categories = state.categories
            return .show(
                ChoiceScreen(
                    context, title: context.text(CommunityScreenPhrase.category),
                    options: categories.map(context.texts.name(of:)),
                    chosen: categories.firstIndex { $0.id == state.category }
                ) { [model] index in
                    model.setCategory(categories[index].id)
                    return .close
                })
        case .discard: return discard()
        case .back: return .close
        default: break
        }
        return .none
    }

    /// Throws the draft away, behind a question where something is in it: it does not come back.
    private func discard() -> ScreenChange<CommunityAction> {
        let isEmpty = state.isEdit ? !state.isChanged : state.text.text.isEmpty && state.pictures.isEmpty
        guard !isEmpty || state.preparingCount > 0 else {
            isDiscarded = true
            return .close
        }
        return .show(
            ChoiceScreen(
                context, title: context.text(.discardQuestion),
                options: [context.text(AppPhrase.doNothing), context.text(CommunityScreenPhrase.throwAway)]
            ) { [weak self, context] index in
                guard index == 1, let self else { return .close }
                isDiscarded = true
                // It goes once it is seen again, behind the question.
                context.relay.send(.close, from: self)
                return .close
            })
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var rest = region
        _ = rest.takeLeft(2)
        var notes = [
            StyledText(
                "\(context.text(CommunityScreenPhrase.category)): \(context.name(ofCategory: state.category))"
                    + " (\(context.key(.topic, whileWriting: true)))")
        ]
        for (index, picture) in state.pictures.enumerated() {
            switch picture {
            case .stored(let path): notes.append(StyledText("\(index + 1). \(path)", .dim))
            case .new(let file): notes.append(StyledText("\(index + 1). \(file.name)", .dim))
            }
        }
        if state.preparingCount > 0 { notes.append(StyledText("… \(context.text(.preparing))", .dim)) }
        let hints = [(CommunityAction.addPicture), .send, .discard].map {
            "\(context.key($0, whileWriting: true)) \($0.name(in: context.format))"
        }
        notes.append(StyledText(hints.joined(separator: "  "), .dim))
        let below = rest.takeBottom(min(notes.count, max(0, rest.rows.count - 1)))
        for (row, note) in notes.prefix(below.rows.count).enumerated() {
            screen.draw(note.truncated(toColumns: below.columns.count), row: row, in: below)
        }
        width = max(1, context.readingWidth(rest.columns.count))
        let (lines, place, height) = (editor.lines(width: width), editor.place(width: width), max(1, rest.rows.count))
        let top = max(0, place.row - height + 1)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            screen.draw(StyledText(String(editor.text[line.range])), row: row, in: rest)
        }
        guard reading.isOver, !rest.rows.isEmpty, !rest.columns.isEmpty else { return }
        screen.cursor = Screen.Place(
            row: rest.rows.lowerBound + place.row - top,
            column: min(rest.columns.lowerBound + place.column, rest.columns.upperBound - 1))
    }
}
