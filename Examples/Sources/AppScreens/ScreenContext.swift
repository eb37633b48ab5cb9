package import Core
package import Foundation
package import PostFeatures
package import ScreenKit

/// The things that all screens of a program share: the language, the keys, the clock, and the queue that changes are told
/// to.
@MainActor
package protocol ScreenContext {
    /// The program's actions.
    associatedtype Action: ScreenAction

    /// The language.
    var format: PostFormat { get }
    /// The keys.
    var keys: KeyTable<Action> { get }
    /// The clock.
    var time: any TimeProvider { get }
    /// The queue of what is to be drawn.
    var queue: EventQueue { get }
    /// Whether the network is off for this run.
    var isOffline: Bool { get }
    /// Whether the screens are told in lines of text, to ears or into a pipe: with words in place of signs.
    var isPlain: Bool { get }
    /// The way to other screens for what comes later than a key.
    var relay: ScreenRelay<Action> { get }

    /// Describes an error, and what to do.
    ///
    /// - Parameter error: The error.
    /// - Returns: Whole sentences.
    func message(for error: DataError) -> String

    /// Describes an item of the outbox.
    ///
    /// - Parameter item: The item.
    /// - Returns: A short name of what is done, and to what; and what it says, where it says something.
    func words(for item: OutboxItem) -> (name: String, text: String?)

    /// Releases what the screens share, once they have ended; nothing by default.
    func end()

    /// Finds the name of a person who is not signed in here, at the server where it is not stored; nil by default.
    ///
    /// - Parameter account: The person's account.
    /// - Returns: The name; nil where it is not known.
    func name(of account: AccountKey) async -> String?
}

extension ScreenContext {
    package func end() {}

    /// The time for ages: where screens are told in lines, that of the last line, as nobody wants to hear time pass.
    package var now: Date { relay.moment ?? time.now }

    /// The width of a text in a region: lines that are longer are hard to read, however wide the screen is.
    ///
    /// - Parameter columns: The width of the region.
    /// - Returns: 80 cells at most; in lines of text a paragraph is one line.
    package func readingWidth(_ columns: Int) -> Int { isPlain ? columns : min(columns, 80) }

    /// A sign that tells a state, or words in its place where screens are told in lines.
    ///
    /// - Parameters:
    ///   - sign: The sign.
    ///   - phrase: The words.
    /// - Returns: The sign, or the words and a comma.
    package func sign(_ sign: String, _ phrase: AppPhrase) -> String { isPlain ? "\(text(phrase)), " : sign }

    /// The mark behind the one of several choices that holds now.
    package var currentMark: StyledText { isPlain ? StyledText(", \(text(AppPhrase.current))") : " *" }

    /// Follows a value: each change is drawn.
    ///
    /// - Parameter value: The value.
    /// - Returns: What ends it when it is released.
    package func follow<Value: Sendable>(_ value: ObservableValue<Value>) -> ObservationToken {
        value.observe { [queue] _ in queue.send(.changed) }
    }

    /// Does something beside the screen, which is drawn when it is done.
    ///
    /// - Parameter work: What is done.
    /// - Returns: The task that does it, for a screen that gives it up when it closes.
    @discardableResult
    package func run(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        relay.count { [queue] in
            await work()
            queue.send(.changed)
        }
    }

    /// Does something beside the screen that has to be done before the program ends, such as storing what was written.
    ///
    /// - Parameter work: What is done.
    /// - Returns: The task that does it.
    @discardableResult
    package func keep(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        relay.keep { [queue] in
            await work()
            queue.send(.changed)
        }
    }

    /// Does what a person did to a post or another thing that is stored, behind what was done before it: keys that are pressed
    /// at once mean what they mean one by one, and what was done last is taken back first.
    ///
    /// It is done before the program ends.
    ///
    /// - Parameter work: What is done; what it depends on is looked at when it begins.
    /// - Returns: The task that does it.
    @discardableResult
    package func act(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        relay.act { [queue] in
            await work()
            queue.send(.changed)
        }
    }

    /// The first key of an action, for a hint.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - isWriting: Whether keys that write go into a text; false by default.
    /// - Returns: The key's name, or the action's where screens are told in lines; nothing for an action without a key.
    package func key(_ action: Action, whileWriting isWriting: Bool = false) -> String {
        if isPlain { return (isWriting ? ":" : "") + action.rawValue }
        return keys(of: action, whileWriting: isWriting).first?.name ?? ""
    }

    /// The keys of an action that mean it.
    func keys(of action: Action, whileWriting isWriting: Bool) -> [KeySequence] {
        keys.keys(of: action).filter { !isWriting || !$0.begins.isOfField }
    }

    package func text(_ phrase: AppPhrase) -> String { format.text(phrase) }
    package func text(_ phrase: Action.Words) -> String { format.text(phrase) }

