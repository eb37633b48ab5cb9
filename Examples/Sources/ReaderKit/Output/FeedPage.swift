import ConsoleKit
import Core
import Foundation
import PostFeatures

/// A feed as a page of text: two lines for a post, aligned by what a terminal really shows.
@MainActor
struct FeedPage {
    let session: Session
    /// The feed as it was typed.
    let name: String
    let terminal = Terminal()
    let format = PostFormat.chosen()

    func text(of shown: ShownFeed) -> String {
        var lines = [header(of: shown), ""]
        if shown.items.isEmpty {
            lines.append(
                shown.isPutAway
                    ? "  You have put all of these posts away. 'undo' brings back what was dismissed last."
                    : "  Nothing to show here\(shown.feed.source.isLocal ? " yet" : "").")
        }
        let idWidth = min(24, shown.items.map { DisplayWidth.of($0.id.native.harmless) }.max() ?? 0)
        let now = Date()
        for item in shown.items {
            lines += rows(of: item, now: now, idWidth: idWidth)
        }
        lines.append("")
        lines.append(footer(of: shown).styled(.dim, when: terminal.hasColour))
        return lines.joined(separator: "\n")
    }

    private func header(of shown: ShownFeed) -> String {
        let order = [shown.feed.sort.rawValue, shown.feed.period?.rawValue].compactMap { $0 }.joined(separator: ", ")
        return name.harmless.styled(.bold, .yellow, when: terminal.hasColour)
            + (shown.feed.source.isLocal ? "" : " · \(order)".styled(.dim, when: terminal.hasColour))
    }

    private func footer(of shown: ShownFeed) -> String {
        let count = shown.items.count == 1 ? "1 post" : "\(shown.items.count) posts"
        let origin = shown.isFromNetwork ? "from the network, and stored" : "from the store"
        return "\(count) \(origin)\(shown.isEnd && !shown.feed.source.isLocal ? " · the end of the feed" : "")"
    }

    func rows(of item: FeedItem, now: Date, idWidth: Int, highlighting query: SearchQuery? = nil) -> [String] {
        let isOn = terminal.hasColour
        let row = PostRow(item, now: now, format: format)
        // id, two spaces, mark, space: where both lines of a post begin.
        let indent = 2 + idWidth + 2
        let kind = item.post.media.kind
        let label = kind == .text || kind == .link ? "" : "[\(kind.rawValue)]"
        let badges = row.badges.map(\.text)
        let tail = ([label] + badges).filter { !$0.isEmpty }.joined(separator: " ")
        let tailWidth = tail.isEmpty ? 0 : DisplayWidth.of(tail) + 1
        let room = max(12, terminal.columns - indent - 2 - tailWidth)
        let words = row.title.harmless.trimmingCharacters(in: .whitespaces)
        let title = (words.isEmpty ? "(no title)" : words).truncated(toColumns: room)

        let id = item.id.native.harmless.truncated(toColumns: idWidth).padded(toColumns: idWidth)
        let mark = row.isRead ? " " : "●".styled(.cyan, when: isOn)
        let styledTitle = title.styled(row.isRead ? .dim : .bold, highlighting: query, when: isOn)
        var first = "  \(id.styled(.dim, when: isOn))  \(mark) \(styledTitle)"
        if !tail.isEmpty {
            let style: Style = item.post.isNSFW == true ? .red : .magenta
            first += " " + tail.styled(style, when: isOn)
        }

        let place = item.post.subreddit.map { "r/\($0)" }
        let details = [place, row.meta, format.points(item.post.score)].compactMap { $0 }.filter { !$0.isEmpty }
        let second =
            String(repeating: " ", count: indent + 2)
            + details.joined(separator: " · ").harmless.truncated(toColumns: max(12, terminal.columns - indent - 2))
            .styled(.dim, when: isOn)
        return [first, second]
    }
}
