import Core
import Foundation

/// The content of a ``Core/PageRevision``, by which an unchanged answer is recognised: ETag, date, hash of the body.
///
/// It is compared only where the request is the same to the byte, so another limit, another backend or another server
/// never matches. The text is a query, in the order of its names:
///
/// | name | value |
/// | --- | --- |
/// | `v` | 2; goes up with every change in what decoders make of an answer, so that old revisions match nothing |
/// | `request` | the first 16 bytes of the hash of the URL and of what is accepted |
/// | `hash`, `length` | SHA-256 of the body, and its bytes |
/// | `etag`, `modified` | the validators, where the server gave some of a sensible length |
/// | `source`, `completeness` | what the page said of itself, for the page that stands for it |
struct AnswerRevision: Equatable {
    private var request: String
    private var hash: String
    private var length: Int
    private var etag: String?
    private var modified: String?
    private var source: String
    private var completeness: Completeness

    private static let version = "2"
    /// Longer validators and sources are left out: the text goes into the feed's record and into headers.
    private static let maximumLength = 256

    /// Describes an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was asked.
    ///   - page: What was made of the answer.
    init(of response: NetworkResponse, to request: NetworkRequest, as page: Page) {
        self.request = Self.fingerprint(of: request)
        hash = Self.text(SHA256.hash(response.body))
        length = response.body.count
        etag = response.header("ETag").flatMap(Self.etag)
        modified = response.header("Last-Modified").flatMap { text in
            text.utf8.count <= 64 && HTTPDate.date(from: text) != nil ? text : nil
        }
        source = page.source
        completeness = page.completeness
    }

    /// Reads a revision.
    ///
    /// - Parameters:
    ///   - revision: What was kept; nothing is made of a text that is none.
    ///   - request: What is asked now; nothing is made of the revision of another request.
    init?(_ revision: PageRevision?, of request: NetworkRequest) {
        guard let revision, revision.rawValue.utf8.count <= 4096 else { return nil }
        var values: [Substring: String] = [:]
        for item in revision.rawValue.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let value = String(parts[1]).removingPercentEncoding else { return nil }
            values[parts[0]] = value
        }
        guard values["v"] == Self.version, values["request"] == Self.fingerprint(of: request),
            let hash = values["hash"], let length = values["length"].flatMap({ Int($0) }),
            let source = values["source"], let completeness = values["completeness"].flatMap(Completeness.init)
        else { return nil }
        self.request = Self.fingerprint(of: request)
        (self.hash, self.length, self.source, self.completeness) = (hash, length, source, completeness)
        (etag, modified) = (values["etag"].flatMap(Self.etag), values["modified"])
        // A store is a file that anybody may have written: what goes into a header is checked again.
        if let modified, HTTPDate.date(from: modified) == nil { self.modified = nil }
    }

    /// The text to keep.
    var revision: PageRevision {
        var items = [
            "v": Self.version, "request": request, "hash": hash, "length": String(length), "source": source,
            "completeness": completeness.rawValue,
        ]
        items["etag"] = etag
        items["modified"] = modified
        return PageRevision(rawValue: PercentEncoding.query(items))
    }

    /// Whether the server can be asked to compare.
    var hasValidators: Bool { etag != nil || modified != nil }

    /// The headers that ask the server to compare; none without validators.
    var conditions: [String: String] {
        var headers: [String: String] = [:]
        headers["If-None-Match"] = etag
        headers["If-Modified-Since"] = modified
        return headers
    }

    /// Whether a body is the one that this describes.
    ///
    /// - Parameter body: The whole body.
    /// - Returns: True when length and hash are equal.
    func isOf(_ body: Data) -> Bool {
        body.count == length && Self.text(SHA256.hash(body)) == hash
    }

    /// The page that stands for the stored one.
    var unchangedPage: Page {
        var page = Page(posts: [], source: source, completeness: completeness)
        page.isUnchanged = true
        return page
    }

    /// An entity tag as RFC 9110, section 8.8.3 writes it, weak or strong; `nil` for anything else.
    private static func etag(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let opaque = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        guard text.utf8.count <= maximumLength, opaque.utf8.count >= 2, opaque.first == "\"", opaque.last == "\"",
            opaque.dropFirst().dropLast().utf8.allSatisfy({ $0 == 0x21 || (0x23...0x7E).contains($0) })
        else { return nil }
        return text
    }

    private static func fingerprint(of request: NetworkRequest) -> String {
        let accept = request.headers.first { $0.key.lowercased() == "accept" }?.value ?? ""
        let words = [request.method.rawValue, request.url.absoluteString, accept]
        return text(SHA256.hash(Data(words.joined(separator: "\n").utf8)).prefix(16))
    }

    /// Base64 for URLs, without padding.
    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