    package func message(for error: DataError) -> String { ownMessage(for: error) ?? format.message(for: error) }

    /// The message of an error that means something else to a program with screens; nil for others.
    package func ownMessage(for error: DataError) -> String? {
        error.code == .readOnly || error.code == .storeBusy ? text(AppPhrase.readOnlyRun) : nil
    }

    package func name(of account: AccountKey) async -> String? { nil }

    package func words(for item: OutboxItem) -> (name: String, text: String?) {
        let name = [format.name(of: item.kind), item.target?.native].compactMap(\.self).joined(separator: " ")
        return (name, item.title ?? item.text ?? item.url ?? item.value)
    }
}

extension KeySequence {
    fileprivate var begins: KeyPress { presses[0] }
}

extension KeyPress {
    /// Whether it writes into a text.
    var writes: Bool {
        if case .character = key { modifiers.isEmpty } else { false }
    }
}

extension KeyPress {
    /// Whether a field has it, where something is typed.
    fileprivate var isOfField: Bool {
        switch key {
        case .left, .right, .home, .end, .backspace, .delete: true
        default: writes
        }
    }
}

extension InputEvent {
    /// Whether it writes into a text: a key that does, and a pasted text.
    package var writes: Bool {
        switch self {
        case .key(let press): press.writes
        case .paste: true
        case .mouse, .reply: false
        }
    }
}

/// The way from a screen to the others for what comes later than a key, such as the end of a form that was sent.
@MainActor
package final class ScreenRelay<Action: ScreenAction> {
    /// The stack's reaction.
    var take: (ScreenChange<Action>, any AppScreen<Action>) -> Bool = { _, _ in false }

    /// The way to the last row for a sentence, which is made anew for each drawing.
    var tell: (@escaping () -> String?) -> Void = { _ in }

    /// The work that has to be done before the program ends, by its number.
    private var kept: [Int: Task<Void, Never>] = [:]
    private var keptCount = 0
    /// The act that was begun last.
    private var lastAct: Task<Void, Never>?
    /// The number of works that are under way beside it.
    private var runningCount = 0
    /// How far something is that goes on beside the screens, for the last row; nil for nothing.
    package var progress: String?
    /// Whether a screen was drawn that has something to read.
    package var hasContent = false
    /// Whether a screen is on the terminal, alone or in a pane.
    var isSeen: (any AppScreen<Action>) -> Bool = { _ in false }
    /// Told that a work has ended.
    var settled: () -> Void = {}
    /// The time for ages; nil for that of the clock.
    var moment: Date?

    /// A relay without a stack.
    package init() {}

    /// Whether no work is under way.
    var isIdle: Bool { kept.isEmpty && runningCount == 0 }

    /// Begins work that somebody may wait for.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its task.
    @discardableResult
    func count(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        runningCount += 1
        return Task {
            await work()
            runningCount -= 1
            settled()
        }
    }

    /// Begins work that has to be done before the program ends.
    func keep(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        keptCount += 1
        let number = keptCount
        let task = Task { [weak self] in
            await work()
            self?.kept[number] = nil
            self?.settled()
        }
        kept[number] = task
        return task
    }

    /// Begins work that has to be done before the program ends, behind the work that was begun so before.
    func act(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let task = keep { [lastAct] in
            await lastAct?.value
            await work()
        }
        lastAct = task
        return task
    }

    /// Waits for that work, for as long as a person waits for a program to end.
    ///
    /// - Parameter time: The clock.
    func finish(by time: any TimeProvider) async {
        let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            while let task = kept.values.first { await task.value }
            continuation.finish()
        }
        let patience = Task {
            // Only a cancelled sleep throws, and then nobody waits any more.
            try? await time.sleep(for: .seconds(5))
            continuation.finish()
        }
        for await _ in ends {}
        work.cancel()
        patience.cancel()
    }

    /// Whether a screen can be seen; what nobody waits for any more is not worth doing where it cannot.
    ///
    /// - Parameter screen: The screen.
    /// - Returns: False behind another screen, and where it is gone.
    package func shows(_ screen: any AppScreen<Action>) -> Bool { isSeen(screen) }

    /// Says a sentence in the last row, whichever screen is seen.
    ///
    /// - Parameter words: The sentence.
    package func say(_ words: String) { tell { words } }

    /// Says a sentence in the last row that changes with time, such as one that counts seconds.
    ///
    /// - Parameter sentence: Makes the sentence for each drawing; nil once there is nothing more to say.
    package func say(_ sentence: @escaping () -> String?) { tell(sentence) }

    /// Changes the screens; where another one is seen by then, once the screen is seen again, and never where it is gone.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - screen: The screen that wants it.
    /// - Returns: False where the screen is gone.
    @discardableResult
    package func send(_ change: ScreenChange<Action>, from screen: any AppScreen<Action>) -> Bool {
        take(change, screen)
    }
}
