import Core
import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Parses an Atom feed (RFC 4287) with `XMLParser`, within limits.
///
/// | limit | | beyond it |
/// | --- | --- | --- |
/// | ``maximumBytes`` | 8 MB | `tooLarge` |
/// | ``maximumDepth`` | 32 elements | `malformed` |
/// | ``maximumEntries`` | 1000 | the rest is left out, and ``Feed/isCut`` says so |
/// | ``maximumTextBytes`` | 1 MB for each part of an entry | the part is left out, and ``AtomEntry/tooLong`` names it |
///
/// No document type, no external entities, nothing but UTF-8; see ``AtomProlog``. What stands behind the feed's end is
/// not read.
enum AtomParser {
    static let maximumBytes = 8 << 20
    static let maximumDepth = 32
    static let maximumEntries = 1000
    static let maximumTextBytes = 1 << 20

    /// A feed's entries, and what it says of itself.
    struct Feed: Hashable, Sendable {
        /// The feed's own title.
        var title: String?
        /// The term of the feed's own category.
        var category: String?
        /// The entries in the order of the feed.
        var entries: [AtomEntry] = []
        /// Whether there were more than are taken.
        var isCut = false
    }

    /// Parses a feed.
    ///
    /// - Parameter body: The whole text.
    /// - Returns: Its entries.
    /// - Throws: `NetworkError` with the code `malformed` for what is no whole Atom feed, `tooLarge` for one that is
    ///   too large.
    static func feed(from body: Data) throws(NetworkError) -> Feed {
        guard body.count <= maximumBytes else { throw NetworkError(.tooLarge) }
        do {
            try AtomProlog.check(Array(body))
        } catch {
            throw NetworkError(.malformed, underlying: error)
        }
        let reader = AtomReader()
        let parser = XMLParser(data: body.trimmingLeadingSpace())
        parser.shouldProcessNamespaces = true
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWhole = parser.parse()
        if let problem = reader.problem { throw NetworkError(.malformed, underlying: problem) }
        // Whether something behind the feed is an error depends on the system; the feed is whole either way.
        guard reader.isClosed, isWhole || !reader.isBroken else {
            let place = "line \(parser.lineNumber), column \(parser.columnNumber)"
            throw NetworkError(.malformed, underlying: AtomError("no whole XML: \(place)"))
        }
        return reader.feed
    }
}

extension Data {
    /// These bytes from the first that is no space: XML's own declaration must be the very beginning.
    fileprivate func trimmingLeadingSpace() -> Data {
        Data(drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
    }
}

/// Collects the entries that a parser meets.
///
/// Used by one thread, for one text.
private final class AtomReader: NSObject, XMLParserDelegate {
    private(set) var feed = AtomParser.Feed()
    private(set) var problem: AtomError?
    /// Whether the feed's own element has ended.
    private(set) var isClosed = false
    /// Whether the parser met an error before that.
    private(set) var isBroken = false

    private static let atom = "http://www.w3.org/2005/Atom"
    private static let media = "http://search.yahoo.com/mrss/"

    private var depth = 0
    /// The entry that is read now.
    private var current: AtomEntry?
    /// The part of the entry whose text is read now, and at which depth it began.
    private var part: (name: String, depth: Int)?
    private var isInAuthor = false
    private var text = ""

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard problem == nil, !isClosed else { return }
        depth += 1
        guard depth <= AtomParser.maximumDepth else { return stop(parser, "nested too deeply") }
        let isAtom = namespaceURI == Self.atom
        switch depth {
        case 1:
            guard isAtom, name == "feed" else { return stop(parser, "the root is no Atom feed") }
        case 2:
            guard isAtom, name == "entry" else {
                if isAtom, current == nil { startOwn(name, attributes) }
                return
            }
            guard feed.entries.count < AtomParser.maximumEntries else {
                feed.isCut = true
                return
            }
            current = AtomEntry()
        case 3 where current != nil:
            if isAtom { start(name, attributes) }
            if namespaceURI == Self.media, name == "thumbnail", current?.thumbnail == nil {
                current?.thumbnail = attributes["url"]
            }
        case 4 where isInAuthor && isAtom && name == "name":
            begin(name)
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        guard problem == nil, !isClosed else { return }
        if let part, part.depth == depth { end(part.name) }
        depth -= 1
        switch depth {
        case 0: isClosed = true
        case 1:
            if let current { feed.entries.append(current) }
            current = nil
        case 2: isInAuthor = false
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { append(string) }

    func parser(_ parser: XMLParser, foundCDATA block: Data) { append(String(decoding: block, as: UTF8.self)) }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        if !isClosed { isBroken = true }
    }

    private func stop(_ parser: XMLParser, _ reason: String) {
        problem = AtomError(reason)
        parser.abortParsing()
    }

    private func start(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "id", "title", "published", "updated", "content": begin(name)
        case "author": isInAuthor = true
        case "category":
            if current?.category == nil { current?.category = attributes["term"] }
        case "link":
            // A link without a relation is the entry's own page.
            guard current?.link == nil, attributes["rel"] ?? "alternate" == "alternate" else { return }
            current?.link = attributes["href"]
        default: break
        }
    }

    /// A part of the feed itself.
    private func startOwn(_ name: String, _ attributes: [String: String]) {
        switch name {
        case "title" where feed.title == nil: begin(name)
        case "category": feed.category = feed.category ?? attributes["term"]
        default: break
        }
    }

    private func begin(_ name: String) {
        part = (name, depth)
        text = ""
    }

    private func append(_ string: String) {
        guard let part, problem == nil, current?.tooLong == nil else { return }
        guard text.utf8.count + string.utf8.count <= AtomParser.maximumTextBytes else {
            text = ""
            current?.tooLong = part.name
            // A feed's own title that is too long is none.
            if current == nil { self.part = nil }
            return
        }
        text += string
    }

    private func end(_ name: String) {
        part = nil
        defer { text = "" }
        guard current != nil else {
            feed.title = trimmed
            return
        }
        guard current?.tooLong != name else { return }
        switch name {
        case "id": keep(\.id, trimmed)
        case "title": keep(\.title, text)
        case "published": keep(\.published, trimmed)
        case "updated": keep(\.updated, trimmed)
        case "content": keep(\.content, text)
        default: keep(\.author, trimmed)
        }
    }

    /// Of several parts with one name, the first counts.
    private func keep(_ part: WritableKeyPath<AtomEntry, String?>, _ value: String) {
        if current?[keyPath: part] == nil { current?[keyPath: part] = value }
    }

    private var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }
}
