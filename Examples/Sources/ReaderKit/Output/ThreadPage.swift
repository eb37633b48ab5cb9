import ConsoleKit
import Core
import Foundation
import PostFeatures

/// A thread as a page of text: the post, and below it the comments, each behind as many rules as it is deep.
@MainActor
struct ThreadPage {
    let session: Session
    var terminal = Terminal()
    let format = PostFormat.chosen()

    /// What a comment's own words keep on all but the narrowest terminals, in columns; deeper replies are drawn no
    /// further to the right.
    private static let minimumRoom = 24

    /// Lines that are longer are hard to read, however wide the terminal is.
    private var width: Int { min(terminal.columns, 82) - 2 }

    func text(of shown: ShownComments, now: Date) -> String {
        var lines: [String] = []
        if let post = shown.post { lines.append(PostPage(session: session, terminal: terminal).text(of: post)) }
        for entry in shown.entries {
            if entry.depth == 0, !lines.isEmpty { lines.append("") }
            lines += rows(of: entry, now: now)
        }
        if shown.error == nil {
            lines.append("")
            lines += PostPage.wrapped(footer(of: shown), toColumns: width)
                .map { "  " + $0.styled(.dim, when: terminal.hasColour) }
        }
        return lines.joined(separator: "\n")
    }

    private func rows(of entry: CommentThread.Entry, now: Date) -> [String] {
        let rules = rules(depth: entry.depth)
        let room = max(12, width - rules.columns)
        let rows =
            switch entry {
            case .comment(let comment): rows(of: comment, now: now, room: room)
            case .more(let more):
                ["… \(format.text(of: more))".truncated(toColumns: room).styled(.cyan, when: terminal.hasColour)]
            }
        return rows.map { "  \(rules.text)\($0)" }
    }

    private func rows(of comment: Core.Comment, now: Date, room: Int) -> [String] {
        let isOn = terminal.hasColour
        let author = (comment.author ?? format.text(CommentPhrase.unknownAuthor)).harmless.truncated(toColumns: room)
        let points = comment.isScoreHidden == true ? nil : format.points(comment.score)
        let marks = [
            comment.isSubmitter == true ? format.text(CommentPhrase.originalPoster) : nil,
            comment.distinguished.map { format.office($0) },
            comment.isStickied == true ? format.text(.stickied) : nil,
        ]
        var details = ""
        for detail in (marks + [points, format.relativeDate(comment.created, now: now)]).compactMap({ $0?.harmless }) {
            // What does not fit is left out whole: half an age says nothing.
            guard DisplayWidth.of(author) + DisplayWidth.of(details) + 3 + DisplayWidth.of(detail) <= room else {
                continue
            }
            details += " · " + detail
        }
        let isGone = comment.removal != nil
        let head = author.styled(isGone ? .dim : .bold, when: isOn) + details.styled(.dim, when: isOn)
        var body: [String] = []
        let text = comment.body ?? format.text(CommentPhrase.noText)
        for paragraph in text.split(whereSeparator: \.isNewline) {
            body += PostPage.wrapped(paragraph.harmless, toColumns: room)
        }
        return [head] + body.map { isGone || comment.body == nil ? $0.styled(.dim, when: isOn) : $0 }
    }

    /// One rule for each level, and what they take.
    private func rules(depth: Int) -> (text: String, columns: Int) {
        let levels = min(depth, max(1, (width - Self.minimumRoom) / 2))
        return (String(repeating: "│ ", count: levels).styled(.dim, when: terminal.hasColour), levels * 2)
    }

    private func footer(of shown: ShownComments) -> String {
        let count = shown.entries.count { if case .comment = $0 { true } else { false } }
        let missing = format.text(CommentPhrase.moreOnServer, counting: shown.missingCount)
        return (format.comments(count) ?? "") + (shown.missingCount == 0 ? "" : " · \(missing)")
    }
}
