import Core

/// Conversions from HTML to plain text and to Markdown.
///
/// Nothing of it is believed: unknown tags are left out and their text stays, what is cut short is left out, and
/// nothing is nested deeper than it is written.
public enum HTMLText {
    /// Returns the text that a piece of HTML shows, without any formatting.
    ///
    /// Paragraphs are divided by an empty line, list items begin with `- `, lines of `pre` stay as they are. A link is
    /// written as where it leads: in place of a label that is the same address or its shortened beginning (`…` or `...`
    /// at its end), else in brackets behind the label.
    ///
    /// - Parameter html: HTML.
    /// - Returns: The text, its entities decoded once.
    public static func plain(_ html: String) -> String {
        write(html, to: PlainWriter())
    }

    /// Converts HTML to Markdown: paragraphs, lists, quotations, code, emphasis and links.
    ///
    /// - Parameter html: HTML.
    /// - Returns: Markdown, its entities decoded once.
    public static func markdown(_ html: String) -> String {
        write(html, to: MarkdownWriter())
    }

    /// Replaces the character references of HTML by their characters: `Q&amp;A` becomes `Q&A`.
    ///
    /// - Parameter text: Text without tags.
    /// - Returns: The text, decoded exactly once; what is no reference stays as it is.
    public static func decodingEntities(_ text: String) -> String {
        HTMLEntities.decoded(Array(text.utf8)[...])
    }

    private static func write(_ html: String, to empty: some HTMLWriter) -> String {
        var tokens = HTMLTokenizer(html)
        var writer = empty
        while let token = tokens.next() {
            switch token {
            case .text(let text): writer.write(text)
            case .open(let name, let attributes): writer.open(name, attributes)
            case .close(let name): writer.close(name)
            }
        }
        return writer.finish()
    }
}

/// Makes a text of another kind from the parts of HTML, which come in their order.
protocol HTMLWriter {
    mutating func write(_ text: String)
    mutating func open(_ name: String, _ attributes: [String: String])
    mutating func close(_ name: String)
    mutating func finish() -> String
}

extension Unicode.Scalar {
    /// Whether it is white space to HTML; outside of code, any run of it is one space.
    var isHTMLSpace: Bool { self == " " || (0x09...0x0D).contains(value) }
}

/// Writes what tags show as plain text.
private struct PlainWriter: HTMLWriter {
    private var output = ""
    /// The line breaks that are due before the next text.
    private var breaks = 0
    /// Whether a space is due before the next text.
    private var isSpaced = false
    private var preDepth = 0
    private var link: (href: String, label: String)?

    mutating func finish() -> String {
        closeLink()
        while output.last?.isWhitespace == true { output.removeLast() }
        return output
    }

    mutating func write(_ text: String) {
        if link != nil { link?.label += text } else { append(text) }
    }

    mutating func open(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "a":
            closeLink()
            link = attributes["href"].map { ($0, "") }
        case "br": lineBreak(1)
        case "li":
            lineBreak(1)
            append("- ")
        case "pre":
            lineBreak(2)
            preDepth += 1
        case _ where Self.blocks.contains(name): lineBreak(2)
        case "tr": lineBreak(1)
        case "td", "th": isSpaced = true
        default: break
        }
    }

    mutating func close(_ name: String) {
        switch name {
        case "a": closeLink()
        case "pre":
            lineBreak(2)
            preDepth = max(preDepth - 1, 0)
        case _ where Self.blocks.contains(name): lineBreak(2)
        default: break
        }
    }

    private static let blocks: Set = [
        "p", "div", "ul", "ol", "blockquote", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6",
    ]

    private mutating func lineBreak(_ count: Int) {
        closeLink()
        if preDepth > 0, count == 1 { output += "\n" } else { breaks = max(breaks, count) }
        isSpaced = false
    }

    private mutating func closeLink() {
        guard let (href, label) = link else { return }
        link = nil
        let shown = label.filter { !$0.isWhitespace }
        let beginning = shown.hasSuffix("...") ? shown.dropLast(3) : shown.hasSuffix("…") ? shown.dropLast() : nil
        if href.isEmpty {
            append(label)
        } else if shown.isEmpty || shown == href || beginning.map({ href.hasPrefix($0) }) == true {
            append(href)
        } else {
            append("\(label) (\(href))")
        }
    }

    private mutating func append(_ text: String) {
        if preDepth > 0 {
            start()
            output += text
            return
        }
        // In HTML, all space outside of code is one.
        for scalar in text.unicodeScalars {
            if scalar.isHTMLSpace {
                isSpaced = true
            } else {
                start()
                output.unicodeScalars.append(scalar)
            }
        }
    }

    /// Writes what is due before a text.
    private mutating func start() {
        if breaks > 0 {
            while output.last?.isWhitespace == true { output.removeLast() }
            if !output.isEmpty { output += String(repeating: "\n", count: breaks) }
        } else if isSpaced, let last = output.unicodeScalars.last, !last.properties.isWhitespace {
            output += " "
        }
        (breaks, isSpaced) = (0, false)
    }
}
