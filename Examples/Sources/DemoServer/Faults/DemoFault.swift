/// A way for a request to go wrong.
///
/// A fault about a listing (``emptyListing``, ``missingChildren``, ``childrenNotArray``, ``corruptChild(at:)``) changes
/// the answer the request would have had; in a thread it changes the comments. What it does to JSON is said below; in
/// a feed it is the same to the entries, to Lemmy's lists the same to `posts` or `comments`, and to Hacker News's the
/// same to `hits`, `children` or the ids. Where there is no
/// listing to change, the answer stays as it is.
///
/// An answer that is damaged on purpose is sent to conditional requests and to requests for a part as well.
///
/// Of a request for an act (``DemoAct``), a fault that sends the right answer late or damaged has done what was asked
/// for; ``delay(_:)`` does it late. Every other fault has not, unless it is within ``acted(_:)``.
public enum DemoFault: Sendable, Hashable {
    /// Any status, with extra headers such as `Retry-After` and a body.
    case status(Int, headers: [String: String] = [:], body: Body = .json)
    /// The right answer, but late.
    case delay(Duration)
    /// The right answer, whose head comes at once and whose body comes in pieces, with a pause before each.
    case drip(byteCount: Int = 1, every: Duration)
    /// No answer until the server is stopped, which closes the connection.
    case hang
    /// Half of the right answer, JSON or not, in a response that is complete as far as HTTP goes.
    case truncatedJSON
    /// The sign-in page of a hotel's network: 200 with HTML.
    case captivePortal
    /// The page that tells automated clients to go away: 403 with HTML.
    case blockPage
    /// 200 and the right content type, but bytes that are neither JSON nor XML nor UTF-8.
    case garbage
    /// The connection is closed in an orderly way (FIN) without an answer or in the middle of one.
    ///
    /// A client sees a lost connection. URLSession may ask again by itself when a *reused* connection breaks before the
    /// response; the log then shows one request more.
    case reset(ResetPoint = .beforeResponse)
    /// The same, with the connection thrown away (RST) and not closed.
    ///
    /// In the middle of an answer, what was sent of it may or may not be seen.
    case abort(ResetPoint = .beforeResponse)
    /// The right answer with a `Content-Length` that is wrong by so many bytes, and then the end of the connection.
    ///
    /// Positive: more is promised than comes. Negative: what comes is longer than what was promised.
    case wrongLength(by: Int)
    /// A redirect to the very same address.
    case redirectLoop
    /// A redirect to a second address, which redirects back to the first: it differs by `turn=1` in its query.
    case redirectCircle
    /// A redirect to the same path and query at another scheme, host and port, such as `http://localhost:8081`.
    case redirect(toOrigin: String)
    /// A redirect to `/login`, where an HTML page is.
    case loginRedirect
    /// A valid, empty listing followed by blanks up to that many bytes; they are sent without being held in memory.
    case hugeBody(byteCount: Int)
    /// A listing with nothing in it and nothing after it.
    case emptyListing
    /// A listing without `children`; a document that is no feed.
    case missingChildren
    /// A listing whose `children` is a string; a feed with words in place of entries.
    case childrenNotArray
    /// A listing one of whose children has values of the wrong types; an index past the end means the last.
    case corruptChild(at: Int)
    /// The act is done at once, and then the other fault comes in place of the answer.
    ///
    /// A delay then means an answer that is late, and a reset one that is lost. After a 500 or another status of that
    /// kind, every read shows what was done, however far behind it is said to be.
    indirect case acted(DemoFault)
    /// A refusal with a code, as the dialect writes it: inside an answer with 200 in Reddit's, as a word in Lemmy's.
    case refuse(String)
    /// The refusal of who writes too much, inside an answer: `RATELIMIT` with the time to wait, `rate_limit_error`.
    ///
    /// Reddit's names the time in milliseconds below a second, in seconds below a minute, else in minutes.
    case rateLimit(Duration)
    /// The token of the request has ended for good, and the request is answered with that.
    case tokenExpired
    /// The same, and every refresh token of its account has ended too.
    case tokenRevoked
    /// The right answer as it was so long ago, up to a minute.
    case stale(Duration)

    /// The point at which a connection breaks.
    public enum ResetPoint: String, Sendable, Hashable {
        /// Not one byte is sent.
        case beforeResponse
        /// The headers and half of the promised body are sent.
        case midBody
    }
}
