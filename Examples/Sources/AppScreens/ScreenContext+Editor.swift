import ConsoleKit
import Core
import Foundation
import PostFeatures
import ScreenKit

/// The way in which a screen takes over a text that was written elsewhere.
@MainActor
package struct TextTaking {
    /// Takes the whole text; false where it cannot be taken as it is.
    let take: @MainActor (String) -> Bool
    /// Stores what was taken; false where it is stored nowhere.
    let store: @MainActor () async -> Bool

    /// Creates the way.
    ///
    /// - Parameters:
    ///   - take: Takes the whole text; false where it cannot be taken as it is.
    ///   - store: Stores what was taken; false where it is stored nowhere.
    package init(take: @escaping @MainActor (String) -> Bool, store: @escaping @MainActor () async -> Bool) {
        (self.take, self.store) = (take, store)
    }
}

extension ScreenContext {
    /// Has a text written in the person's own editor: that of `VISUAL`, or else of `EDITOR`, or else `vi`.
    ///
    /// - Parameters:
    ///   - text: The text so far.
    ///   - name: The name of the file, which editors show.
    ///   - screen: The screen on which it is written.
    ///   - taking: The way in which the screen takes over what was written.
    /// - Returns: What that means for the screens.
    package func writeInEditor(
        _ text: String, named name: String, on screen: any AppScreen<Action>, _ taking: TextTaking
    ) -> ScreenChange<Action> {
        let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment())
        let words = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
        let file: EditedFile
        do {
            file = try EditedFile(text, named: name)
        } catch {
            return .say(format.text(AppPhrase.editorFailed, filling: error.localizedDescription))
        }
        let command = ProgramCommand(words, arguments: [file.path], environment: environment.values)
        return .run(
            ProgramRun(command) { [weak screen] end in
                let isThere = screen.map { relay.send(.none, from: $0) } ?? false
                EditorEnd(context: self, words: words, file: file, taking: isThere ? taking : nil).handle(end)
            })
    }
}

/// The end of an editor: what was written is taken over, or the person is told where it is.
@MainActor
private struct EditorEnd<Context: ScreenContext> {
    let context: Context
    let words: String
    let file: EditedFile
    /// The way in which the screen takes it over; nil where the screen is gone.
    let taking: TextTaking?

    func handle(_ end: ProgramEnd) {
        switch end {
        case .exited(0): takeOver()
        case .interrupted: takeOver(isSeen: false)
        // As the shell says that a signal was its end.
        case .exited(let status) where status > 128: lose(status - 128)
        case .exited(let status): refuse("\(words): \(status)")
        case .signalled(let number): lose(number)
        case .notStarted(let reason): refuse("\(words): \(reason)")
        case .noTerminal:
            file.remove()
            context.relay.say(context.text(.editorNeedsTerminal))
        }
    }

    /// Keeps what the person has saved, who did not end the editor.
    private func lose(_ signal: Int32) {
        if file.isChanged { keep(.editorKilled) } else { refuse("\(words): \(Interruption.name(of: signal))") }
    }

    private func refuse(_ reason: String) {
        file.remove()
        context.relay.say(context.format.text(AppPhrase.editorFailed, filling: reason.harmless))
    }

    private func takeOver(isSeen: Bool = true) {
        switch file.content {
        case .gone: refuse("\(words): \(file.path)")
        case .unusable: keep(.editorNoText, isSeen: isSeen)
        case .text(let text):
            guard file.isChanged else { return file.remove() }
            guard let taking, taking.take(text) else { return keep(.editorTooMuch, isSeen: isSeen) }
            context.keep {
                guard await taking.store() else { return keep(.editorNotStored, isSeen: isSeen) }
                file.remove()
                if isSeen { context.relay.say(context.text(.editorDone)) }
            }
        }
    }

    /// Leaves the file where it is, and says so.
    private func keep(_ phrase: AppPhrase, isSeen: Bool = true) {
        let sentence = context.format.text(phrase, filling: file.path)
        context.relay.say(sentence)
        // The screens are gone.
        if !isSeen { Console.warn(sentence) }
    }
}
