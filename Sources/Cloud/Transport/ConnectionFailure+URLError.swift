import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ConnectionFailure {
    /// The error of the request layer for what a session reports.
    ///
    /// - Parameter error: What it reports.
    /// - Returns: The code that it comes to, with the failure as what is underlying.
    static func networkError(_ error: any Error) -> NetworkError {
        let (code, reason) = meaning(of: (error as? URLError)?.code ?? .unknown)
        return NetworkError(code, underlying: ConnectionFailure(reason, underlying: error))
    }

    private static func meaning(of code: URLError.Code) -> (ErrorCode, Reason) {
        switch code {
        case .timedOut: (.timedOut, .silent)
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: (.offline, .noNetwork)
        case .cannotFindHost, .dnsLookupFailed: (.offline, .unknownHost)
        case .cannotConnectToHost: (.offline, .refused)
        // A connection that closes before a word was said is a "bad response" to Foundation on Linux.
        case .networkConnectionLost, .badServerResponse: (.offline, .lost)
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            (.pinMismatch, .untrusted)
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            (.malformed, .garbled)
        case .httpTooManyRedirects, .redirectToNonExistentLocation: (.redirected, .other)
        // Nothing was asked, and asking again changes nothing.
        case .badURL, .unsupportedURL: (.badRequest, .other)
        // Cancelled, but not by the task that waits (that one has gone): the session is being shut down.
        case .cancelled: (.offline, .shutDown)
        default: (.offline, .other)
        }
    }
}
