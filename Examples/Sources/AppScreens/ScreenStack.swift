import ConsoleKit
import Core
import Foundation
import PostFeatures
package import ScreenKit

/// Screens above each other, with a title above the one that is seen and a line of state below it: what an interactive
/// program is made of.
@MainActor
package final class ScreenStack<Context: ScreenContext>: ScreenProgram {
    package typealias Action = Context.Action

    /// The time between two drawings that nothing but the clock causes, for what says how old it is.
    private static var tick: Duration { .seconds(10) }

    package let context: Context
    let connectivity: ConnectivityViewModel
    let badge = BadgeViewModel()
    /// The screen below all others.
    package private(set) var first: any AppScreen<Action>
    /// The screens above it, the one that is seen last.
    package private(set) var above: [any AppScreen<Action>] = []
    /// Told where the screens have changed, or something was done on one.
    private let moved: (ScreenStack) -> Void
    private var tokens: [ObservationToken] = []
    /// The work of closed screens that still store something; the next screen begins behind it, and finds their drafts.
    private var closing: Task<Void, Never>?
    /// The changes of screens below others, for when they are seen again.
    private var waiting: [(screen: any AppScreen<Action>, change: ScreenChange<Action>)] = []
    /// The lists that keys go to though something that was opened from them lies above.
    private var listsInFocus: Set<ObjectIdentifier> = []
    /// Whether there is room for two panes.
    var isWide = false
    /// The parts of the terminal that the screens have, as they were drawn last: what a click means.
    var regions = PaneRegions()
    /// The keys since the last action, where they begin one.
    private var presses: [KeyPress] = []
    /// The text that goes into the clipboard with the next reaction.
    private var copied: String?
    /// The program that has the terminal with the next reaction.
    private var run: ProgramRun?
    /// Makes the sentence in the last row, until the next key.
    private var sentence: (() -> String?)?
    /// A sentence for the last row, until the next key.
    private(set) var words: String? {
        get { sentence?() }
        set { sentence = newValue.map { words in { words } } }
    }
    /// The numbers of the screens where they are told in lines.
    let numbers = ScreenNumbers()

    /// Creates a stack of one screen, and starts nothing.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - first: The screen.
    ///   - moved: Told where the screens have changed, or something was done on one; nothing by default.
    package init(
        _ context: Context, _ first: any AppScreen<Action>, moved: @escaping (ScreenStack) -> Void = { _ in }
    ) {
        self.context = context
        self.first = first
        self.moved = moved
        connectivity = ConnectivityViewModel(format: context.format)
        context.relay.tell = { [weak self] sentence in
            self?.sentence = sentence
            self?.context.queue.send(.changed)
        }
        context.relay.isSeen = { [weak self] in self?.isSeen($0) ?? false }
        context.relay.settled = { [queue = context.queue] in queue.send(.changed) }
        context.relay.take = { [weak self] change, screen in
            guard let self, isThere(screen) else { return false }
            if isSeen(screen) { take(change, from: screen) } else { waiting.append((screen, change)) }
            if let run {
                self.run = nil
                self.context.queue.send(.program(run))
            }
            self.context.queue.send(.changed)
            return true
        }
    }

    /// Shows the screens until somebody or something ends that.
    ///
    /// - Parameters:
    ///   - loop: The loop that shows them.
    ///   - begin: Called when the first screen has started.
    /// - Returns: The reason for the end.
    /// - Throws: The terminal's error.
    package func run(in loop: any ProgramLoop, _ begin: () -> Void = {}) async throws -> ScreenEnd {
        first.start()
        begin()
        tokens = [context.follow(connectivity.state), context.follow(badge.state)]
        connectivity.load()
        context.run { [badge] in await badge.load() }
        let ticks = Task { [queue = context.queue, time = context.time] in
            while true {
                do {
                    try await time.sleep(for: Self.tick)
                } catch {
                    // The program is over.
                    return
                }
                queue.send(.changed)
            }
        }
        defer { ticks.cancel() }
        let result: Result<ScreenEnd, any Error>
        do {
            result = .success(try await loop.run())
        } catch {
            result = .failure(error)
        }
        await end()
        return try result.get()
    }

    private func end() async {
        moved(self)
        // Beside each other, so that one that does not end keeps no other from storing what was written.
        if let closing { context.keep { await closing.value } }
        for screen in above + [first] {
            screen.stop()
            context.keep { await screen.finish() }
        }
        await context.relay.finish(by: context.time)
        context.end()
        connectivity.stop()
        badge.stop()
        tokens = []
    }

    // MARK: Screens

    /// A list and what was opened from it, where nothing else lies above; nil also where screens are told in lines.
    var pair: (list: any AppScreen<Action>, detail: any AppScreen<Action>)? {
        guard !context.isPlain, let detail = above.last, detail.pane == .detail,
            let list = ([first] + above).last(where: { $0.pane != .detail }), list.pane == .list
        else { return nil }
        return (list, detail)
    }

    /// The screen that keys go to.
    package var current: any AppScreen<Action> {
        if let list = pair?.list, listsInFocus.contains(ObjectIdentifier(list)) { return list }
        return above.last ?? first
    }

    /// The screens that can be seen.
    var seen: [any AppScreen<Action>] {
        if isWide, let pair { return [pair.list, pair.detail] }
        return [current]
    }

    private func isSeen(_ screen: any AppScreen<Action>) -> Bool { seen.contains { $0 === screen } }

    private func focus(on screen: any AppScreen<Action>) {
        guard let pair else { return }
        if pair.list === screen {
            listsInFocus.insert(ObjectIdentifier(pair.list))
        } else {
            listsInFocus.remove(ObjectIdentifier(pair.list))
        }
    }

    private func isThere(_ screen: any AppScreen<Action>) -> Bool {
        first === screen || above.contains { $0 === screen }
    }

    /// Shows a screen above the others.
    ///
    /// - Parameter screen: The screen.
    package func show(_ screen: any AppScreen<Action>) {
        above.append(screen)
        start(screen)
    }

    /// Shows a screen in the place of all others.
    ///
    /// - Parameter screen: The screen.
    package func begin(_ screen: any AppScreen<Action>) {
        take(.begin(screen))
        context.queue.send(.changed)
    }

    private func start(_ screen: any AppScreen<Action>) {
        guard let closing else { return screen.start() }
        context.run { [weak self] in
            await closing.value
            guard let self else { return }
            // It may have been closed meanwhile.
            if isThere(screen) { screen.start() }
        }
    }

    private func close(_ screen: any AppScreen<Action>) {
        screen.stop()
        closing = Task { [previous = closing, queue = context.queue] in
            await previous?.value
            await screen.finish()
            queue.send(.changed)
        }
    }

    /// Opens a screen: what a list opens takes the place of what was opened from it before.
    private func open(_ screen: any AppScreen<Action>, from origin: any AppScreen<Action>) {
        guard let pair, pair.list === origin, screen.pane == .detail else { return show(screen) }
        focus(on: pair.detail)
        guard !pair.detail.shows(screen) else { return }
        closeDetails(of: pair.list)
        show(screen)
    }

    /// Closes a screen, with what was opened from it.
    private func remove(_ screen: any AppScreen<Action>) {
        guard let index = above.firstIndex(where: { $0 === screen }) else { return }
        closeAll(from: index)
        current.reappear()
    }

    private func closeDetails(of list: any AppScreen<Action>) {
        focus(on: above.last ?? first)
        closeAll(from: (above.firstIndex { $0 === list } ?? -1) + 1)
    }

    private func closeAll(from index: Int) {
        for screen in above[index...].reversed() { close(screen) }
        above.removeSubrange(index...)
        let all = Set((above + [first]).map { ObjectIdentifier($0) })
        listsInFocus.formIntersection(all)
    }

    /// Says a sentence in the last row, or nothing more.
    ///
    /// - Parameter words: The sentence; nil for none.
    package func say(_ words: String?) { self.words = words }

    /// Does what a screen wants.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - screen: The screen; nil for the one that keys go to.
    func take(_ change: ScreenChange<Action>, from screen: (any AppScreen<Action>)? = nil) {
        let origin = screen ?? current
        switch change {
        case .none: break
        case .show(let screen): open(screen, from: origin)
        case .close: remove(origin)
        case .leave(let words):
            remove(origin)
            self.words = words
        case .replace(let screen):
            if let index = above.firstIndex(where: { $0 === origin }) { closeAll(from: index) }
            show(screen)
        case .first: closeAll(from: 0)
        case .begin(let screen):
            closeAll(from: 0)
            close(first)
            (first, listsInFocus) = (screen, [])
            start(screen)
        case .say(let words): self.words = words
        case .copy(let text):
            copied = text
            // Lines have no way to a clipboard; who reads them can take it from there.
            words = context.isPlain ? text : context.text(.linkCopied)
        case .run(let run): self.run = run
        }
        moved(self)
        takeWaiting()
    }

    private func takeWaiting() {
        waiting.removeAll { !isThere($0.screen) }
        guard let index = waiting.firstIndex(where: { isSeen($0.screen) }) else { return }
        let (screen, change) = waiting.remove(at: index)
        take(change, from: screen)
    }

    // MARK: Keys

    package func handle(_ event: InputEvent) -> ScreenReaction {
        switch event {
        // Neither is a deed: a terminal answers when it likes, and a button that was pressed is let go.
        case .reply: return .none
        case .mouse(let mouse) where mouse.kind == .release: return .none
        case .key: dismissBanners()
        case .mouse, .paste: break
        }
        words = nil
        if case .mouse(let mouse) = event {
            handle(mouse)
            return .none
        }
        if presses.isEmpty, let change = current.take(event) {
            take(change)
            return .none
        }
        switch event {
        case .key(let press): return self.press(press)
        case .mouse, .paste, .reply: break
        }
        return .none
    }

    /// Takes away what is said of the last action: whoever goes on has read it.
    private func dismissBanners() {
        for screen in seen where screen.banner?.cause == .action { screen.dismissBanner() }
    }

    /// Does what the mouse means where it is: the wheel moves that pane, and a click has keys go there.
    private func handle(_ mouse: MouseEvent) {
        presses = []
        let isInList = regions.list?.contains(row: mouse.place.row, column: mouse.place.column) == true
        let isInMain = regions.main.contains(row: mouse.place.row, column: mouse.place.column)
        let before = current
        var screen = before
        if isWide, let pair, isInList || isInMain { screen = isInList ? pair.list : pair.detail }
        if mouse.kind == .press { focus(on: screen) }
        if let change = screen.take(.mouse(mouse)) { return take(change, from: screen) }
        switch mouse.kind {
        case .wheelUp, .wheelDown:
            let action: Action = mouse.kind == .wheelUp ? .up : .down
            for _ in 0..<3 where screen.actions.contains(action) { take(screen.perform(action), from: screen) }
        case .press where isInList || isInMain:
            let region = isInList ? regions.list ?? regions.main : regions.main
            let change = screen.click(row: mouse.place.row - region.rows.lowerBound)
            // A click that has keys go to a list does not send them back.
            if case .show(let other) = change, screen !== before, pair?.detail.shows(other) == true { break }
            take(change, from: screen)
        case .press, .release: break
        }
    }

    /// The actions that keys mean now.
    private var actionsNow: [Action] { current.actions + (pair == nil ? [] : Action.inPanes) + Action.everywhere }

    private func press(_ press: KeyPress) -> ScreenReaction {
        presses.append(press)
        switch context.keys.match(presses, among: actionsNow) {
        case .none:
            let isSequence = presses.count > 1
            presses = []
            // A key that ends no sequence means what it means by itself.
            if isSequence { return self.press(press) }
            words = context.format.text(
                AppPhrase.unknownKey, filling: context.key(.help, whileWriting: current.isWriting))
        case .beginning: break
        case .action(let action):
            presses = []
            return perform(action)
        }
        return .none
    }

    /// Does what an action's key does, also where it has none.
    ///
    /// - Parameter action: The action.
    /// - Returns: What is left to be done with the terminal.
    package func handle(_ action: Action) -> ScreenReaction {
        words = nil
        dismissBanners()
        presses = []
        return perform(action)
    }

    private func perform(_ action: Action) -> ScreenReaction {
        switch action {
        case .quit: return .quit
        case .redraw: return .redraw
        case .suspend: return .suspend
        case .outbox:
            take(OutboxScreen(context).map { .show($0) } ?? .say(context.text(.cannotWrite)))
        case .help where !(current is HelpScreen<Context>):
            take(.show(HelpScreen(context, of: current, actions: actionsNow)))
        case .focus:
            guard let pair else { break }
            focus(on: current === pair.list ? pair.detail : pair.list)
            moved(self)
            takeWaiting()
        case .back where isWide && pair.map { $0.list === current } == true:
            closeDetails(of: current)
            moved(self)
        default: take(current.perform(action))
        }
        if let run {
            self.run = nil
            return .run(run)
        }
        guard let copied else { return .none }
        self.copied = nil
        return .copy(copied)
    }
}
