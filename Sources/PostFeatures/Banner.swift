public import Core
public import Foundation

/// A failure that a person should hear of while they go on reading.
public struct Banner: Hashable, Sendable {
    /// What could not be done.
    public enum Cause: Hashable, Sendable {
        /// Showing something: the network or the store failed.
        case content
        /// Something the person did with a post.
        case action
    }

    /// Why, with a sentence for a person.
    public var error: DataError
    /// What could not be done.
    public var cause: Cause
    /// Whether the person can put it away: not where there is nothing else to show.
    public var isDismissible: Bool
    /// When it is worth another try, where somebody said so: the server asked for a pause, or a closed road opens.
    public var retryAt: Date?

    /// Creates a banner.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - cause: What could not be done.
    ///   - isDismissible: Whether the person can put it away.
    ///   - retryAt: When it is worth another try; not known by default.
    public init(_ error: DataError, cause: Cause, isDismissible: Bool = true, retryAt: Date? = nil) {
        self.error = error
        self.cause = cause
        self.isDismissible = isDismissible
        self.retryAt = retryAt
    }

    /// Hashes what is compared of the error.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(error.code)
        hasher.combine(error.message)
        hasher.combine(cause)
    }
}
