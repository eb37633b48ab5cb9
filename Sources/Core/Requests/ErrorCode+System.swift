package import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The codes for errors of Swift and Foundation, for backends that call `URLSession`, decoders and files themselves.
extension ErrorCode {
    /// The code for an error of the system.
    ///
    /// - Parameter error: Any error.
    /// - Returns: `nil` for one that is none of a URL session, a decoder, Cocoa or POSIX, and for those whose numbers
    ///   say nothing.
    static func system(_ error: any Error) -> ErrorCode? {
        if error is DecodingError { return .malformed }
        return switch FoundationFailure.of(error) {
        case .session(let code): .session(code)
        case .cocoa(let code): cocoa(code)
        case .posix(let code): posix(code)
        case nil: nil
        }
    }

    /// The code for an error of a URL session.
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
        case .EMFILE, .ENFILE: .tooManyOpenFiles
        case .EIO, .ENOTDIR, .EISDIR, .EFBIG, .ENAMETOOLONG, .ELOOP: .diskFailure
        case .ETIMEDOUT: .timedOut
        case .ECONNREFUSED, .ECONNRESET, .ECONNABORTED, .ENETDOWN, .ENETUNREACH, .ENETRESET, .EHOSTDOWN,
            .EHOSTUNREACH, .ENOTCONN, .EPIPE, .EADDRNOTAVAIL:
            .offline
        default: nil
        }
    }
}

extension Error {
    /// Whether the error is a cancellation, in the form of Swift, a URL session, Cocoa or POSIX.
    package var isCancellation: Bool {
        if self is CancellationError { return true }
        return switch FoundationFailure.of(self) {
        case .session(let code): code == .cancelled
        case .cocoa(let code): code == .userCancelled
        case .posix(let code): code == .ECANCELED
        case nil: false
        }
    }
}

/// An error of Foundation's by its domain and number.
///
/// On Apple's systems an `NSError` of these domains is a `URLError`, `CocoaError` or `POSIXError` to Swift; on Linux it
/// stays what it is, so that its domain has to be looked at.
private enum FoundationFailure {
    case session(URLError.Code)
    case cocoa(CocoaError.Code)
    case posix(POSIXError.Code)

    /// The failure that an error stands for; `nil` for one of another domain, and for a number without a meaning.
    static func of(_ error: any Error) -> FoundationFailure? {
        // As `Any`, for on Apple's systems the compiler takes every error for an `NSError`.
        let plain: Any = error
        if let error = plain as? NSError { return of(error.domain, error.code) }
        return switch error {
        case let error as URLError: .session(error.code)
        case let error as CocoaError: .cocoa(error.code)
        case let error as POSIXError: .posix(error.code)
        default: nil
        }
    }

    private static func of(_ domain: String, _ number: Int) -> FoundationFailure? {
        switch domain {
        case NSURLErrorDomain:
            let code: URLError.Code? = URLError.Code(rawValue: number)
            // A number without a name here is a session's failure all the same.
            return .session(code ?? .unknown)
        case NSCocoaErrorDomain:
            let code: CocoaError.Code? = CocoaError.Code(rawValue: number)
            return code.map { .cocoa($0) }
        case NSPOSIXErrorDomain:
            let code = Int32(exactly: number).flatMap { POSIXError.Code(rawValue: $0) }
            return code.map { .posix($0) }
        default: return nil
        }
    }
}
