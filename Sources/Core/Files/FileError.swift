#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Why the disk did not do what it was asked, with the path that is in trouble.
public struct FileError: LocatedError, Equatable, CustomStringConvertible {
    /// The stable word: `noSpace`, `readOnly`, `permissionDenied`, `fileMissing`, `storeBusy` for a lock that somebody
    /// else holds, or `diskFailure`.
    public let code: ErrorCode
    /// The path.
    public let path: String
    /// What was tried, such as `write`.
    public let operation: String
    /// The system's number for it, 0 where there is none.
    public let errno: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The stable word.
    ///   - path: The path.
    ///   - operation: What was tried.
    ///   - errno: The system's number.
    public init(_ code: ErrorCode, path: String, operation: String, errno: Int32 = 0) {
        self.code = code
        self.path = path
        self.operation = operation
        self.errno = errno
    }

    /// False but for a lock and a full disk: those may end by themselves.
    public var isRetryable: Bool { code == .storeBusy || code == .noSpace }

    /// Nobody says when.
    public var retryAfter: Duration? { nil }

    private var reason: String {
        switch errno {
        case 0: "the disk failed"
        case ENOTDIR: "a part of the path is a file, where a folder has to be; choose another folder"
        case EISDIR: "it is a folder, where a file has to be; move it away"
        case ENAMETOOLONG: "the name is too long; choose a shorter one"
        case ELOOP: "its links lead in a circle; choose another folder"
        default: "the disk failed (errno \(errno))"
        }
    }

    /// What was tried on which path, and what to do about it.
    public var description: String {
        let advice =
            switch code {
            case .noSpace: "the disk is full; free some space and try again"
            case .readOnly: "the disk can only be read; choose another folder"
            case .permissionDenied: "the system does not allow it; check who owns the folder"
            case .fileMissing: "it is not there"
            case .storeBusy: "another process has it open; close that one and try again"
            default: reason
            }
        return "Cannot \(operation) '\(path)': \(advice)."
    }
}
