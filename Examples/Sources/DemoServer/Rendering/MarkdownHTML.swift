/// The HTML beside a text, as the site makes it from Markdown; here it is paragraphs only.
enum MarkdownHTML {
    /// The HTML of a text, or null for an empty one.
    static func json(_ text: String) -> JSONValue {
        guard !text.isEmpty else { return .null }
        let paragraphs = text.split(separator: "\n\n").map { "<p>\(escaped(String($0)))</p>\n\n" }.joined()
        return .string("<!-- SC_OFF --><div class=\"md\">\(paragraphs)</div><!-- SC_ON -->")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
