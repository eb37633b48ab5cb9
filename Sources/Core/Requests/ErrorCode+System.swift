package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the errors of Swift and Foundation come to, for backends that call `URLSession`, decoders and files themselves.
extension ErrorCode {
    /// The code for an error of the system.
    ///
    /// - Parameter error: Any error.
    /// - Returns: `nil` for one that is none of a URL session, a decoder, Cocoa or POSIX, and for those whose numbers say
    ///   nothing.
    static func system(_ error: any Error) -> ErrorCode? {
        switch error {
        case let error as URLError: .session(error.code)
        case is DecodingError: .malformed
        case let error as CocoaError: cocoa(error.code)
        case let error as POSIXError: posix(error.code)
        default: nil
        }
    }

    /// The code for what a URL session reports.
    ///
    /// - Parameter code: The session's own word.
    /// - Returns: The code; `offline` for whatever has none of its own, as nothing was answered.
    package static func session(_ code: URLError.Code) -> ErrorCode {
        switch code {
        case .timedOut: .timedOut
        case .userAuthenticationRequired, .userCancelledAuthentication: .unauthorized
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired:
            .pinMismatch
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource: .malformed
        case .dataLengthExceedsMaximum: .tooLarge
        case .httpTooManyRedirects, .redirectToNonExistentLocation: .redirected
        // Nothing was asked, and asking again changes nothing.
        case .badURL, .unsupportedURL: .badRequest
        case .fileDoesNotExist: .fileMissing
        case .noPermissionsToReadFile: .permissionDenied
        // A connection that closes before a word was said is a "bad response" to Foundation on Linux.
        default: .offline
        }
    }

    private static func cocoa(_ code: CocoaError.Code) -> ErrorCode? {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: .fileMissing
        case .fileReadNoPermission, .fileWriteNoPermission: .permissionDenied
        case .fileWriteOutOfSpace: .noSpace
        case .fileWriteVolumeReadOnly: .readOnly
        case .fileReadCorruptFile, .fileReadInapplicableStringEncoding, .fileReadUnknownStringEncoding: .malformed
        case .fileReadTooLarge: .tooLarge
        default:
            switch code.rawValue {
            // Cocoa's own ranges: files, property lists and JSON, coders.
            case 1...1023: .diskFailure
            case 3840...4095, 4864...4991: .malformed
            default: nil
            }
        }
    }

    private static func posix(_ code: POSIXError.Code) -> ErrorCode? {
        switch code {
        case .ENOSPC, .EDQUOT: .noSpace
        case .EROFS: .readOnly
        case .EACCES, .EPERM: .permissionDenied
        case .ENOENT: .fileMissing
        case .EIO, .ENOTDIR, .EISDIR, .EMFILE, .ENFILE, .EFBIG, .ENAMETOOLONG, .ELOOP: .diskFailure
        case .ETIMEDOUT: .timedOut
        case .ECONNREFUSED, .ECONNRESET, .ECONNABORTED, .ENETDOWN, .ENETUNREACH, .ENETRESET, .EHOSTDOWN,
            .EHOSTUNREACH, .ENOTCONN, .EPIPE, .EADDRNOTAVAIL:
            .offline
        default: nil
        }
    }
}

extension Error {
    /// Whether it says no more than that somebody cancelled the work, in the words of Swift, a URL session, Cocoa or POSIX.
    package var isCancellation: Bool {
        switch self {
        case is CancellationError: true
        case let error as URLError: error.code == .cancelled
        case let error as CocoaError: error.code == .userCancelled
        case let error as POSIXError: error.code == .ECANCELED
        default: false
        }
    }
}
