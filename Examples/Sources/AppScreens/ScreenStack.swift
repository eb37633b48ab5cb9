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

    let context: Context
    private let connectivity: ConnectivityViewModel
    private let badge = BadgeViewModel()
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
    private var region = ScreenRegion(ScreenSize(columns: 80, rows: 22))
    /// The keys since the last action, where they begin one.
    private var presses: [KeyPress] = []
    /// The text that goes into the clipboard with the next reaction.
    private var copied: String?
    /// The program that has the terminal with the next reaction.
    private var run: ProgramRun?
    /// A sentence for the last row, until the next key.
    private(set) var words: String?
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
        context.relay.tell = { [weak self] words in
            self?.words = words
            self?.context.queue.send(.changed)
        }
        context.relay.settled = { [queue = context.queue] in queue.send(.changed) }
        context.relay.take = { [weak self] change, screen in
            guard let self, isThere(screen) else { return false }
            if current === screen { take(change) } else { waiting.append((screen, change)) }
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
        await closing?.value
        for screen in above + [first] {
            screen.stop()
            await screen.finish()
        }
        await context.relay.finish(by: context.time)
        connectivity.stop()
        badge.stop()
        tokens = []
    }

    // MARK: Screens

    var current: any AppScreen<Action> { above.last ?? first }

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

    private func closeCurrent() {
        guard let screen = above.popLast() else { return }
        close(screen)
        current.reappear()
    }

    /// Says a sentence in the last row, or nothing more.
    func say(_ words: String?) { self.words = words }

    func take(_ change: ScreenChange<Action>) {
        switch change {
        case .none: break
        case .show(let screen): show(screen)
        case .close: closeCurrent()
        case .leave(let words):
            closeCurrent()
            self.words = words
        case .replace(let screen):
            if let closed = above.popLast() { close(closed) }
            show(screen)
        case .first:
            for screen in above { close(screen) }
            above = []
        case .begin(let screen):
            for screen in above + [first] { close(screen) }
            (above, first) = ([], screen)
            start(screen)
        case .say(let words): self.words = words
        case .copy(let text):
            copied = text
            // Lines have no way to a clipboard; who reads them can take it from there.
            words = context.isPlain ? text : context.text(.linkCopied)
        case .run(let run): self.run = run
        }
        moved(self)
        waiting.removeAll { !isThere($0.screen) }
        if let index = waiting.firstIndex(where: { $0.screen === current }) { take(waiting.remove(at: index).change) }
    }

    // MARK: Keys

    package func handle(_ event: InputEvent) -> ScreenReaction {
        words = nil
        // What is said of the last action is read by whoever goes on.
        if case .key = event, current.banner?.cause == .action { current.dismissBanner() }
        if case .mouse = event { presses = [] }
        if presses.isEmpty, let change = current.take(event) {
            take(change)
            return .none
        }
        switch event {
        case .key(let press): return self.press(press)
        case .mouse(let mouse) where mouse.kind == .wheelUp || mouse.kind == .wheelDown:
            let action: Action = mouse.kind == .wheelUp ? .up : .down
            for _ in 0..<3 where current.actions.contains(action) { take(current.perform(action)) }
        case .mouse(let mouse) where mouse.kind == .press:
            guard region.contains(row: mouse.place.row, column: mouse.place.column) else { break }
            take(current.click(row: mouse.place.row - region.rows.lowerBound))
        case .mouse, .paste, .reply: break
        }
        return .none
    }

    private func press(_ press: KeyPress) -> ScreenReaction {
        presses.append(press)
        switch context.keys.match(presses, among: current.actions + Action.everywhere) {
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
    func handle(_ action: Action) -> ScreenReaction {
        words = nil
        if current.banner?.cause == .action { current.dismissBanner() }
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
            take(
                .show(
                    HelpScreen(
                        context, actions: current.actions + Action.everywhere, whileWriting: current.isWriting)))
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

    // MARK: Drawing

    package func resize(to size: ScreenSize) {
        region = ScreenRegion(size)
        _ = region.takeTop(1)
        _ = region.takeBottom(1)
    }

    package func draw(on screen: inout Screen) {
        var rest = ScreenRegion(screen.size)
        let (top, bottom) = (rest.takeTop(1), rest.takeBottom(1))
        let screenNow = current
        let notice = notice(of: screenNow, columns: rest.columns.count)
        let warning = notice.isEmpty || rest.rows.count < 6 ? nil : rest.takeBottom(notice.count)
        region = rest
        screenNow.draw(in: rest, on: &screen)
        // Behind the part below it, whose drawing may have changed what it says.
        drawTop(screenNow, in: top, on: &screen)
        if let warning {
            for (row, line) in notice.enumerated() { screen.draw(line, row: row, in: warning) }
        }
        drawBottom(screenNow, in: bottom, on: &screen)
    }

    private func drawTop(_ shown: any AppScreen<Action>, in region: ScreenRegion, on screen: inout Screen) {
        let width = region.columns.count
        let detail = StyledText(shown.detail, .dim)
        let room = detail.columns + 2 <= width / 2 ? width - detail.columns - 2 : width
        var line = shown.title.truncated(toColumns: room)
        if room < width {
            line.append(String(repeating: " ", count: max(0, width - line.columns - detail.columns)))
            line = line + detail
        }
        screen.draw(line, row: 0, in: region)
    }

    /// The failure of a screen, and the key that tries again; nil for none.
    func failure(of shown: any AppScreen<Action>) -> String? {
        guard let banner = shown.banner else { return nil }
        // That the network is off for this run is said in the last row already.
        if context.isOffline, banner.cause == .content, banner.error.code == .offline { return nil }
        var words = context.message(for: banner.error)
        if shown.actions.contains(.refresh) {
            words += " (\(context.format.text(AppPhrase.triesAgain, filling: context.key(.refresh))))"
        }
        return words
    }

    /// The failure in three lines at most.
    private func notice(of shown: any AppScreen<Action>, columns: Int) -> [StyledText] {
        guard columns > 0, let words = failure(of: shown) else { return [] }
        return TextLines.wrapped("! \(words)".harmless, toColumns: columns).prefix(3)
            .map { StyledText($0, CellStyle(.red, attributes: .bold)) }
    }

    /// What is so on every screen: the network, and how much is not sent or waits.
    var lastingState: [String] { [network].compactMap(\.self) + counts }

    private var network: String? {
        if context.isOffline { return context.text(.networkOff) }
        let online = connectivity.state.value
        return online.text ?? (online.connectivity == .online ? context.text(.online) : nil)
    }

    private var counts: [String] {
        let badge = badge.state.value
        return [
            badge.unsentCount > 0 ? context.format.text(AppPhrase.unsentCount, counting: badge.unsentCount) : nil,
            badge.unreadCount > 0 ? context.format.text(AppPhrase.answers, counting: badge.unreadCount) : nil,
        ].compactMap(\.self)
    }

    private func drawBottom(_ shown: any AppScreen<Action>, in region: ScreenRegion, on screen: inout Screen) {
        let width = region.columns.count
        if let words {
            return screen.draw(StyledText(words, .bold).truncated(toColumns: width), row: 0, in: region)
        }
        let parts =
            [network, shown.isFetching ? context.text(.fetching) : shown.age, context.relay.progress]
            .compactMap(\.self) + counts
        let hints = [(Action.help, AppPhrase.help), (.quit, .quit)].map { action, words in
            "\(context.key(action, whileWriting: shown.isWriting)) \(context.text(words))"
        }
        // Where there is little room, the way to the keys is worth more than how old something is.
        let hint = width < 50 ? hints[0] : hints.joined(separator: "  ")
        let room = width < 50 ? max(0, width - StyledText(hint).columns - 2) : width
        var line = StyledText(parts.joined(separator: " · "), .dim).truncated(toColumns: room)
        let gap = width - line.columns - StyledText(hint).columns
        if gap > 1 {
            line.append(String(repeating: " ", count: gap))
            line.append(hint, .dim)
        }
        screen.draw(line, row: 0, in: region)
    }
}
