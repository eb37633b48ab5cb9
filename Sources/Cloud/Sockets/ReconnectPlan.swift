import Core

/// The rules of when to connect again; it keeps the times and decides, and does nothing by itself.
///
/// | rule | value |
/// | --- | --- |
/// | the pause before an attempt | 1 s, then each time 1.5 times as long, 30 s at most |
/// | chance | each pause is multiplied by 0.5 to 1.5, and is 30 s at most all the same |
/// | the pause begins anew | behind a connection that held for 60 s |
/// | the path has returned | within 3 s, at most once in 15 s |
/// | the server has forgotten the session | at once, once until a connection has held for 60 s |
struct ReconnectPlan: Sendable {
    static let shortest = Duration.seconds(1)
    static let longest = Duration.seconds(30)
    static let growth = 1.5
    static let spread = 0.5
    /// The time that a connection has to hold so that the pause begins anew.
    static let calm = Duration.seconds(60)
    /// The time within which a hurried attempt is made.
    static let hurry = Duration.seconds(3)
    /// The time between two hurried attempts.
    static let hurrySpacing = Duration.seconds(15)
    /// The longest pause that a server can ask for.
    static let longestAsked = Duration.seconds(600)

    private var attempts = 0
    private var connectedSince: Duration?
    private var lastHurry: Duration?
    private var hasRenewed = false

    /// Notes that there is a connection.
    ///
    /// - Parameter now: The uptime.
    mutating func connected(at now: Duration) {
        connectedSince = now
    }

    /// Notes that a connection ended, or that an attempt failed.
    ///
    /// - Parameter now: The uptime.
    mutating func ended(at now: Duration) {
        defer { connectedSince = nil }
        guard let connectedSince, now - connectedSince >= Self.calm else { return }
        (attempts, hasRenewed) = (0, false)
    }

    /// Returns the pause before the next attempt.
    ///
    /// - Parameters:
    ///   - error: The reason why there is no connection.
    ///   - random: The source of chance.
    /// - Returns: The pause; zero for a new handshake at once.
    mutating func pause(after error: SocketError, random: any RandomSource) -> Duration {
        if error.reason == .sessionUnknown, !hasRenewed {
            hasRenewed = true
            return .zero
        }
        var pause = Self.shortest
        for _ in 0..<attempts where pause < Self.longest { pause = min(pause * Self.growth, Self.longest) }
        attempts += 1
        let own = min(pause * random.next(in: (1 - Self.spread)...(1 + Self.spread)), Self.longest)
        return max(own, min(error.retryAfter ?? .zero, Self.longestAsked))
    }

    /// Returns when to try now that the path has returned.
    ///
    /// - Parameters:
    ///   - due: The moment at which it would be tried anyway, as uptime.
    ///   - earliest: The moment before which the server wants no attempt.
    ///   - now: The uptime.
    ///   - random: The source of chance.
    /// - Returns: The moment, never later than the one before.
    mutating func hurried(
        due: Duration, notBefore earliest: Duration, now: Duration, random: any RandomSource
    ) -> Duration {
        // Everybody whose path has returned would come at the same moment.
        var moment = max(now + Self.hurry * random.next(in: 0...1), earliest)
        if let lastHurry { moment = max(moment, lastHurry + Self.hurrySpacing) }
        guard moment < due else { return due }
        lastHurry = moment
        return moment
    }
}
