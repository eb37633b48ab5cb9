import CommandKit
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

    /// The least width of a comment's text in columns on all but the narrowest terminals; deeper replies are drawn no
    /// further to the right.
    private static let minimumRoom = 24

    /// Lines that are longer are hard to read, however wide the terminal is.
    private var width: Int { min(terminal.columns, 82) - 2 }

    func text(of shown: ShownComments, now: Date) -> String {
        var lines: [String] = []
        if let post = shown.post { lines.append(PostPage(session: session, terminal: terminal).text(of: post)) }
        for row in shown.rows {
            if row.depth == 0, !lines.isEmpty { lines.append("") }
            lines += self.lines(of: row, now: now)
        }
        if shown.isThere {
            lines.append("")
            lines += PostPage.wrapped(footer(of: shown), toColumns: width)
                .map { "  " + $0.styled(.dim, when: terminal.hasColour) }
        }
        return lines.joined(separator: "\n")
    }

    private func lines(of row: CommentRow, now: Date) -> [String] {
        let rules = rules(depth: row.depth)
        let room = max(12, width - rules.columns)
        let lines =
            switch row.entry {
            case .comment(let comment): self.lines(of: comment, in: row, now: now, room: room)
            case .more(let more):
                ["… \(format.text(of: more))".truncated(toColumns: room).styled(.cyan, when: terminal.hasColour)]
            }
        return lines.map { "  \(rules.text)\($0)" }
    }

    private func lines(of comment: Core.Comment, in row: CommentRow, now: Date, room: Int) -> [String] {
        let isOn = terminal.hasColour
        let author = (comment.author ?? format.text(CommentPhrase.unknownAuthor)).harmless.truncated(toColumns: room)
        let points = comment.isScoreHidden == true ? nil : row.marks.points(comment.score, in: format)
        let marks = [
            comment.isSubmitter == true ? format.text(CommentPhrase.originalPoster) : nil,
            comment.distinguished.map { format.role($0) },
            comment.isStickied == true ? format.text(.stickied) : nil,
            row.isNew ? format.text(CommentPhrase.isNew) : nil,
            row.own?.state.map { format.text(CommandPhrase.mark(of: $0)) },
        ]
        let id = ThingIDs(site: comment.id.site).text(of: comment.id).harmless
        // Without its id nothing can be answered or voted on; where it does not fit beside the name, it is below.
        let isBeside = DisplayWidth.of(author) + 3 + DisplayWidth.of(id) <= room
        let detailRoom = isBeside ? room - 3 - DisplayWidth.of(id) : room
        var details = ""
        for detail in (marks + [points, format.relativeDate(comment.created, now: now)]).compactMap({ $0?.harmless }) {
            // What does not fit is left out whole: half an age says nothing.
            guard DisplayWidth.of(author) + DisplayWidth.of(details) + 3 + DisplayWidth.of(detail) <= detailRoom else {
                continue
            }
            details += " · " + detail
        }
        if isBeside { details += " · " + id }
        let isGone = comment.removal != nil
        var head = [author.styled(isGone ? .dim : .bold, when: isOn) + details.styled(.dim, when: isOn)]
        // Half an id is none.
        if !isBeside, DisplayWidth.of(id) <= room { head.append(id.styled(.dim, when: isOn)) }
        guard !row.isCollapsed else {
            return head
                + PostPage.wrapped(format.collapsedText(of: row) ?? "…", toColumns: room)
                .map { $0.styled(.dim, when: isOn) }
        }
        var body: [String] = []
        let text = comment.body ?? format.text(CommentPhrase.noText)
        for paragraph in text.split(whereSeparator: \.isNewline) {
            body += PostPage.wrapped(paragraph.harmless, toColumns: room)
        }
        return head + body.map { isGone || comment.body == nil ? $0.styled(.dim, when: isOn) : $0 }
    }

    /// One rule for each level, and what they take.
    private func rules(depth: Int) -> (text: String, columns: Int) {
        let levels = min(depth, max(1, (width - Self.minimumRoom) / 2))
        return (String(repeating: "│ ", count: levels).styled(.dim, when: terminal.hasColour), levels * 2)
    }

    private func footer(of shown: ShownComments) -> String {
        let missing = format.text(CommentPhrase.moreOnServer, counting: shown.missingCount)
        return [
            format.comments(shown.commentCount), format.newComments(shown.newCount),
            shown.missingCount == 0 ? nil : missing,
            shown.isApproximate ? format.text(CommentPhrase.sortedHere) : nil,
        ].compactMap { $0 }.joined(separator: " · ")
    }
}
