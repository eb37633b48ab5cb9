#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The error of a file operation, with its path.
public struct FileError: LocatedError, Equatable, CustomStringConvertible {
    /// The stable code: `noSpace`, `readOnly`, `permissionDenied`, `fileProtected` for a file that cannot be read before
    /// the device is unlocked, `fileMissing`, `tooManyOpenFiles`, `storeBusy` for a lock that is taken,
    /// `snapshotSuperseded` for a file that another process has replaced, `outcomeUnknown` for a write that failed and
    /// could not be taken back, or `diskFailure`.
    public let code: ErrorCode
    public let path: String
    /// The operation that failed, such as `write`.
    package let operation: String
    /// The system's error number, 0 where there is none.
    package let errno: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - path: The path.
    ///   - operation: The operation that failed.
    ///   - errno: The system's error number.
    public init(_ code: ErrorCode, path: String, operation: String, errno: Int32 = 0) {
        self.code = code
        self.path = path
        self.operation = operation
        self.errno = errno
    }

    public var isRetryable: Bool {
        [.storeBusy, .noSpace, .tooManyOpenFiles, .fileProtected, .snapshotSuperseded].contains(code)
    }

    public var retryAfter: Duration? { nil }

    private var reason: String {
        switch errno {
        case 0: "the disk failed; check it, and try again"
        case ENOTDIR: "a part of the path is a file, where a folder has to be; choose another folder"
        case EISDIR: "it is a folder, where a file has to be; move it away"
        case ENAMETOOLONG: "the name is too long; choose a shorter one"
        case ELOOP: "its links lead in a circle; choose another folder"
        default: "the disk failed (errno \(errno)); check it, and try again"
        }
    }

    public var description: String {
        let advice =
            switch code {
            case .noSpace: "the disk is full; free some space and try again"
            case .readOnly: "the disk can only be read; choose another folder"
            case .permissionDenied: "the system does not allow it; check who owns the folder"
            case .fileProtected:
                """
                it is protected until this device is unlocked; try again then, and if it is unlocked, check that the app may \
                use this folder
                """
            case .fileMissing: "it is not there; check the path"
            case .tooManyOpenFiles where errno == ENFILE:
                "the system has too many files open; close some programs, and try again"
            case .tooManyOpenFiles:
                "this process has too many files open; close some, or raise the limit (ulimit -n), and try again"
            case .outcomeUnknown:
                """
                the disk failed, and again while what was written was taken back, so that it may be there or not; read \
                the store again before you repeat it
                """
            case .snapshotSuperseded: "another process has replaced files that this snapshot reads; take a new snapshot"
            case .storeBusy: "another process has it open; close that one and try again"
            default: reason
            }
        return "Cannot \(operation) '\(path)': \(advice)."
    }
}
