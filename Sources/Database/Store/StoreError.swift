public import Core

/// Why the store could not do what it was asked.
///
/// The error of the database layer.
public struct StoreError: LocatedError, CustomStringConvertible {
    /// The stable word: one of the disk's and the store's codes of `ErrorCode`, or `invalidInput`.
    public let code: ErrorCode
    /// The file or folder that it is about.
    public let path: String
    /// What went wrong and what to do about it.
    public let message: String
    /// What the disk reported.
    public let underlying: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The stable word.
    ///   - path: The file or folder.
    ///   - message: What went wrong and what to do about it.
    ///   - underlying: What the disk reported.
    public init(_ code: ErrorCode, path: String, message: String, underlying: (any Error)? = nil) {
        self.code = code
        self.path = path
        self.message = message
        self.underlying = underlying
    }

    init(_ error: FileError) {
        self.init(error.code, path: error.path, message: error.description, underlying: error)
    }

    /// A derived file that was damaged again as soon as it was made anew.
    init(_ damage: RunDamage) {
        self.init(
            .storeDamaged, path: damage.path,
            message: "'\(damage.path)' does not keep what is written to it. Check the disk, and call verify().",
            underlying: damage)
    }

    /// True for what may end by itself: a store that somebody else has open, a full disk.
    public var isRetryable: Bool { code == .storeBusy || code == .noSpace }

    /// Nobody says when.
    public var retryAfter: Duration? { nil }

    /// The message.
    public var description: String { message }
}
