import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// A feed as a page of text: two lines for a post, aligned by the width of characters on a terminal.
@MainActor
struct FeedPage {
    let session: Session
    var terminal = Terminal()
    let format = PostFormat.chosen()

    /// The least width of a title in columns; where there is less, ids and marks get a line of their own.
    private static let minimumRoom = 24

    func text(of shown: ShownFeed) -> String {
        var lines = [header(of: shown), ""]
        if shown.items.isEmpty { lines += notice(of: shown) }
        lines += rows(of: shown.items.map { ($0, nil) })
        lines.append("")
        lines += dimmed(footer(of: shown))
        return lines.joined(separator: "\n")
    }

    private func header(of shown: ShownFeed) -> String {
        let isOn = terminal.hasColour
        let name = format.name(of: shown.feed.source).harmless.truncated(toColumns: terminal.columns)
        let whole = format.name(of: shown.feed).harmless
        // The order stands behind the name; where it does not fit, it is left out whole.
        let order = DisplayWidth.of(whole) <= terminal.columns ? whole.dropFirst(name.count) : ""
        return name.styled(.bold, .yellow, when: isOn) + String(order).styled(.dim, when: isOn)
    }

    /// The lines that say why there is nothing to see.
    private func notice(of shown: ShownFeed) -> [String] {
        switch shown.absence {
        case .dismissed: indented(format.sentence(ListPhrase.allPutAway), format.text(ReaderPhrase.undoHint))
        case .filtered: indented(format.everythingFiltered)
        case nil: indented(format.sentence(shown.feed.source.isLocal ? ListPhrase.nothingYet : ListPhrase.nothing))
        }
    }

    private func footer(of shown: ShownFeed) -> String {
        let count = format.text(ListPhrase.posts, counting: shown.items.count)
        let origin = format.text(shown.isFromNetwork ? ReaderPhrase.fromNetwork : .fromStore)
        let end = shown.isEnd && !shown.feed.source.isLocal ? " · \(format.text(ReaderPhrase.endOfFeed))" : ""
        return "\(count) \(origin)\(end)"
    }

    /// Sentences, broken where the terminal ends.
    func indented(_ sentences: String...) -> [String] {
        PostPage.wrapped(sentences.joined(separator: " "), toColumns: terminal.columns - 2).map { "  \($0)" }
    }

    /// A line at the end of a page, broken where the terminal ends.
    func dimmed(_ text: String) -> [String] {
        PostPage.wrapped(text, toColumns: terminal.columns).map { $0.styled(.dim, when: terminal.hasColour) }
    }

    // MARK: Posts

    /// The lines of posts, with the words that were found and where they stand in a text.
    func rows(of posts: [(item: FeedItem, match: PostMatch?)]) -> [String] {
        let idWidth = min(24, posts.map { DisplayWidth.of($0.item.id.native.harmless) }.max() ?? 0)
        let now = Dependency.resolve((any TimeProvider).self).now
        return posts.flatMap { rows(of: $0.item, match: $0.match, now: now, idWidth: idWidth) }
    }

    private func rows(of item: FeedItem, match: PostMatch?, now: Date, idWidth: Int) -> [String] {
        let isOn = terminal.hasColour
        let row = PostRow(item, now: now, format: format)
        let id = item.id.native.harmless
        // Id, two spaces, mark, space: where all lines of a post begin, unless that leaves too little.
        let isNarrow = terminal.columns - (idWidth + 6) < Self.minimumRoom
        let indent = isNarrow ? 4 : idWidth + 6
        let room = terminal.columns - indent

        let marks = ([(row.removal ?? row.mediaLabel).map { "[\($0)]" }] + row.badges.map(\.text)).compactMap { $0 }
            .joined(separator: " ")
        let marksFit = !isNarrow && room - DisplayWidth.of(marks) - 1 >= Self.minimumRoom
        let words = row.title.harmless.trimmingCharacters(in: .whitespaces)
        let title = (words.isEmpty ? format.text(ListPhrase.untitled) : words)
            .truncated(toColumns: marks.isEmpty || !marksFit ? room : room - DisplayWidth.of(marks) - 1)
            .styled(row.isRead ? .dim : .bold, highlighting: match?.query, when: isOn)
        let style: Style = item.post.isNSFW == true ? .red : .magenta
        let shownID = id.truncated(toColumns: isNarrow ? room : idWidth)
        let dot = row.isRead ? " " : "●".styled(.cyan, when: isOn)
        let start = isNarrow ? "" : shownID.padded(toColumns: idWidth).styled(.dim, when: isOn) + "  "
        var lines = ["  \(start)\(dot) \(title)"]
        if !marks.isEmpty, marksFit { lines[0] += " " + marks.styled(style, when: isOn) }

        let margin = String(repeating: " ", count: indent)
        let place = item.post.subreddit.map { "r/\($0)" }
        let points = item.status.marks.points(item.post.score, in: format)
        let mark = item.own?.state.map { format.text(CommandPhrase.mark(of: $0)) }
        let details = [place, row.meta, points, mark].compactMap { $0 }.filter { !$0.isEmpty }
        lines.append(
            margin
                + details.joined(separator: " · ").harmless.truncated(toColumns: room).styled(.dim, when: isOn))
        if let snippet = match?.snippet(length: min(160, room)) {
            let text = snippet.text.harmless.truncated(toColumns: room)
            lines.append(margin + text.styled(nil, highlighting: match?.query, when: isOn))
        }
        if !marks.isEmpty, !marksFit {
            lines.append(margin + marks.truncated(toColumns: room).styled(style, when: isOn))
        }
        if isNarrow { lines.append(margin + shownID.styled(.dim, when: isOn)) }
        return lines
    }
}
