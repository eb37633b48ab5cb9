import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints comments that were searched for, for people or for programs.
@MainActor
struct CommentMatchPrinter {
    let session: Session
    var terminal = Terminal()
    let format = PostFormat.chosen()

    /// Prints them.
    ///
    /// - Parameters:
    ///   - rows: The matches.
    ///   - title: The heading.
    ///   - nothing: The sentence when nothing was found.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ rows: [CommentHit], title: String, isNothing nothing: String) throws {
        guard !session.isJSON else {
            let comments = rows.map { CommentOutput(comment: $0.match.comment, post: $0.match.post) }
            return try JSONOutput.print(CommentMatchesOutput(comments: comments))
        }
        try Console.answer(text(of: rows, title: title, nothing: nothing))
    }

    private func text(of rows: [CommentHit], title: String, nothing: String) -> String {
        let page = FeedPage(session: session, terminal: terminal)
        let heading = title.harmless.truncated(toColumns: terminal.columns)
        var lines = [heading.styled(.bold, .yellow, when: terminal.hasColour), ""]
        if rows.isEmpty { lines += page.indented(nothing) }
        let now = Dependency.resolve((any TimeProvider).self).now
        for row in rows { lines += self.lines(of: row, now: now) }
        lines.append("")
        lines += page.dimmed(format.comments(rows.count) ?? "")
        return lines.joined(separator: "\n")
    }

    /// The lines of a match: the author, the place and the words around it.
    private func lines(of row: CommentHit, now: Date) -> [String] {
        let isOn = terminal.hasColour
        let comment = row.match.comment
        let room = max(12, terminal.columns - 2)
        let author = (comment.author ?? format.text(CommentPhrase.unknownAuthor)).harmless.truncated(toColumns: room)
        var details = ""
        let id = ThingIDs(site: comment.id.site).text(of: comment.id)
        for detail in [row.match.post.native, id, format.relativeDate(comment.created, now: now)].compactMap({
            $0?.harmless
        }) {
            // What does not fit is left out whole: half an id is none.
            guard DisplayWidth.of(author) + DisplayWidth.of(details) + 3 + DisplayWidth.of(detail) <= room else {
                continue
            }
            details += " · " + detail
        }
        let head = author.styled(.bold, highlighting: row.query, when: isOn) + details.styled(.dim, when: isOn)
        // Where only the name was found, the words begin at the beginning.
        let words = row.snippet(length: min(160, room))?.text ?? comment.body ?? format.text(CommentPhrase.noText)
        let line = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return [head, line.harmless.truncated(toColumns: room).styled(nil, highlighting: row.query, when: isOn)]
            .map { "  \($0)" }
    }
}
