/// Writes the Markdown that the tags of a text stand for: what Reddit made HTML of, turned back.
///
/// Paragraphs, line breaks, headings, lists, quotations, code, rules, tables' cells, emphasis and links are written;
/// all other tags are left out and their text stays. It is a rendering: what looked the same in HTML is written one
/// way.
struct MarkdownWriter: HTMLWriter {
    /// The deepest nesting of lists and quotations that is written; deeper ones stay at this depth.
    static let maximumDepth = 16

    private enum Container {
        case quote
        case list(items: Int, isNumbered: Bool)

        var isList: Bool { if case .list = self { true } else { false } }
    }

    private var output = ""
    private var block = ""
    private var containers: [Container] = []
    /// Containers that are not written because they are nested too deeply.
    private var surplus = 0
    /// The mark of a list's item whose first line is not written yet, and which container's it is.
    private var marker: (text: String, index: Int)?
    /// Whether the next block follows without an empty line.
    private var isTight = false
    private var codeDepth = 0
    private var links: [(href: String, start: Int)] = []

    /// The text so far, without space around it.
    ///
    /// - Returns: Markdown.
    mutating func finish() -> String {
        flush()
        return output
    }

    /// Adds text.
    ///
    /// - Parameter text: Text of which entities are decoded.
    mutating func write(_ text: String) {
        guard codeDepth == 0 else {
            block += text
            return
        }
        // In HTML, all space outside of code is one.
        for scalar in text.unicodeScalars {
            if scalar.isHTMLSpace {
                if let last = block.unicodeScalars.last, last != " ", last != "\n" { block += " " }
            } else {
                block.unicodeScalars.append(scalar)
            }
        }
    }

    /// Adds a tag that opens.
    ///
    /// - Parameters:
    ///   - name: Its name in lowercase.
    ///   - attributes: Its attributes.
    mutating func open(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "p", "div", "table", "tr": flush()
        case "br": block += codeDepth > 0 ? "\n" : "  \n"
        case "h1", "h2", "h3", "h4", "h5", "h6":
            flush()
            block = String(repeating: "#", count: name.utf8.last.map { Int($0) - 0x30 } ?? 1) + " "
        case "hr":
            flush()
            block = "---"
            flush()
        case "blockquote": enter(.quote)
        case "ul": enter(.list(items: 0, isNumbered: false))
        case "ol": enter(.list(items: 0, isNumbered: true))
        case "li": beginItem()
        case "pre":
            flush()
            codeDepth += 1
        case "td", "th": if !block.isEmpty { block += " | " }
        case "a":
            guard links.count < Self.maximumDepth else { return }
            links.append((attributes["href"] ?? "", block.utf8.count))
        default: block += Self.emphasis[name].map { codeDepth > 0 ? "" : $0 } ?? ""
        }
    }

    /// Adds a tag that closes.
    ///
    /// - Parameter name: Its name in lowercase.
    mutating func close(_ name: String) {
        switch name {
        case "p", "div", "table", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6": flush()
        case "blockquote", "ul", "ol": leave()
        case "pre":
            flush()
            codeDepth = max(codeDepth - 1, 0)
        case "a": closeLink()
        default: block += Self.emphasis[name].map { codeDepth > 0 ? "" : $0 } ?? ""
        }
    }

    private static let emphasis = [
        "strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "code": "`",
    ]

    private mutating func closeLink() {
        guard let (href, start) = links.popLast(), !href.isEmpty else { return }
        // A block that ended meanwhile took the beginning of the link along.
        guard start < block.utf8.count else { return }
        let index = block.utf8.index(block.startIndex, offsetBy: start)
        let label = String(block[index...])
        guard label != href else { return }
        // In place: a text of links only would be copied once for each.
        block.replaceSubrange(index..., with: "[\(label)](\(href))")
    }

    // MARK: Containers

    private mutating func enter(_ container: Container) {
        flush()
        guard containers.count < Self.maximumDepth else {
            surplus += 1
            return
        }
        containers.append(container)
    }

    private mutating func leave() {
        flush()
        marker = nil
        isTight = false
        if surplus > 0 { surplus -= 1 } else { _ = containers.popLast() }
    }

    private mutating func beginItem() {
        flush()
        guard surplus == 0, case .list(let items, let isNumbered)? = containers.last else { return }
        let index = containers.count - 1
        containers[index] = .list(items: items + 1, isNumbered: isNumbered)
        marker = (isNumbered ? "\(items + 1). " : "- ", index)
        isTight = items > 0 || containers.dropLast().last?.isList == true
    }

    // MARK: Blocks

    /// Ends the block: its lines are written, each behind what its containers begin lines with.
    private mutating func flush() {
        defer { block = "" }
        links.removeAll()
        let text = codeDepth > 0 ? Self.trimmingLineEnds(block[...]) : Self.trimmed(block[...])
        guard !text.isEmpty else { return }
        let (first, rest) = prefixes()
        if !output.isEmpty { output += isTight ? "\n" : "\n\n" }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { output += "\n" }
            output += (index == 0 ? first : rest) + (codeDepth > 0 ? "    " : "") + line
        }
        marker = nil
        isTight = false
    }

    /// The prefixes of the first line of a block and of the others.
    private func prefixes() -> (String, String) {
        var (first, rest) = ("", "")
        for (index, container) in containers.enumerated() {
            switch container {
            case .quote:
                first += "> "
                rest += "> "
            case .list(_, let isNumbered):
                let indent = isNumbered ? "   " : "  "
                if let marker, marker.index == index { first += marker.text } else { first += indent }
                rest += indent
            }
        }
        return (first, rest)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        trimmingEnd(text.drop { $0.isWhitespace }) { $0.isWhitespace }
    }

    private static func trimmingLineEnds(_ text: Substring) -> Substring {
        trimmingEnd(text.drop { $0 == "\n" }) { $0.isWhitespace }
    }

    private static func trimmingEnd(_ text: Substring, where isSpace: (Character) -> Bool) -> Substring {
        var text = text
        while let last = text.last, isSpace(last) { text.removeLast() }
        return text
    }
}
