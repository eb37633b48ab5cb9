import Core
import Foundation

/// Decides whether an answer may be used, before anybody decodes or caches it.
///
/// | answer | result |
/// | --- | --- |
/// | 200 to 299 | the answer, or `captivePortal` for a page of HTML where JSON or data was expected |
/// | 304 | the answer to a request with a condition, else `malformed` |
/// | any other 3xx that is left over | `redirected` |
/// | 401, 419 | `unauthorized` |
/// | 403 | `accessClosed` for a page of HTML, else `forbidden` |
/// | 445 | `forbidden` |
/// | 418 | `sessionExpired` |
/// | 420 | `accessClosed` |
/// | 404, 410 | `notFound` |
/// | 429 | `rateLimited` |
/// | any other 4xx | `badRequest` |
/// | 5xx | `serverError` |
/// | any other number | `malformed` |
///
/// 418, 419, 420 and 445 are no standard; community servers say by them that the session is over, that the access token
/// is, that the app's key is refused, and that a thing is somebody else's.
///
/// A body longer than the request allows is `tooLarge`, whatever the status. A word of ``ErrorWords`` counts before a
/// status of 4xx.
enum ResponseCheck {
    /// Checks an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - request: What was asked, for what it expects.
    ///   - now: The date, to make sense of a `Retry-After` that is one.
    /// - Throws: The `NetworkError` of the table above, with the status, with what the server says of waiting,
    ///   and below 500 with its ``ServerRefusal``.
    static func check(
        _ response: NetworkResponse, to request: NetworkRequest, now: Date
    ) throws(NetworkError) {
        if let maximumBytes = request.maximumBytes, response.body.count > maximumBytes {
            throw NetworkError(.tooLarge, status: response.status, date: response.serverDate)
        }
        guard let code = ErrorWords.code(in: response, to: request) ?? code(for: response, to: request) else { return }
        let isRefusal = (400...499).contains(response.status)
        throw NetworkError(
            code, status: response.status, retryAfter: RetryAfter.duration(asked: response, now: now),
            date: response.serverDate,
            underlying: isRefusal
                ? ServerRefusal(body: response.body, contentType: response.header("Content-Type")) : nil)
    }

    private static func code(for response: NetworkResponse, to request: NetworkRequest) -> ErrorCode? {
        switch response.status {
        case 200...299: isPortal(response, to: request) ? .captivePortal : nil
        case 304: isConditional(request) ? nil : .malformed
        case 300...399: .redirected
        case 401, 419: .unauthorized
        case 418: .sessionExpired
        case 420: .accessClosed
        case 445: .forbidden
        case 403: isPage(response) ? .accessClosed : .forbidden
        case 404, 410: .notFound
        case 429: .rateLimited
        case 400...499: .badRequest
        case 500...599: .serverError
        default: .malformed
        }
    }

    private static func isConditional(_ request: NetworkRequest) -> Bool {
        request.headers.keys.contains { ["if-none-match", "if-modified-since"].contains($0.lowercased()) }
    }

    private static func isPortal(_ response: NetworkResponse, to request: NetworkRequest) -> Bool {
        switch request.expectation {
        case .json, .data: isPage(response)
        case .anything: false
        }
    }

    private static func isPage(_ response: NetworkResponse) -> Bool {
        BodyKind(of: response.body).isPage(contentType: response.header("Content-Type"))
    }
}
