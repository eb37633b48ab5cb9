import ConsoleKit
import Core
import PostFeatures
package import ScreenKit

/// The parts of the terminal that screens have, below their titles.
struct PaneRegions {
    /// The columns from which on there is room for two panes.
    static let wide = 120

    /// The left pane, where there are two screens.
    var list: ScreenRegion?
    /// The right pane, or the only one.
    var main = ScreenRegion(ScreenSize(columns: 80, rows: 22))
}

/// The screens on a terminal: one, or a list and what was opened from it beside each other, above one line of state.
extension ScreenStack {
    package func resize(to size: ScreenSize) {
        isWide = size.columns >= PaneRegions.wide
        regions = PaneRegions()
        regions.main = ScreenRegion(size)
        _ = regions.main.takeTop(1)
        _ = regions.main.takeBottom(1)
    }

    package func draw(on screen: inout Screen) {
        var rest = ScreenRegion(screen.size)
        let bottom = rest.takeBottom(1)
        let failure = notice(columns: rest.columns.count)
        let notice = rest.rows.count < 7 ? [] : failure
        _ = rest.takeBottom(notice.count)
        let current = current
        regions.list = nil
        if isWide, !context.isPlain, pair != nil || current.pane == .list {
            let left = rest.takeLeft(rest.columns.count * 2 / 5)
            drawEdge(in: rest.takeLeft(1), on: &screen)
            if let pair {
                regions.list = draw(pair.list, in: left, on: &screen, hasFocus: current === pair.list)
                regions.main = draw(pair.detail, in: rest, on: &screen, hasFocus: current === pair.detail)
            } else {
                regions.main = draw(current, in: left, on: &screen)
                let hint = context.format.text(
                    AppPhrase.opensHere, filling: context.key(.open, whileWriting: current.isWriting))
                screen.draw(StyledText("  " + hint, .dim), row: 2, in: rest)
            }
        } else {
            regions.main = draw(current, in: rest, on: &screen)
        }
        let sentence = sentence(within: screen.size)
        // A long sentence covers what is above it until the next key; nothing moves for that.
        var low = ScreenRegion(screen.size)
        low = low.takeBottom(notice.count + max(1, sentence.count))
        for (row, line) in (notice + sentence).enumerated() { screen.draw(line, row: row, in: low) }
        if sentence.isEmpty { drawBottom(current, in: bottom, on: &screen) }
    }

    /// The sentence for the last rows, of which it takes three at most; none where nothing is said.
    private func sentence(within size: ScreenSize) -> [StyledText] {
        guard let words, size.columns > 0 else { return [] }
        let most = max(1, min(3, size.rows / 3))
        var lines = TextLines.wrapped(words.harmless, toColumns: size.columns)
        if lines.count > most {
            lines = Array(lines.prefix(most))
            lines[most - 1] = "\(lines[most - 1])…".truncated(toColumns: size.columns)
        }
        return lines.map { StyledText($0, .bold) }
    }

    /// Draws a screen with its title.
    ///
    /// - Parameters:
    ///   - shown: The screen.
    ///   - region: Its part of the terminal.
    ///   - screen: What is drawn on.
    ///   - hasFocus: Whether keys go to it; nil where there is no other one.
    /// - Returns: The part below the title.
    private func draw(
        _ shown: any AppScreen<Action>, in region: ScreenRegion, on screen: inout Screen, hasFocus: Bool? = nil
    ) -> ScreenRegion {
        var rest = region
        let top = rest.takeTop(1)
        let cursor = screen.cursor
        screen.mark = hasFocus == false ? "- " : Screen.mark
        shown.draw(in: rest, on: &screen)
        screen.mark = Screen.mark
        // It is where keys write.
        if hasFocus == false { screen.cursor = cursor }
        // Behind the part below it, whose drawing may have changed what it says.
        drawTop(shown, in: top, on: &screen, hasFocus == true ? .reversed : [])
        return rest
    }

    private func drawEdge(in region: ScreenRegion, on screen: inout Screen) {
        for row in 0..<region.rows.count { screen.draw(StyledText("│", .dim), row: row, in: region) }
    }

    private func drawTop(
        _ shown: any AppScreen<Action>, in region: ScreenRegion, on screen: inout Screen,
        _ attributes: CellStyle.Attributes
    ) {
        let width = region.columns.count
        let detail = StyledText(shown.detail, .dim)
        let room = detail.columns + 2 <= width / 2 ? width - detail.columns - 2 : width
        var line = shown.title.truncated(toColumns: room)
        if room < width {
            line.append(String(repeating: " ", count: max(0, width - line.columns - detail.columns)))
            line = line + detail
        }
        screen.draw(line.with(attributes), row: 0, in: region, fill: CellStyle(attributes: attributes))
    }

    /// The failure of a screen, and the key that tries again; nil for none.
    func failure(of shown: any AppScreen<Action>) -> String? { failureParts(of: shown).map { $0.words + $0.key } }

    private func failureParts(of shown: any AppScreen<Action>) -> (words: String, key: String)? {
        guard let banner = shown.banner else { return nil }
        // That the network is off for this run is said in the last row already.
        if context.isOffline, banner.cause == .content, banner.error.code == .offline { return nil }
        let words = context.message(for: banner.error)
        // Where nothing is downloaded, only the setting helps that the words name; what needs another run, no key helps.
        let canTryAgain = banner.error.code != .downloadsOff && context.ownMessage(for: banner.error) == nil
        guard canTryAgain, shown === current, shown.actions.contains(.refresh) else {
            return (words, "")
        }
        return (words, " (\(context.format.text(AppPhrase.triesAgain, filling: context.key(.refresh))))")
    }

    /// The failure in three lines at most, with its key: that of the screen that keys go to, or else of the other one.
    private func notice(columns: Int) -> [StyledText] {
        let screens = [current] + seen.filter { $0 !== current }
        guard columns > 0, let failure = screens.compactMap({ failureParts(of: $0) }).first else { return [] }
        var lines = TextLines.wrapped("! \(failure.words + failure.key)".harmless, toColumns: columns)
        if lines.count > 3 {
            let key = failure.key.harmless
            let room = columns - DisplayWidth.of(key)
            lines = Array(lines.prefix(3))
            // Of a long cause the end goes, and not the key.
            lines[2] = room > 0 ? "\(lines[2])…".truncated(toColumns: room) + key : key.truncated(toColumns: columns)
        }
        return lines.map { StyledText($0, CellStyle(.red, attributes: .bold)) }
    }

    /// The state that every screen has: the network, and how much is not sent or waits.
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
            badge.signInCount > 0 ? context.text(.signInToSend) : nil,
            badge.unreadCount > 0 ? context.format.text(AppPhrase.answers, counting: badge.unreadCount) : nil,
        ].compactMap(\.self)
    }

    private func drawBottom(_ shown: any AppScreen<Action>, in region: ScreenRegion, on screen: inout Screen) {
        let width = region.columns.count
        let isFetching = seen.contains { $0.isFetching }
        let parts =
            [network, isFetching ? context.text(.fetching) : shown.age, context.relay.progress]
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
