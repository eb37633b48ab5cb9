/// The parts of a post or comment in the HTML of an entry.
///
/// Reddit writes a text as `<!-- SC_OFF --><div class="md">…</div><!-- SC_ON -->`, a picture as a table whose first
/// cell has an `img`, and behind both `submitted by`, the author and two links, named `[link]` and `[comments]`. What
/// an author wrote lies within the `div`; nothing in there is taken for Reddit's own words.
struct RedditFeedContent: Hashable, Sendable {
    /// The target of `[link]`, as written.
    private(set) var link: String?
    /// The URL of the picture, as written.
    private(set) var image: String?
    /// The text, as Markdown; `nil` where there is none.
    private(set) var text: String?

    /// Reads a content.
    ///
    /// - Parameter html: HTML, unescaped once.
    init(_ html: String) {
        var tokens = HTMLTokenizer(html)
        var writer = MarkdownWriter()
        /// The number of open `div` elements, the text's own included; zero outside of the text.
        var depth = 0
        var anchor: (href: String, label: String)?
        while let token = tokens.next() {
            switch token {
            case .text(let string):
                if depth > 0 { writer.write(string) } else { anchor?.label += string }
            case .open(let name, let attributes) where depth > 0:
                if name == "div" { depth += 1 }
                writer.open(name, attributes)
            case .open("div", let attributes):
                let classes = attributes["class"]?.split(separator: " ") ?? []
                // The first is the text; there is never another.
                if text == nil, classes.contains("md") { depth = 1 }
            case .open("a", let attributes):
                anchor = attributes["href"].map { ($0, "") }
            case .open("img", let attributes):
                image = image ?? attributes["src"]
            case .open: break
            case .close(let name) where depth > 0:
                if name == "div" { depth -= 1 }
                if depth == 0 { text = writer.finish() } else { writer.close(name) }
            case .close("a"):
                if let anchor, anchor.label.filter({ !$0.isWhitespace }) == "[link]" { link = anchor.href }
                anchor = nil
            case .close: break
            }
        }
        // A text that was cut is a text all the same.
        if depth > 0 { text = writer.finish() }
    }
}
