package import Foundation

/// A moment for the outbox: the date, and the time since the machine started.
///
/// The date may jump when a person or the network sets the clock; the time since the start of one boot does not.
package struct OutboxTime: Hashable, Sendable, Codable {
    /// The wall-clock date.
    package var date: Date
    /// The id of the boot; where the system has none, one that the caller makes up for each process.
    package var boot: String
    /// The seconds since that boot.
    package var uptime: TimeInterval

    /// Creates a moment.
    ///
    /// - Parameters:
    ///   - date: The wall-clock date.
    ///   - boot: The id of the boot.
    ///   - uptime: The seconds since that boot.
    package init(date: Date, boot: String, uptime: TimeInterval) {
        self.date = date
        self.boot = boot
        self.uptime = uptime
    }

    /// The seconds from this moment to a later one; `nil` where the clocks cannot tell.
    ///
    /// Within one boot the steady clock counts. Across boots the dates do, unless the later one is before this one or
    /// before the newest date that a server has told: power cuts reset clocks.
    ///
    /// - Parameters:
    ///   - now: The later moment.
    ///   - serverDate: The newest date that a server has told; `nil` where none has.
    /// - Returns: The seconds.
    package func age(at now: OutboxTime, serverDate: Date?) -> TimeInterval? {
        if boot == now.boot { return now.uptime - uptime }
        if let serverDate, now.date < serverDate { return nil }
        let seconds = now.date.timeIntervalSince(date)
        return seconds >= 0 ? seconds : nil
    }
}

/// A time that something waits, counted on the steady clock of one boot.
///
/// A relaunch does not begin it again; a new boot does. A jump of the wall clock alone ends it only where it has an end
/// date as well.
package struct OutboxPause: Hashable, Sendable, Codable {
    /// The moment at which it began.
    package private(set) var began: OutboxTime
    /// The seconds that it lasts.
    package private(set) var duration: TimeInterval
    /// The date at which it ends even if the seconds are not over; `nil` for none.
    package private(set) var end: Date?
    /// Who asked for it, which decides what ends it; the server where only a later version knows who.
    @Lenient package var cause: Cause

    /// The longest pause in seconds: a month.
    private static let longest: TimeInterval = 30 * 86400

    /// Who asked for a pause.
    package enum Cause: String, Hashable, Sendable, Codable {
        /// The outbox, between two tries; it ends when a person wants to send now.
        case outbox
        /// The outbox, while the network is away; it ends when the site can be reached as well.
        case network
        /// A person, who may want to take back what was just written; it ends when they want to send it.
        case person
        /// A server; nobody ends it.
        case server
    }

    /// Creates a pause that begins now.
    ///
    /// - Parameters:
    ///   - duration: The seconds that it lasts.
    ///   - now: The moment at which it begins.
    ///   - end: The date at which it ends even if the seconds are not over; none by default.
    ///   - cause: Who asked for it; the outbox by default.
    package init(_ duration: TimeInterval, from now: OutboxTime, end: Date? = nil, cause: Cause = .outbox) {
        began = now
        // A server's number may be anything, and has to be stored and slept.
        self.duration = duration.isNaN ? 0 : min(max(0, duration), Self.longest)
        self.end = end.flatMap { $0.timeIntervalSince1970.isFinite ? $0 : nil }
        self.cause = cause
    }

    /// The seconds that are left, 0 when it is over; in another boot than the one that it began in, all of them.
    package func left(at now: OutboxTime) -> TimeInterval {
        let seconds = began.boot == now.boot ? began.uptime + duration - now.uptime : duration
        return max(0, min(seconds, end?.timeIntervalSince(now.date) ?? seconds))
    }

    /// The date at which it ends, by the clock at which it began.
    package var notBefore: Date {
        let date = began.date.addingTimeInterval(duration)
        return min(date, end ?? date)
    }

    /// Whether it is over.
    package func isOver(at now: OutboxTime) -> Bool { left(at: now) == 0 }

    /// Begins it again where the machine was started since.
    ///
    /// - Parameter now: The moment of now.
    /// - Returns: Whether anything is different now.
    package mutating func resume(at now: OutboxTime) -> Bool {
        guard began.boot != now.boot else { return false }
        began = now
        return true
    }
}

extension OutboxPause.Cause: LenientName {
    package static var fallback: Self { .server }
}
