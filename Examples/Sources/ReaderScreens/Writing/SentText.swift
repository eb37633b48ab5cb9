import AppScreens
import Core
import Foundation
import PostFeatures
import ScreenKit

/// The texts that are on their way: their screens are closed, and a person can take the last one back for some seconds.
@MainActor
final class SentText {
    /// A text, from the key that sends it until it is known what became of it.
    private final class Entry {
        let screen: any WrittenText
        /// The number of acts since that an undo takes back first.
        var acts = 0
        var token: ObservationToken?
        /// Whether the person was told that it cannot be taken back.
        var isOver = false
        /// Whether the person was told that nobody knows whether it arrived.
        var isUnsure = false

        init(_ screen: any WrittenText) { self.screen = screen }
    }

    /// The time in which a person who takes a text back may not know yet that it is gone.
    private static let patience = Duration.seconds(10)

    private var entries: [Entry] = []
    /// The date when the last text was sent, and the number of acts since; nil where the person knows.
    private var gone: (date: Date, acts: Int)?
    private var ticks: Task<Void, Never>?

    private func entry(of screen: some WrittenText) -> Entry? { entries.first { $0.screen === screen } }

    private func remove(_ entry: Entry) { entries.removeAll { $0 === entry } }

    // MARK: Texts

    /// Takes note of a text that is being stored: it is what was done last.
    ///
    /// - Parameter screen: The screen of the text.
    func begin(_ screen: some WrittenText) {
        entries.append(Entry(screen))
        gone = nil
    }

    /// Holds a text that is in the outbox, and its closed screen; not where the program has ended meanwhile.
    ///
    /// - Parameters:
    ///   - screen: The screen of the text.
    ///   - context: What all screens share.
    func hold(_ screen: some WrittenText, in context: ReaderContext) {
        guard let entry = entry(of: screen) else { return }
        entry.token = screen.followWriting { [weak self, weak entry] in
            if let self, let entry { follow(entry, in: context) }
        }
        ticks?.cancel()
        // Nobody wants to hear seconds pass.
        guard !context.isPlain else { return }
        ticks = Task { [weak self, time = context.time, queue = context.queue] in
            while self?.undoable != nil {
                do {
                    try await time.sleep(for: .seconds(1))
                } catch {
                    // Another text is the last one, or the program is over.
                    return
                }
                queue.send(.changed)
            }
        }
    }

    /// Releases a text that is no longer on its way.
    ///
    /// - Parameter screen: The screen of the text.
    func forget(_ screen: some WrittenText) {
        if let entry = entry(of: screen) { remove(entry) }
    }

    /// Releases all texts.
    func forget() {
        (entries, gone) = ([], nil)
        ticks?.cancel()
    }

    private func follow(_ entry: Entry, in context: ReaderContext) {
        switch entry.screen.writing.progress {
        case .refused?:
            // Its screen is gone, and would have said so.
            tell(of: entry, in: context)
            remove(entry)
        case .unsure?:
            if !entry.isUnsure { tell(of: entry, in: context) }
            entry.isUnsure = true
        case .sent?:
            if entry === entries.last { gone = (context.time.now, entry.acts) }
            remove(entry)
        case nil, .draft?, .discarded?: remove(entry)
        case .queueing?, .undoable?, .queued?, .waiting?, .sending?, .checking?: break
        }
        context.queue.send(.changed)
    }

    private func tell(of entry: Entry, in context: ReaderContext) {
        guard let words = words(for: entry, in: context) else { return }
        let hint = context.format.text(ScreenPhrase.outboxHint, filling: context.key(.outbox))
        context.relay.say("\(words) \(hint)")
    }

    private func words(for entry: Entry, in context: ReaderContext) -> String? {
        entry.screen.writing.progress.map { context.format.text(of: $0, now: context.now, timeZone: .current) }
    }

    /// The last text, while its seconds are counted.
    private var undoable: Entry? {
        guard let entry = entries.last, case .undoable? = entry.screen.writing.progress else { return nil }
        return entry
    }

    /// Says for how long the last text can be taken back, and the key; nil where that is over.
    ///
    /// - Parameter context: What all screens share.
    /// - Returns: The sentence.
    func sentence(in context: ReaderContext) -> String? {
        guard let undoable, let words = words(for: undoable, in: context) else { return nil }
        return words + " · " + context.format.text(ScreenPhrase.takeBackHint, filling: context.key(.undo))
    }

    // MARK: Acts

    /// Takes note of an act that an undo takes back before the texts that were sent before it.
    ///
    /// - Returns: Takes the note back, where the act has come to nothing.
    func countAct() -> () -> Void {
        let before = entries
        for entry in before { entry.acts += 1 }
        gone?.acts += 1
        let date = gone?.date
        return { [weak self] in
            for entry in before { entry.acts = max(0, entry.acts - 1) }
            if let self, let gone, gone.date == date { self.gone?.acts = max(0, gone.acts - 1) }
        }
    }

    /// Takes note of an act that was taken back.
    func countUndone() {
        for entry in entries { entry.acts = max(0, entry.acts - 1) }
        if let gone { self.gone?.acts = max(0, gone.acts - 1) }
    }

    /// Takes the last text back, where nothing else was done since.
    ///
    /// - Parameters:
    ///   - shown: The screen that is seen.
    ///   - context: What all screens share.
    /// - Returns: What that means for the screens; nil where something else is taken back.
    fileprivate func undo(
        on shown: any AppScreen<ReaderAction>, in context: ReaderContext
    ) -> ScreenChange<ReaderAction>? {
        if let gone, gone.acts == 0 {
            self.gone = nil
            if context.time.now.timeIntervalSince(gone.date) < Self.patience / .seconds(1) {
                return .say(context.text(.sentAlready))
            }
        }
        guard let entry = entries.last(where: { !$0.isOver }), entry.acts == 0 else { return nil }
        let screen = entry.screen
        guard screen.sending.isUnderWay || screen.writing.canTakeBack else {
            entry.isOver = true
            return .say(context.text(.sentAlready))
        }
        entry.token = nil
        return screen.sending.comeBack(screen, to: shown)
    }
}

extension ReaderContext {
    /// Takes back the text that was sent last, where an action means that and nothing else was done since.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - screen: The screen on which it is done.
    /// - Returns: What that means for the screens; nil where the action means something else.
    func takeBack(
        for action: ReaderAction, on screen: any AppScreen<ReaderAction>
    ) -> ScreenChange<ReaderAction>? {
        action == .undo ? sent.undo(on: screen, in: self) : nil
    }

    /// Does what a person did to something that is kept, as `act` does, so that an undo takes it back before a text that was sent before it,
    /// unless it came to nothing.
    ///
    /// - Parameters:
    ///   - marks: Reads what it changes.
    ///   - work: What is done.
    /// - Returns: The task that does it.
    @discardableResult
    func act(
        changing marks: @escaping @MainActor () -> some Equatable, _ work: @escaping @MainActor () async -> Void
    ) -> Task<Void, Never> {
        let takeNoteBack = sent.countAct()
        return act {
            let before = marks()
            await work()
            if marks() == before { takeNoteBack() }
        }
    }
}
