import Foundation

/// The kind of a body, judged by its first bytes, since headers may be wrong.
enum BodyKind: Hashable, Sendable {
    /// Nothing, or nothing but space.
    case empty
    /// Text that begins like a JSON object or array.
    case json
    /// A page for browsers.
    case html
    /// XML that is no page: SVG, Atom, RSS.
    case xml
    /// Text that begins with another tag.
    case markup
    /// Readable text.
    case text
    /// Anything else: pictures, videos, archives.
    case binary

    /// Judges a body.
    ///
    /// - Parameter body: The whole body; only its beginning is read.
    init(of body: Data) {
        let start = body.prefix(1024)
        guard let first = Self.skippingSpace(start).first else {
            self = .empty
            return
        }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            self = .json
        case UInt8(ascii: "<"):
            self = Self.markupKind(Self.skippingSpace(start))
        default:
            // Bytes that no text has: all controls but tab, line feed, form feed, carriage return and escape.
            let isBinary = start.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
            self = isBinary || first >= 0xF8 ? .binary : .text
        }
    }

    /// Whether a body is a page for browsers.
    ///
    /// - Parameter contentType: What the answer calls itself, `nil` when it does not say.
    /// - Returns: True for what begins as HTML, whatever it is called, and for what is called HTML and may be.
    func isPage(contentType: String?) -> Bool {
        switch self {
        case .html: true
        case .markup, .text: Self.isHTML(contentType)
        case .empty, .json, .xml, .binary: false
        }
    }

    /// Whether an answer calls itself a page for browsers.
    ///
    /// - Parameter contentType: What the answer calls itself, `nil` when it does not say.
    /// - Returns: True for HTML and XHTML.
    static func isHTML(_ contentType: String?) -> Bool {
        let type = contentType?.lowercased().split(separator: ";").first.map { $0.filter { !$0.isWhitespace } }
        return type == "text/html" || type == "application/xhtml+xml"
    }

    private static func skippingSpace(_ bytes: Data) -> Data {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
        return bytes.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    private static func markupKind(_ bytes: Data) -> BodyKind {
        var text = String(decoding: bytes, as: UTF8.self).lowercased()[...]
        var isXML = false
        // A prolog and comments may come before what tells a page from a picture.
        while true {
            text = text.drop { $0.isWhitespace }
            if text.hasPrefix("<?") {
                isXML = true
                guard let end = text.range(of: "?>") else { return .xml }
                text = text[end.upperBound...]
            } else if text.hasPrefix("<!--") {
                guard let end = text.range(of: "-->") else { return isXML ? .xml : .markup }
                text = text[end.upperBound...]
            } else {
                break
            }
        }
        let pageStarts = ["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script"]
        if pageStarts.contains(where: text.hasPrefix) { return .html }
        let otherStarts = ["<svg", "<rss", "<feed", "<!doctype svg", "<!doctype rss", "<rdf"]
        return isXML || otherStarts.contains(where: text.hasPrefix) ? .xml : .markup
    }
}
