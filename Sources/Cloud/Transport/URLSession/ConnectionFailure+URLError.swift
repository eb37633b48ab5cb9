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
        let code = (error as? URLError)?.code ?? .unknown
        return NetworkError(ErrorCode.session(code), underlying: ConnectionFailure(reason(of: code), underlying: error))
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
