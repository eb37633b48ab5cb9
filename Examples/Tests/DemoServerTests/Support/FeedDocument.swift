import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An Atom document, read strictly: the text and the attributes of what is in each entry.
final class FeedDocument: NSObject, XMLParserDelegate {
    struct Malformed: Error {
        let line: Int
    }

    /// The text under an element's name, and each attribute under the element's name and its own.
    private(set) var entries: [[String: String]] = []
    /// The name of the root element.
    private(set) var root = ""
    private var entry: [String: String]?
    private var text = ""
    private var depth = 0

    init(_ data: Data) throws {
        super.init()
        let parser = XMLParser(data: data)
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        // On Linux the parser takes a document that ends too early for a good one.
        guard parser.parse(), depth == 0, !root.isEmpty else { throw Malformed(line: parser.lineNumber) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        depth += 1
        if root.isEmpty { root = name }
        if name == "entry" { entry = [:] }
        for (attribute, value) in attributes {
            entry?["\(name) \(attribute)"] = value
        }
        text = ""
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        depth -= 1
        if name == "entry" {
            if let entry { entries.append(entry) }
            entry = nil
        } else {
            entry?[name] = text
        }
    }
}
