public import Core

/// The error of the database layer.
public struct StoreError: LocatedError, CustomStringConvertible {
    /// The stable code: one of the disk's and the store's codes of `ErrorCode`, or `invalidInput`.
    public let code: ErrorCode
    public let path: String
    /// The description of the failure and of what to do about it.
    public let message: String
    /// The error of the disk.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The stable code.
    ///   - path: The file or folder.
    ///   - message: What went wrong and what to do about it.
    ///   - underlying: What the disk reported.
    package init(_ code: ErrorCode, path: String, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    init(_ error: FileError) {
        self.init(error.code, path: error.path, message: error.description, underlying: error)
    }

    /// A failure to open a store.
    init(opening directory: String, _ error: FileError) {
        guard error.code == .storeBusy else {
            self.init(error)
            return
        }
        self.init(
            .storeBusy, path: directory,
            message: """
                Another process has '\(directory)' open for writing. Close that one, open it for reading, or choose another \
                folder.
                """,
            underlying: error)
    }

    /// A derived file that was damaged again as soon as it was made anew.
    init(_ damage: RunDamage) {
        self.init(
            .storeDamaged, path: damage.path,
            message: "'\(damage.path)' does not keep what is written to it. Check the disk, and call verify().",
            underlying: damage)
    }

    public var isRetryable: Bool {
        [.storeBusy, .noSpace, .tooManyOpenFiles, .fileProtected, .storeSuspended, .snapshotSuperseded].contains(code)
    }

    public var retryAfter: Duration? { nil }

    public var description: String { message }
}
