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
}

extension ScreenContext {
    package var now: Date { time.now }

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
    package func run(_ work: @escaping @MainActor () async -> Void) {
        Task { [queue] in
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

    /// The first key of an action, for a hint.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - isWriting: Whether keys that write go into a text; false by default.
    /// - Returns: The key's name; nothing for an action without a key.
    package func key(_ action: Action, whileWriting isWriting: Bool = false) -> String {
        keys(of: action, whileWriting: isWriting).first?.name ?? ""
    }

    /// The keys of an action that mean it.
    func keys(of action: Action, whileWriting isWriting: Bool) -> [KeySequence] {
        keys.keys(of: action).filter { !isWriting || !$0.begins.writes }
    }

    package func text(_ phrase: AppPhrase) -> String { format.text(phrase) }
    package func text(_ phrase: Action.Words) -> String { format.text(phrase) }

    package func message(for error: DataError) -> String { ownMessage(for: error) ?? format.message(for: error) }

    /// The message of an error that means something else to a program with screens; nil for others.
    package func ownMessage(for error: DataError) -> String? {
        error.code == .readOnly || error.code == .storeBusy ? text(AppPhrase.readOnlyRun) : nil
    }

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

    /// The way to the last row for a sentence.
    var tell: (String) -> Void = { _ in }

    /// The work that has to be done before the program ends, by its number.
    private var kept: [Int: Task<Void, Never>] = [:]
    private var keptCount = 0

    /// A relay without a stack.
    package init() {}

    /// Begins work that has to be done before the program ends.
    func keep(_ work: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        keptCount += 1
        let number = keptCount
        let task = Task { [weak self] in
            await work()
            self?.kept[number] = nil
        }
        kept[number] = task
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

    /// Says a sentence in the last row, whichever screen is seen.
    ///
    /// - Parameter words: The sentence.
    package func say(_ words: String) { tell(words) }

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
