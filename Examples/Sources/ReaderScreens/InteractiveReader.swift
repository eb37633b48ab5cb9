import ConsoleKit
package import Core
import Foundation
package import PostFeatures
package import ScreenKit

/// The interactive reader: screens above each other, with one line of state below them.
@MainActor
package final class InteractiveReader: ScreenProgram {
    /// The time between two drawings that nothing but the clock causes, for what says how old it is.
    private static let tick = Duration.seconds(10)

    private let context: ReaderContext
    private let connectivity: ConnectivityViewModel
    private let badge = BadgeViewModel()
    private let places: ReadingPlaceViewModel
    private var feed: FeedScreen
    private var above: [any ReaderScreen] = []
    private var tokens: [ObservationToken] = []
    /// The work of closed screens that still store something; the next screen begins behind it, and finds their drafts.
    private var closing: Task<Void, Never>?
    private var region = ScreenRegion(ScreenSize(columns: 80, rows: 22))
    /// The keys since the last action, where they begin one.
    private var presses: [KeyPress] = []
    /// The text that goes into the clipboard with the next reaction.
    private var copied: String?
    /// A sentence for the last row, until the next key.
    private var words: String?

    /// Creates the reader, and starts nothing.
    ///
    /// - Parameter context: What all screens share.
    package init(_ context: ReaderContext) {
        self.context = context
        connectivity = ConnectivityViewModel(format: context.format)
        places = ReadingPlaceViewModel(site: context.profile.site)
        feed = FeedScreen(context, source: .home, chosen: nil)
    }

    /// Shows the reader until somebody or something ends it.
    ///
    /// - Parameters:
    ///   - loop: The loop that shows it.
    ///   - source: The feed to begin with; nil for where the last run ended.
    ///   - order: Its order; nil for the one that was chosen last.
    /// - Returns: The reason for the end.
    /// - Throws: The terminal's error.
    package func run(
        in loop: ScreenLoop, beginningWith source: FeedSource?, order: FeedChoice? = nil
    ) async throws -> ScreenEnd {
        await begin(with: source, order)
        tokens = [context.follow(connectivity.state), context.follow(badge.state)]
        connectivity.load()
        context.run { [badge] in await badge.load() }
        let ticks = Task { [queue = context.queue, time = context.time] in
            while true {
                do {
                    try await time.sleep(for: Self.tick)
                } catch {
                    // The reader is over.
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

    private func begin(with source: FeedSource?, _ order: FeedChoice?) async {
        let place = await places.load()
        let stored = place.flatMap { FeedSource($0.source) }
        let isThere = source == nil || source == stored
        let site = context.profile.site
        let chosen = isThere ? place?.chosen.map { Post.ID(site: site, native: $0) } : nil
        feed = FeedScreen(context, source: source ?? stored ?? .home, order: order, chosen: chosen)
        feed.start()
        if isThere, let place, let post = place.post {
            show(PostScreen(context, id: Post.ID(site: site, native: post), place: place))
        }
    }

    private func end() async {
        keepPlace()
        await closing?.value
        for screen in above + [feed] {
            screen.stop()
            await screen.finish()
        }
        connectivity.stop()
        badge.stop()
        tokens = []
        await places.save()
    }

    /// Writes down where the person is.
    private func keepPlace() {
        var place = ReadingPlace(source: feed.source.description, chosen: feed.chosen?.native)
        if let post = above.compactMap({ $0 as? PostScreen }).last {
            place.post = post.id.native
            (place.comment, place.offset) = post.place
        }
        places.move(to: place)
    }

    // MARK: Screens

    private var current: any ReaderScreen { above.last ?? feed }

    private func show(_ screen: any ReaderScreen) {
        above.append(screen)
        guard let closing else { return screen.start() }
        context.run { [weak self] in
            await closing.value
            // It may have been closed meanwhile.
            if self?.above.contains(where: { $0 === screen }) == true { screen.start() }
        }
    }

    private func close(_ screen: any ReaderScreen) {
        screen.stop()
        closing = Task { [previous = closing, queue = context.queue] in
            await previous?.value
            await screen.finish()
            queue.send(.changed)
        }
    }

    private func take(_ change: ScreenChange) {
        switch change {
        case .none: break
        case .show(let screen): show(screen)
        case .close:
            if let screen = above.popLast() { close(screen) }
        case .source(let source):
            for screen in above { close(screen) }
            above = []
            if source != feed.source {
                close(feed)
                feed = FeedScreen(context, source: source, chosen: nil)
                feed.start()
            }
        case .say(let words): self.words = words
        case .copy(let text):
            copied = text
            words = context.text(.linkCopied)
        }
        keepPlace()
    }

    // MARK: Keys

    package func handle(_ event: InputEvent) -> ScreenReaction {
        words = nil
        if case .mouse = event { presses = [] }
        if presses.isEmpty, let change = current.take(event) {
            take(change)
            return .none
        }
        switch event {
        case .key(let press): return self.press(press)
        case .mouse(let mouse) where mouse.kind == .wheelUp || mouse.kind == .wheelDown:
            let action: ReaderAction = mouse.kind == .wheelUp ? .up : .down
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
        switch context.keys.match(presses, among: current.actions + ReaderAction.everywhere) {
        case .none:
            let isSequence = presses.count > 1
            presses = []
            // A key that ends no sequence means what it means by itself.
            if isSequence { return self.press(press) }
            words = context.format.text(ScreenPhrase.unknownKey, filling: context.key(.help))
        case .beginning: break
        case .action(let action):
            presses = []
            return perform(action)
        }
        return .none
    }

    private func perform(_ action: ReaderAction) -> ScreenReaction {
        switch action {
        case .quit: return .quit
        case .redraw: return .redraw
        case .suspend: return .suspend
        case .outbox:
            let screen = OutboxScreen(context) { [weak self] screen in
                self?.show(screen)
                self?.context.queue.send(.changed)
            }
            take(screen.map { .show($0) } ?? .say(context.text(.cannotWrite)))
        case .help where !(current is HelpScreen):
            take(.show(HelpScreen(context, actions: current.actions + ReaderAction.everywhere)))
        default: take(current.perform(action))
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

    private func drawTop(_ shown: any ReaderScreen, in region: ScreenRegion, on screen: inout Screen) {
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

    /// The failure of a screen, and the key that tries again, in three lines at most.
    private func notice(of shown: any ReaderScreen, columns: Int) -> [StyledText] {
        guard columns > 0, let banner = shown.banner else { return [] }
        var words = "! " + banner.text(in: context.format)
        if shown.actions.contains(.refresh) {
            words += " (\(context.format.text(ScreenPhrase.triesAgain, filling: context.key(.refresh))))"
        }
        return TextLines.wrapped(words.harmless, toColumns: columns).prefix(3)
            .map { StyledText($0, CellStyle(.red, attributes: .bold)) }
    }

    private func drawBottom(_ shown: any ReaderScreen, in region: ScreenRegion, on screen: inout Screen) {
        let width = region.columns.count
        if let words {
            return screen.draw(StyledText(words, .bold).truncated(toColumns: width), row: 0, in: region)
        }
        let (badge, online) = (badge.state.value, connectivity.state.value)
        let network: String? =
            context.isOffline
            ? context.text(.networkOff) : online.text ?? (online.connectivity == .online ? context.text(.online) : nil)
        let parts = [
            network, shown.isFetching ? context.text(.fetching) : shown.age,
            badge.unsentCount > 0 ? context.format.text(ScreenPhrase.unsentCount, counting: badge.unsentCount) : nil,
            badge.unreadCount > 0 ? context.format.text(ScreenPhrase.answers, counting: badge.unreadCount) : nil,
        ].compactMap(\.self)
        let hint = "\(context.key(.help)) \(context.text(.help))  \(context.key(.quit)) \(context.text(.quit))"
        var line = StyledText(parts.joined(separator: " · "), .dim).truncated(toColumns: width)
        let gap = width - line.columns - StyledText(hint).columns
        if gap > 1 {
            line.append(String(repeating: " ", count: gap))
            line.append(hint, .dim)
        }
        screen.draw(line, row: 0, in: region)
    }
}
