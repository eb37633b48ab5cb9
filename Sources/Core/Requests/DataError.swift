public import Foundation

/// The one small error that a front end sees, whatever layer it came from.
///
/// It is a value: two errors with the same code, message and wait are equal, so that a state which holds one is not
/// published again.
public struct DataError: CodedError, Equatable, LocalizedError, CustomStringConvertible {
    /// The stable word for it.
    public let code: ErrorCode
    /// A sentence in English that tells a person what to do.
    public let message: String
    /// Whether the same call may succeed later with nothing changed.
    public let isRetryable: Bool
    /// How long to wait before that, where somebody said so.
    public let retryAfter: Duration?
    /// The error that it was translated from; no part of equality.
    public let underlying: (any Error)?

    /// Creates an error from its parts.
    ///
    /// - Parameters:
    ///   - code: The stable word.
    ///   - message: A sentence for a person; the one that belongs to the code unless you have a better one.
    ///   - isRetryable: Whether the same call may succeed later.
    ///   - retryAfter: How long to wait before that.
    ///   - underlying: What it was translated from.
    public init(
        _ code: ErrorCode, message: String? = nil, isRetryable: Bool = false, retryAfter: Duration? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.message = message ?? Self.message(for: code, retryAfter: retryAfter)
        self.isRetryable = isRetryable
        self.retryAfter = retryAfter
        self.underlying = underlying
    }

    /// Translates an error of a lower layer and keeps it as ``underlying``.
    ///
    /// | error | becomes |
    /// | --- | --- |
    /// | a `DataError` | itself |
    /// | a ``CodedError``, an app's own too | its code, wait and whether to try again, with its own sentence: `errorDescription` of a `LocalizedError`, else its description, else the sentence of the code |
    /// | `URLError` | `offline`, `timedOut`, or whatever else happened to the connection |
    /// | `DecodingError` | `malformed` |
    /// | `CocoaError`, `POSIXError` | the code for the disk or the network where their number says which |
    /// | `NSError` of `NSURLErrorDomain`, `NSCocoaErrorDomain` or `NSPOSIXErrorDomain` | as the three above |
    /// | anything else | `unknown`, with the sentence of a `LocalizedError` where it has one |
    ///
    /// The sentence is never the printed form of a type.
    ///
    /// - Parameter error: Any error. Cancellation is none to show: rethrow it before you translate; here it becomes
    ///   `superseded`, which no list shows.
    public init(_ error: any Error) {
        switch error {
        case let error as DataError:
            self = error
        case let error as any CodedError:
            // A store names the path that is in trouble, and that is what a person needs; the network's words are ours.
            let message = error is NetworkError ? nil : Self.sentence(of: error)
            self.init(
                error.code, message: message, isRetryable: error.isRetryable, retryAfter: error.retryAfter,
                underlying: error)
        case _ where error.isCancellation:
            self.init(.superseded, underlying: error)
        default:
            if let code = ErrorCode.system(error) {
                // A full disk may be emptied; of the rest the request layer knows which one may end by itself.
                self.init(
                    code, isRetryable: code == .noSpace || NetworkError(code).isRetryable, underlying: error)
            } else {
                self.init(.unknown, message: (error as? any LocalizedError)?.errorDescription, underlying: error)
            }
        }
    }

    /// The sentence of an error for people; `nil` where it has none, and Swift would print its type.
    private static func sentence(of error: any CodedError) -> String? {
        if let sentence = (error as? any LocalizedError)?.errorDescription { return sentence }
        // As `Any`, for the compiler takes every existential for one that describes itself.
        let described: Any = error
        return (described as? any CustomStringConvertible)?.description
    }

    /// The message.
    public var errorDescription: String? { message }

    /// The code alone, so that logs and metrics get nothing that a person typed.
    public var description: String { code.rawValue }

    /// Whether two errors say the same to a person and to a program.
    ///
    /// - Parameters:
    ///   - left: One error.
    ///   - right: The other one.
    /// - Returns: True when all but ``underlying`` is equal.
    public static func == (left: DataError, right: DataError) -> Bool {
        left.code == right.code && left.message == right.message
            && left.isRetryable == right.isRetryable && left.retryAfter == right.retryAfter
    }
}
