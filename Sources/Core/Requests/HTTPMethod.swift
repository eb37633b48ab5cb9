/// The method of an HTTP request.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads a resource.
    case get = "GET"
    /// Reads only the headers.
    case head = "HEAD"
    /// Sends new data; a repetition may have its effect twice.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Deletes a resource.
    case delete = "DELETE"

    /// Whether the method is idempotent (RFC 9110, section 9.2.2).
    package var isIdempotent: Bool { self != .post }
}
