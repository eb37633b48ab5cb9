public import Foundation

/// An HTTP request, which a backend makes and a ``RequestProvider`` performs.
public struct NetworkRequest: Sendable, Hashable {
    /// The kind of answer that a request expects, by which a login page of HTML is recognised.
    public enum Expectation: Sendable, Hashable {
        /// JSON: HTML is a captive portal (200) or refused access (403).
        case json
        /// Any bytes, such as an image; HTML is refused all the same.
        case data
        /// Any answer, HTML included.
        case anything
    }

    /// The method; `get` by default.
    public var method: HTTPMethod
    /// The whole URL.
    ///
    /// `https`, or `http` to a loopback address.
    public var url: URL
    /// The headers, by name; names are compared without case when sent.
    public var headers: [String: String]
    /// The body, `nil` for none.
    public var body: Data?
    /// The kind of answer that is expected; `json` by default.
    public var expectation = Expectation.json
    /// The priority; `userInitiated` by default.
    public var priority: RequestPriority
    /// The time limit, retries and pauses included; `nil` for the provider's own.
    ///
    /// For `prefetch` and `background`, where this is `nil`, the provider's own time counts for each try,
    /// from when it is sent: such a request waits for its turn as long as it takes.
    public var timeout: Duration?
    /// The size limit of the answer's body in bytes; `nil` for the provider's own.
    public var maximumBytes: Int?
    /// The error codes of the words by which the server's answers name errors; none by default.
    ///
    /// Some backends answer 400 to almost everything, with the reason as a word in the body: `{"error":"not_found"}`.
    /// Where a small JSON body of a 4xx answer has such a word, its code here counts, else the status does.
    public var errorWords: [String: ErrorCode] = [:]
    /// The error codes of redirects to certain paths of the same site; none by default.
    ///
    /// Some sites say "sign in first" by a redirect to a page that says so. A path here counts with all below it, in
    /// any case; a redirect to it is not followed, and fails with its code.
    public var errorPaths: [String: ErrorCode] = [:]
    /// The key by which the server recognises a repetition; `nil` by default.
    ///
    /// Sent as `Idempotency-Key`. A request that has one may be repeated whatever its method, so give one only where
    /// the server keeps the promise.
    public var idempotencyKey: String?
    /// The account that it is sent for; ``RequestSender/current`` by default.
    ///
    /// It counts where a provider adds credentials, and two requests for different accounts are never joined.
    public var sender = RequestSender.current
    /// The key by which requests that wait for one host take turns, such as a feed's key; `nil` by default.
    ///
    /// Of requests that wait for one host with equal priority, the one whose key was served longest ago goes first.
    /// Never sent, and never written down in clear.
    public var fairnessKey: String?
    /// Whether it is sent once at most: not repeated, not joined with an equal request, not redirected; false by
    /// default.
    ///
    /// For what must not be done twice, and for reading what the server has at this moment. The caller decides whether
    /// it is sent again. Only a provider that adds a token repeats it, after a 401: then it was certainly not done.
    public var isSentOnce = false
    /// Whether it goes over a connection that nothing was sent over before; false by default.
    ///
    /// Over one that was used before, and that the server gives up at that moment, systems send a GET a second time by
    /// themselves. What the server hands out once only, such as the packets of a poll, would be lost without a word.
    package var usesOwnConnection = false
    /// Who is told how much of the body was sent; whoever follows an upload for which this is made.
    let bodyProgress = BodyProgress.current

    /// Creates a request for JSON; what else it needs is set on the value.
    ///
    /// - Parameters:
    ///   - url: The whole URL.
    ///   - method: The method; `get` by default.
    ///   - headers: The headers by name; none by default.
    ///   - body: The body; none by default.
    ///   - priority: The priority; `userInitiated` by default.
    public init(
        _ url: URL, method: HTTPMethod = .get, headers: [String: String] = [:], body: Data? = nil,
        priority: RequestPriority = .userInitiated
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.priority = priority
    }
}

extension NetworkRequest: CustomStringConvertible, CustomReflectable {
    public var description: String {
        let names = shownHeaders.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        let size = body.map { ", body of \($0.count) bytes" } ?? ""
        return "\(method.rawValue) \(url.absoluteString) [\(names)]\(size)"
    }

    public var customMirror: Mirror {
        let parts: KeyValuePairs<String, Any> = [
            "method": method, "url": url, "headers": shownHeaders, "bodyCount": body?.count ?? 0,
            "expectation": expectation, "priority": priority,
        ]
        return Mirror(self, children: parts, displayStyle: .struct)
    }

    private var shownHeaders: [(key: String, value: String)] {
        headers.sorted { $0.key < $1.key }.map { name, value in
            (name, Self.harmless.contains(name.lowercased()) ? value : "‹secret›")
        }
    }

    /// The headers whose values may be printed; an allow list, since nobody can name every header that is a secret
    /// somewhere.
    private static let harmless: Set<String> = [
        "accept", "accept-encoding", "accept-language", "content-length", "content-type", "if-modified-since",
        "if-none-match", "if-range", "range", "user-agent",
    ]
}
