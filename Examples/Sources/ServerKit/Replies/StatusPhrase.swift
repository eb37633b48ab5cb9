/// The phrases of RFC 9110 for the statuses that the server sends or is asked to send.
package enum StatusPhrase {
    private static let phrases = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 409: "Conflict",
        410: "Gone", 413: "Content Too Large",
        416: "Range Not Satisfiable", 429: "Too Many Requests", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]

    /// Returns the phrase of a status; of one that has none, `Status` and its number.
    package static func phrase(for status: Int) -> String {
        phrases[status] ?? "Status \(status)"
    }
}
