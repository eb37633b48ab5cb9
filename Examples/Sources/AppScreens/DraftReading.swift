package import ScreenKit

/// The reading of a draft by a screen in which it is written on, and the keys that were typed meanwhile: they are done
/// behind it.
@MainActor
package final class DraftReading<Context: ScreenContext> {
    private let context: Context
    private var events: [InputEvent] = []
    private var task: Task<Void, Never>?
    /// Whether it is to be read again, which did not begin.
    private var isRenewed = false
    /// Whether the draft was read.
    package private(set) var isOver = false

    /// Creates a reading that has not begun.
    ///
    /// - Parameter context: What all screens share.
    package init(_ context: Context) {
        self.context = context
    }

    /// Keeps what happened, unless it leads away: escape, and the keys of quitting, of the help and the like.
    ///
    /// - Parameter event: What happened.
    /// - Returns: Whether it was kept.
    package func keep(_ event: InputEvent) -> Bool {
        if case .key(let press) = event {
            let isEverywhere = context.keys.match([press], among: Context.Action.everywhere) != .none
            if press.key == .escape || isEverywhere && !press.writes { return false }
        }
        events.append(event)
        return true
    }

    /// Has the screen read again what it shows when it begins next, and keeps what is typed until then.
    package func renew() { (task, isOver, isRenewed) = (nil, false, true) }

    /// Reads the draft, and then does what was typed; once.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - read: Reads the draft into the screen.
    package func begin(
        for screen: any AppScreen<Context.Action>, _ read: @escaping @MainActor () async -> Void
    ) {
        guard task == nil else { return }
        isRenewed = false
        task = context.relay.count { [self] in
            await read()
            isOver = true
            for event in events { replay(event, on: screen) }
            events = []
            context.queue.send(.changed)
        }
    }

    /// Waits for the end of the reading, which begins where something was typed before the screen was seen, and where it was
    /// to be read again.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - read: Reads the draft into the screen.
    package func finish(
        for screen: any AppScreen<Context.Action>, _ read: @escaping @MainActor () async -> Void
    ) async {
        if isRenewed || !events.isEmpty { begin(for: screen, read) }
        await task?.value
    }

    private func replay(_ event: InputEvent, on screen: any AppScreen<Context.Action>) {
        if let change = screen.take(event) {
            context.relay.send(change, from: screen)
        } else if case .key(let press) = event,
            case .action(let action) = context.keys.match([press], among: screen.actions)
        {
            context.relay.send(screen.perform(action), from: screen)
        }
    }
}
