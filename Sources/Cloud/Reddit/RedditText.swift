import Core
import Foundation

/// Whether the strings of an answer are escaped, which the request decides and the content never shows.
///
/// Without `raw_json=1` Reddit writes `&amp;`, `&lt;` and `&gt;` for `&`, `<` and `>` in every string, URLs included,
/// and escapes nothing else. So exactly these three are turned back, in one pass: an author's own `&quot;` arrives as
/// `&amp;quot;` and must be `&quot;` in the end, and with `raw_json=1` a title that says `&amp;` says just that.
enum RedditText: Sendable, Hashable {
    /// The request asked for `raw_json`: strings are as written.
    case raw
    /// Strings are escaped once.
    case escaped

    /// Decides by a request.
    ///
    /// - Parameter request: The request whose answer is read.
    init(of request: NetworkRequest) {
        let query = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        self = query.contains { $0.name == "raw_json" && $0.value == "1" } ? .raw : .escaped
    }

    /// The text as its author wrote it.
    ///
    /// - Parameter text: A string of the answer.
    /// - Returns: The text, unescaped exactly once where it is escaped.
    func plain(_ text: String) -> String {
        guard self == .escaped, text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            if let (entity, character) = Self.entities.first(where: { rest.utf8.starts(with: $0.0.utf8) }) {
                result += character
                rest = rest[rest.utf8.index(rest.startIndex, offsetBy: entity.utf8.count)...]
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static let entities = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]
}
