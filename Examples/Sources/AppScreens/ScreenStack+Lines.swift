import Core
import PostFeatures
package import ScreenKit

/// The screens in lines of text.
extension ScreenStack: LineProgram {
    /// Whether the screen is a text that is only read.
    private var isText: Bool { current is HelpScreen<Context> || current is OutboxItemScreen<Context> }

    /// The size of a page: a paragraph is one line, a list tells 20 rows at once, and a text all that there is.
    private var pageSize: ScreenSize { ScreenSize(columns: 1_000, rows: isText ? 200 : 20) }

    /// The words of the writer.
    package var lineWords: LineWriter.Words {
        LineWriter.Words(
            chosen: context.text(.chosen), fetching: context.text(.fetching), hint: context.text(.lineHint),
            writingHint: context.text(.writingHint))
    }

    package var isSettled: Bool { context.relay.isIdle && !current.isFetching }

    package func beginLine() { context.relay.moment = context.time.now }

    package var page: LinePage {
        let shown = current
        let drawn = drawn
        var page = LinePage(screen: numbers.number(of: shown, among: [first] + above), title: shown.title.text)
        page.isSecret = shown.isSecret
        page.read(drawn)
        page.detail = shown.detail
        page.warnings = failure(of: shown).map { [context.format.text(AppPhrase.failure, filling: $0)] } ?? []
        page.words = words
        page.state = lastingState
        page.age = shown.age
        page.isFetching = shown.isFetching
        page.isWriting = shown.isWriting
        page.typed = shown.writtenText ?? numbers.line
        return page
    }

    /// The chosen screen alone, without what stands around it.
    private var drawn: Screen {
        var screen = Screen(pageSize, keepsParts: true)
        current.draw(in: ScreenRegion(screen.size), on: &screen)
        return screen
    }

    package func handle(line: String) -> ScreenReaction {
        // Who has heard the names says one of them: that is for the screen whose names they are.
        if current is HelpScreen<Context> {
            take(.close)
            let ends = LineCommand(line, among: [.back, .help], keys: context.keys, isWriting: false)
            if ends == .steps([.action(.back)]) || ends == .steps([.action(.help)]) {
                say(nil)
                return .none
            }
        }
        let actions = current.actions + Action.everywhere
        switch LineCommand(line, among: actions, keys: context.keys, isWriting: current.isWriting) {
        case .text(let text): write(text)
        case .unknown(let word):
            let phrase: AppPhrase = current.isWriting ? .unknownCommand : .unknownLine
            say(context.format.text(phrase, filling: word))
        case .steps(let steps):
            for step in steps {
                let reaction = perform(step)
                if reaction != .none { return reaction }
            }
        }
        return .none
    }

    private func perform(_ step: LineCommand<Action>.Step) -> ScreenReaction {
        switch step {
        case .press(let press): return handle(.key(press))
        case .action(let action):
            // Where something is typed, the field has the first word, as it has with keys.
            let keys = context.keys(of: action, whileWriting: true)
            if current.isWriting, let key = keys.first, key.presses.count == 1 { return handle(.key(key.presses[0])) }
            return handle(action)
        case .row(let number): choose(number)
        }
        return .none
    }

    /// Chooses a row of the list, by its number.
    private func choose(_ number: Int) {
        say(nil)
        var parts = drawn.parts
        while let first = parts.first?.number, let last = parts.last?.number, !(first...last).contains(number) {
            let action: Action = number < first ? .pageUp : .pageDown
            guard current.actions.contains(action) else { break }
            take(current.perform(action))
            let next = drawn.parts
            guard next != parts else { break }
            parts = next
        }
        guard let part = parts.first(where: { $0.number == number }) else {
            return say(context.format.text(AppPhrase.noRow, filling: "\(number)"))
        }
        // Where it is chosen already, a click would open it.
        if !part.isChosen { take(current.click(row: part.rows.lowerBound)) }
    }

    /// Writes a line into what is being written: one more of a text, or all of a field, which it ends.
    private func write(_ text: String) {
        if let written = current.writtenText {
            if text == ".", let send = Action(rawValue: "send"), current.actions.contains(send) {
                _ = perform(.action(send))
                return
            }
            let isFirst = written.isEmpty && !numbers.hasWritten(on: current)
            numbers.write(on: current)
            if isFirst, text.isEmpty { return say(nil) }
            _ = handle(.paste(isFirst ? text : "\n" + text))
            return
        }
        say(nil)
        numbers.line = text
        if !text.isEmpty {
            // It takes the place of what was typed before.
            if let change = current.take(.key(.control("u"))) { take(change) }
            _ = handle(.paste(text))
        }
        // What was refused is not sent without it.
        if words == nil, let change = current.take(.key(KeyPress(.enter))) { take(change) }
    }
}

/// Numbers for screens: each that is opened has another one.
@MainActor
final class ScreenNumbers {
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var written: Set<ObjectIdentifier> = []
    private var last = 0
    /// The line that was typed into a field last.
    var line: String?

    /// The number of a screen.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - all: The screens that there are: those of others are forgotten, as another screen may get their place.
    /// - Returns: The number.
    func number<Action>(of screen: any AppScreen<Action>, among all: [any AppScreen<Action>]) -> Int {
        let present = Set(all.map { ObjectIdentifier($0) })
        numbers = numbers.filter { present.contains($0.key) }
        written.formIntersection(present)
        let id = ObjectIdentifier(screen)
        if let number = numbers[id] { return number }
        last += 1
        numbers[id] = last
        return last
    }

    /// Whether lines were written into a screen's text; its draft may not be read yet.
    func hasWritten<Action>(on screen: any AppScreen<Action>) -> Bool { written.contains(ObjectIdentifier(screen)) }

    /// Takes down that lines were.
    func write<Action>(on screen: any AppScreen<Action>) { written.insert(ObjectIdentifier(screen)) }
}
