package import ScreenKit

/// What a person typed on a screen before it had read what it goes on with, such as a draft: it is done behind that.
@MainActor
package struct EarlyInput {
    private var events: [InputEvent] = []
    /// Whether nothing was kept.
    package var isEmpty: Bool { events.isEmpty }
    /// Whether everything was read.
    package private(set) var isOver = false

    /// Nothing yet.
    package init() {}

    /// Keeps what happened, unless it leads away: escape, and the keys of quitting, of the help and the like.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - context: What all screens share.
    /// - Returns: Whether it was kept.
    package mutating func keep<Context: ScreenContext>(_ event: InputEvent, _ context: Context) -> Bool {
        if case .key(let press) = event {
            let isEverywhere = context.keys.match([press], among: Context.Action.everywhere) != .none
            if press.key == .escape || isEverywhere && !press.writes { return false }
        }
        events.append(event)
        return true
    }

    /// Ends the time in which something is kept.
    ///
    /// - Returns: What was kept, for `ScreenContext.replay(_:on:)`.
    package mutating func end() -> [InputEvent] {
        defer { self = EarlyInput(isOver: true) }
        return events
    }

    private init(isOver: Bool) {
        self.isOver = isOver
    }
}

extension ScreenContext {
    /// Does what a person has typed before the screen could take it.
    ///
    /// - Parameters:
    ///   - events: What they typed.
    ///   - screen: The screen.
    package func replay(_ events: [InputEvent], on screen: any AppScreen<Action>) {
        for event in events {
            if let change = screen.take(event) {
                relay.send(change, from: screen)
            } else if case .key(let press) = event,
                case .action(let action) = keys.match([press], among: screen.actions)
            {
                relay.send(screen.perform(action), from: screen)
            }
        }
    }
}
