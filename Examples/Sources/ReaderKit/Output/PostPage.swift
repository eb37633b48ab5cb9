import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// One post as a page of text.
@MainActor
struct PostPage {
    let session: Session
    var terminal = Terminal()
    let format = PostFormat.chosen()

    func text(of item: FeedItem) -> String {
        let isOn = terminal.hasColour
        let post = item.post
        let now = Dependency.resolve((any TimeProvider).self).now
        let row = PostRow(item, now: now, format: format)
        let endpoints = Dependency.resolve((any EndpointProvider).self)
        let place = post.subreddit.map { "r/\($0)" }
        let points = item.status.marks.points(post.score, in: format)
        let mark = item.own?.state.map { format.text(CommandPhrase.mark(of: $0)) }
        let details = [place, row.meta, points, mark].compactMap { $0 }.filter { !$0.isEmpty }
        // Lines that are longer are hard to read, however wide the terminal is.
        let width = min(terminal.columns, 82) - 2
        let title = row.title.harmless.trimmingCharacters(in: .whitespaces)
        var lines = Self.wrapped(title.isEmpty ? format.text(ListPhrase.untitled) : title, toColumns: width)
            .map { "  \($0.styled(.bold, when: isOn))" }
        if !details.isEmpty {
            lines += Self.wrapped(details.joined(separator: " · ").harmless, toColumns: width)
                .map { "  \($0.styled(.dim, when: isOn))" }
        }
        if !row.badges.isEmpty {
            lines += Self.wrapped(row.badges.map(\.text).joined(separator: " · "), toColumns: width)
                .map { "  \($0.styled(.magenta, when: isOn))" }
        }
        if let text = post.text, !text.isEmpty {
            lines.append("")
            for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
                lines += Self.wrapped(paragraph.harmless, toColumns: width).map { $0.isEmpty ? "" : "  \($0)" }
            }
        }
        lines.append("")
        let media = post.media
        let size = media.source.flatMap { source in
            source.width.flatMap { width in source.height.map { " \(width)×\($0)" } }
        }
        let links = [
            ("\(format.name(of: media.kind))\(size ?? "")", media.source?.link),
            (format.text(MediaPhrase.link), post.url),
        ].compactMap { name, link in
            link.flatMap { endpoints.url(for: $0) }.map { (name, $0.absoluteString) }
        }
        var shown: Set<String> = []
        for (name, url) in links where shown.insert(url).inserted {
            lines.append("  \("\(name):".styled(.dim, when: isOn)) \(url.harmless)")
        }
        lines.append("  \("id:".styled(.dim, when: isOn)) \(post.id.native.harmless)")
        return lines.joined(separator: "\n")
    }

    /// Breaks a text at its spaces, so that no line takes more than so many columns.
    nonisolated static func wrapped(_ text: String, toColumns columns: Int) -> [String] {
        TextLines.wrapped(text, toColumns: columns)
    }
}
