import ServerKit

/// The HTML beside a text, as the site makes it from Markdown; here it is paragraphs only.
enum MarkdownHTML {
    /// The HTML of a text, or null for an empty one.
    static func json(_ text: String) -> JSONValue {
        .optional(html(text))
    }

    /// The HTML of a text, or nil for an empty one.
    static func html(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        let paragraphs = text.split(separator: "\n\n").map { "<p>\(escaped(String($0)))</p>\n\n" }.joined()
        return "<!-- SC_OFF --><div class=\"md\">\(paragraphs)</div><!-- SC_ON -->"
    }

    /// A text with what HTML would take for its own as entities, and also those signs that a site has more of.
    static func escaped(_ text: String, and more: [Character: String] = [:]) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: if let entity = more[character] { result += entity } else { result.append(character) }
            }
        }
        return result
    }
}
