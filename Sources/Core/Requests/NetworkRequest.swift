public import Foundation

/// One HTTP request as a value: what a backend makes and a ``RequestProvider`` performs.
public struct NetworkRequest: Sendable, Hashable {
    /// What an answer must be, so that a page of HTML is recognised as somebody else's.
    public enum Expectation: Sendable, Hashable {
        /// JSON: an answer that is HTML is a captive portal (200) or a closed door (403).
        case json
        /// Any bytes, an image for one; HTML is refused all the same.
        case data
        /// Whatever comes, HTML included.
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
    /// What an answer must be; `json` by default.
    public var expectation: Expectation
    /// Who waits; `userInitiated` by default.
    public var priority: RequestPriority
    /// The time for everything, retries and pauses included; `nil` for the provider's own.
    ///
    /// Where nobody waits (`prefetch`, `background`) and this is `nil`, the provider's own time counts for each try, from
    /// when it is sent: such a request waits for its turn as long as it takes.
    public var timeout: Duration?
    /// The largest body that is accepted, in bytes; `nil` for the provider's own limit.
    public var maximumBytes: Int?
    /// What the words mean by which the backend says what is wrong; none by default.
    ///
    /// Some backends answer 400 to almost everything, with the reason as a word in the body: `{"error":"not_found"}`.
    /// Where a small JSON body of a 4xx answer has such a word, its code here counts, else the status does.
    public var errorWords: [String: ErrorCode] = [:]
    /// What it means to be sent on to a path of the same site, instead of being answered; nothing by default.
    ///
    /// Some sites say "sign in first" by a redirect to a page that says so. A path here counts with all below it, in any
    /// case; a redirect to it is not followed, and fails with its code.
    public var errorPaths: [String: ErrorCode] = [:]
    /// The key by which the server recognises a repetition; `nil` by default.
    ///
    /// Sent as `Idempotency-Key`. A request that has one may be repeated whatever its method, so give one only where the
    /// server keeps the promise.
    public var idempotencyKey: String?
    /// Whose turn it is: the feed that the request is for; `nil` by default.
    ///
    /// Of requests that wait for one host with equal priority, the one whose key was served longest ago goes first.
    /// Never sent, and never written down in clear.
    public var fairnessKey: String?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: The whole URL.
    ///   - method: The method.
    ///   - headers: The headers, by name.
    ///   - body: The body.
    ///   - expectation: What an answer must be.
    ///   - priority: Who waits.
    ///   - timeout: The time for everything, `nil` for the provider's own.
    ///   - maximumBytes: The largest body that is accepted, `nil` for the provider's own limit.
    ///   - idempotencyKey: The key by which the server recognises a repetition.
    ///   - fairnessKey: Whose turn it is.
    public init(
        _ url: URL, method: HTTPMethod = .get, headers: [String: String] = [:], body: Data? = nil,
        expectation: Expectation = .json, priority: RequestPriority = .userInitiated, timeout: Duration? = nil,
        maximumBytes: Int? = nil, idempotencyKey: String? = nil, fairnessKey: String? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.expectation = expectation
        self.priority = priority
        self.timeout = timeout
        self.maximumBytes = maximumBytes
        self.idempotencyKey = idempotencyKey
        self.fairnessKey = fairnessKey
    }
}
