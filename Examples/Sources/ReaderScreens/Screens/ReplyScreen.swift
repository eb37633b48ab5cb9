import AppScreens
import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit

/// An answer that is written: a field, and below it who writes, what is wrong, or what became of it.
@MainActor
final class ReplyScreen: AppScreen, WrittenText {
    /// The time in which a text can be taken back before it goes.
    private static let undo = Duration.seconds(5)

    private let context: ReaderContext
    private let reply: ReplyViewModel
    private let author: String?
    /// Whether it changes something that is there.
    private let isEdit: Bool
    private let queued: (String) -> Void
    private var tokens: [ObservationToken] = []
    private var editor = TextEditor()
    private var top = 0
    private var width = 78
    private let reading: DraftReading<ReaderContext>
    let sending: TextSending

    /// Creates the screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - subject: What is written.
    ///   - author: Who is answered; nil where that is not known.
    ///   - queued: Told of the text when the screen closes and it is on its way.
    convenience init(
        _ context: ReaderContext, _ subject: ReplyViewModel.Subject, to author: String?,
        queued: @escaping (String) -> Void
    ) {
        let reply = ReplyViewModel(subject, configuration: WritingConfiguration(undo: Self.undo))
        let isEdit = if case .edit = subject { true } else { false }
        self.init(context, reply, isEdit: isEdit, to: author, queued: queued)
    }

    /// Creates the screen of a draft, and starts nothing; nil for the draft of something else than an answer or a change.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - draft: The draft.
    convenience init?(_ context: ReaderContext, draft: Draft) {
        guard let reply = ReplyViewModel(draft: draft, configuration: WritingConfiguration(undo: Self.undo)) else {
            return nil
        }
        self.init(context, reply, isEdit: draft.kind == .edit, to: nil) { _ in }
    }

    private init(
        _ context: ReaderContext, _ reply: ReplyViewModel, isEdit: Bool, to author: String?,
        queued: @escaping (String) -> Void
    ) {
        (self.context, self.reply, self.isEdit) = (context, reply, isEdit)
        (self.author, self.queued) = (author, queued)
        reading = DraftReading(context)
        sending = TextSending(context, reading)
    }

    private var state: ReplyViewModel.State { reply.state.value }
    var writing: WritingState { state.writing }
    private var isLocked: Bool { sending.isUnderWay || state.writing.isLocked }

    var title: StyledText {
        StyledText(
            isEdit
                ? ReaderAction.edit.name(in: context.format)
                : [context.text(.reply), author].compactMap(\.self).joined(separator: " → "), .title)
    }

    var detail: String { state.remaining.map { context.format.remaining($0) } ?? "" }
    var banner: Banner? { state.writing.banner }
    var isWriting: Bool { !isLocked }
    var writtenText: String? { isLocked ? nil : state.text }
    var actions: [ReaderAction] {
        ReaderAction.inReply.filter { $0 != .quote || state.canQuote } + (sending.isUnderWay ? [.undo] : [])
    }

    func start() {
        tokens = [context.follow(reply.state)]
        reading.begin(for: self, read)
    }

    private func read() async {
        if sending.isReturning { return await sending.takeBack(self) }
        await reply.load()
        editor.replace(with: state.text)
    }

    func stop() { tokens = [] }

    func finish() async {
        await reading.finish(for: self, read)
        await sending.finish()
        await reply.close(keepingDraft: true)
    }

    func dismissBanner() { reply.dismissBanner() }

    func perform(_ action: ReaderAction) -> ScreenChange<ReaderAction> {
        if let change = context.takeBack(for: action, on: self) { return change }
        switch action {
        case .send: sending.send(self)
        case .quote where !isLocked:
            reply.quote()
            editor.replace(with: state.text)
        case .editor where !isLocked && reading.isOver:
            return context.writeInEditor(
                editor.text, named: isEdit ? "text.md" : "answer.md", on: self,
                TextTaking { [weak self] in
                    self?.write($0) ?? false
                } store: { [reply] in
                    await reply.saveDraft()
                    return reply.state.value.writing.banner == nil
                })
        case .back:
            if isLocked, !sending.isReturning { left() }
            return .close
        default: break
        }
        return .none
    }

    func queueText() async { await reply.send() }
    func takeBackText() async { await reply.takeBack() }
    func left() { queued(state.text) }

    func followWriting(_ changed: @escaping @MainActor () -> Void) -> ObservationToken {
        reply.state.observe { _ in changed() }
    }

    /// Takes the whole text; false where it cannot be.
    private func write(_ text: String) -> Bool {
        let typed = TextEditor(text)
        reply.setText(typed.text)
        editor.replace(with: state.text)
        return state.text == typed.text
    }

    func take(_ event: InputEvent) -> ScreenChange<ReaderAction>? {
        guard reading.isOver else { return reading.keep(event) ? ScreenChange<ReaderAction>.none : nil }
        guard !isLocked else { return nil }
        switch event {
        case .paste(let text): editor.insert(text)
        case .key(let press):
            guard editor.perform(press, width: width) else { return nil }
        case .mouse, .reply: return nil
        }
        reply.setText(editor.text)
        return ScreenChange<ReaderAction>.none
    }

    // MARK: Drawing

    func draw(in region: ScreenRegion, on screen: inout Screen) {
        var field = region
        let notes = notes(columns: region.columns.count)
        let below = field.takeBottom(min(notes.count, max(0, field.rows.count - 1)))
        for (row, note) in notes.prefix(below.rows.count).enumerated() { screen.draw(note, row: row, in: below) }
        _ = field.takeLeft(2)
        width = max(1, context.readingWidth(field.columns.count))
        let (lines, place, height) = (editor.lines(width: width), editor.place(width: width), max(1, field.rows.count))
        top = max(min(top, place.row), place.row - height + 1)
        for (row, line) in lines.dropFirst(top).prefix(height).enumerated() {
            screen.draw(StyledText(String(editor.text[line.range]), isLocked ? .dim : .plain), row: row, in: field)
        }
        guard !isLocked, reading.isOver, !field.rows.isEmpty, !field.columns.isEmpty else { return }
        screen.cursor = Screen.Place(
            row: field.rows.lowerBound + place.row - top,
            column: min(field.columns.lowerBound + place.column, field.columns.upperBound - 1))
    }

    private func notes(columns: Int) -> [StyledText] {
        WritingNotes(context, state.writing).lines(columns: columns - 2, isLocked: isLocked).map { "  " + $0 }
    }
}
