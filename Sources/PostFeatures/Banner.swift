public import Core
public import Foundation

/// A message about a failure, shown above a screen while the person goes on reading.
public struct Banner: Hashable, Sendable {
    /// The kind of work that failed.
    public enum Cause: Hashable, Sendable {
        /// Loading or showing content.
        case content
        /// An action of the person, such as saving a post.
        case action
    }

    /// The error, with a sentence for a person.
    public var error: DataError
    /// The kind of work that failed.
    public var cause: Cause
    /// Whether the person can close it; false where there is nothing else to show.
    public var isDismissible: Bool
    /// The date from which a retry makes sense, where it is known: the server asked for a pause, or a backend is
    /// suspended.
    public var retryAt: Date?

    /// Creates a banner.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - cause: The kind of work that failed.
    ///   - isDismissible: Whether the person can close it; true by default.
    ///   - retryAt: The date from which a retry makes sense; not known by default.
    public init(_ error: DataError, cause: Cause, isDismissible: Bool = true, retryAt: Date? = nil) {
        self.error = error
        self.cause = cause
        self.isDismissible = isDismissible
        self.retryAt = retryAt
    }

    /// Describes what went wrong and what to do about it.
    ///
    /// - Parameter format: The formatter.
    /// - Returns: A whole sentence, or a few; in English the error's own message.
    public func text(in format: PostFormat) -> String {
        format.message(for: error)
    }

    /// Describes when a retry makes sense.
    ///
    /// - Parameters:
    ///   - format: The formatter.
    ///   - now: The current date; a time on another day is given with its date.
    ///   - timeZone: The person's time zone.
    /// - Returns: Such as "next try at 14:05"; `nil` where it is not known.
    public func retryText(in format: PostFormat, now: Date, timeZone: TimeZone) -> String? {
        retryAt.map { format.text(.nextTryAt, filling: format.time($0, now: now, in: timeZone)) }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(error.code)
        hasher.combine(error.message)
        hasher.combine(cause)
    }
}

extension Banner? {
    /// Closes the banner, if the person can.
    mutating func dismiss() {
        if self?.isDismissible == true { self = nil }
    }

    /// Removes the banner after a success of the same kind of work.
    mutating func clear(_ cause: Banner.Cause) {
        if self?.cause == cause { self = nil }
    }
}
