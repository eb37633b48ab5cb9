import Core
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ConnectionFailure {
    /// The error of the request layer for what a session reports.
    ///
    /// - Parameters:
    ///   - error: What it reports.
    ///   - hasSent: Whether the session has sent some of the body: then nothing is unsent, whatever it reports. On
    ///     Linux, an address that refused the connection is still the reason when the next one took it and failed.
    /// - Returns: The code that it comes to, with the failure as what is underlying.
    static func networkError(_ error: any Error, hasSent: Bool) -> NetworkError {
        let code = (error as? URLError)?.code ?? .unknown
        let reason = reason(of: code)
        let failure =
            if hasSent {
                ConnectionFailure(reason == .refused ? .lost : reason, isUnsent: false, underlying: error)
            } else if isDuringUse(code) {
                ConnectionFailure(reason, isUnsent: false, underlying: error)
            } else {
                ConnectionFailure(reason, underlying: error)
            }
        return NetworkError(ErrorCode.session(code), underlying: failure)
    }

    /// Whether the connection may have been in use: a record that is damaged, or a certificate of ours that a server
    /// refuses after the handshake (RFC 8446, section 4.4).
    private static func isDuringUse(_ code: URLError.Code) -> Bool {
        [.secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired].contains(code)
    }

    private static func reason(of code: URLError.Code) -> Reason {
        switch code {
        case .timedOut: .silent
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: .noNetwork
        case .cannotFindHost, .dnsLookupFailed: .unknownHost
        case .cannotConnectToHost: .refused
        // A connection that closes before a word was said is a "bad response" to Foundation on Linux.
        case .networkConnectionLost, .badServerResponse: .lost
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource: .garbled
        // Cancelled, but not by the task that waits (that one has gone): the session is being shut down.
        case .cancelled: .shutDown
        default: ErrorCode.session(code) == .pinMismatch ? .untrusted : .other
        }
    }
}
