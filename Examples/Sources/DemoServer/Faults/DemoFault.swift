/// A way for a request to go wrong.
///
/// A fault about a listing (``emptyListing``, ``missingChildren``, ``childrenNotArray``, ``corruptChild(at:)``) changes
/// the answer the request would have had; in a thread it changes the comments. Where there is no listing to change,
/// the answer stays as it is.
public enum DemoFault: Sendable, Hashable {
    /// Any status, with extra headers such as `Retry-After` and a body.
    case status(Int, headers: [String: String] = [:], body: Body = .json)
    /// The right answer, but late.
    case delay(Duration)
    /// No answer until the server is stopped, which closes the connection.
    case hang
    /// Half of the right answer, in a response that is complete as far as HTTP goes.
    case truncatedJSON
    /// The sign-in page of a hotel's network: 200 with HTML.
    case captivePortal
    /// The page that tells automated clients to go away: 403 with HTML.
    case blockPage
    /// 200 and `application/json`, but bytes that are neither JSON nor UTF-8.
    case garbage
    /// The connection is closed without an answer or in the middle of one.
    case reset(ResetPoint = .beforeResponse)
    /// A redirect to the very same address.
    case redirectLoop
    /// A valid, empty listing followed by blanks up to that many bytes; they are sent without being held in memory.
    case hugeBody(byteCount: Int)
    /// A listing with nothing in it and nothing after it.
    case emptyListing
    /// A listing without `children`.
    case missingChildren
    /// A listing whose `children` is a string.
    case childrenNotArray
    /// A listing one of whose children has values of the wrong types; an index past the end means the last.
    case corruptChild(at: Int)

    /// Where a connection breaks.
    ///
    /// It is closed in an orderly way (FIN, not RST), which a client sees as a lost connection. URLSession may ask
    /// again by itself when a *reused* connection breaks before the response; the log then shows one request more.
    public enum ResetPoint: Sendable, Hashable {
        /// Not one byte is sent.
        case beforeResponse
        /// The headers and half of the promised body are sent.
        case midBody
    }
}
