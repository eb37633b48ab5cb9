/// What a request asks the server to do.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads.
    case get = "GET"
    /// Reads the head only.
    case head = "HEAD"
    /// Sends something new: doing it twice may do it twice.
    case post = "POST"
    /// Replaces.
    case put = "PUT"
    /// Removes.
    case delete = "DELETE"

    /// Whether doing it twice is the same as doing it once (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { self != .post }
}
