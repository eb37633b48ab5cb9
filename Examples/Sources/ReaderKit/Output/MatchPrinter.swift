import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints posts that were searched for, for people or for programs.
@MainActor
struct MatchPrinter {
    let session: Session
    var terminal = Terminal()

    /// Prints them.
    ///
    /// - Parameters:
    ///   - rows: The matches.
    ///   - title: The heading.
    ///   - nothing: The sentence when nothing was found.
    /// - Throws: The exit status for an output that cannot be written.
    func print(_ rows: [PostMatch], title: String, isNothing nothing: String) throws {
        guard !session.isJSON else {
            let endpoints = Dependency.resolve((any EndpointProvider).self)
            return try JSONOutput.print(
                ItemsOutput(items: rows.map { ItemOutput(item: $0.item, endpoints: endpoints) }))
        }
        try Console.answer(text(of: rows, title: title, nothing: nothing))
    }

    private func text(of rows: [PostMatch], title: String, nothing: String) -> String {
        let page = FeedPage(session: session, terminal: terminal)
        let heading = title.harmless.truncated(toColumns: terminal.columns)
        var lines = [heading.styled(.bold, .yellow, when: terminal.hasColour), ""]
        if rows.isEmpty { lines += page.indented(nothing) }
        lines += page.rows(of: rows.map { ($0.item, $0) })
        lines.append("")
        lines += page.dimmed(page.format.text(ListPhrase.posts, counting: rows.count))
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The text with a style, and with another one where the words of a search are.
    func styled(_ style: Style?, highlighting query: SearchQuery?, when isOn: Bool) -> String {
        guard isOn else { return self }
        // Looked for in the text as it is shown: what was made harmless or cut off is not in it.
        return HighlightedText(self, query: query ?? SearchQuery("")).pieces.map { piece in
            let text = String(piece.text)
            if piece.isHighlighted { return text.styled(.bold, .yellow, when: true) }
            return style.map { text.styled($0, when: true) } ?? text
        }.joined()
    }
}
