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

    /// What went wrong and what to do about it, for a person.
    ///
    /// - Parameter format: Writes in a language.
    /// - Returns: A whole sentence, or a few; in English the error's own message.
    public func text(in format: PostFormat) -> String {
        format.message(for: error)
    }

    /// When it is worth another try, for a person.
    ///
    /// - Parameters:
    ///   - format: Writes in a language.
    ///   - now: The date: of another day the day is named too.
    ///   - timeZone: Where the person is.
    /// - Returns: Such as "next try at 14:05"; `nil` where nobody said when.
    public func retryText(in format: PostFormat, now: Date, timeZone: TimeZone) -> String? {
        retryAt.map { format.text(.nextTryAt, filling: format.time($0, now: now, in: timeZone)) }
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

extension Banner? {
    /// Puts the banner away, if the person can.
    mutating func dismiss() {
        if self?.isDismissible == true { self = nil }
    }

    /// Takes the banner away after a success, unless it is about something else.
    mutating func clear(_ cause: Banner.Cause) {
        if self?.cause == cause { self = nil }
    }
}
