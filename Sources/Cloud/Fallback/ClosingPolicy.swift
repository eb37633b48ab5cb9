public import Core

/// Which failures close a road of a chain, and for how long.
///
/// | code | closes | at first | at most |
/// | --- | --- | --- | --- |
/// | `accessClosed` | the road | 1 h | 24 h |
/// | `unauthorized` | the road, or until ``RoadMemory/reopen(_:)`` says that somebody signed in | 1 h | 24 h |
/// | `sessionExpired` | the same | 24 h | 24 h |
/// | `rateLimited` | the road | 1 min, or as the server says | 24 h |
/// | `forbidden` | the road for this feed | 1 h | 24 h |
/// | `notFound` | the road for this feed | 53 h | 53 h |
/// | `serverError` | the road for this feed | 1 min, or as the server says | 30 min |
/// | `malformed`, `tooLarge`, `redirected`, `badRequest` | the road for this feed | 10 min | 6 h |
/// | `offline`, `timedOut`, `captivePortal`, `pinMismatch`, and every other | nothing | | |
///
/// Each time that a road, asked again after its time, fails in the same way, it is closed for twice as long. What is
/// said of feeds holds for threads likewise. The last row says how it is with the network now, and that is nothing to
/// remember; 53 hours for a thing that is gone is what NetNewsWire waits.
public struct ClosingPolicy: Sendable, Hashable {
    /// What one code does.
    public struct Rule: Sendable, Hashable {
        /// Whether the whole road is closed, and not only for the feed or the thread that was asked for.
        public var closesWholeRoad: Bool
        /// How long at first.
        public var first: Duration
        /// How long at most, however often it fails, and whatever the server says.
        public var longest: Duration

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - closesWholeRoad: Whether the whole road is closed.
        ///   - first: How long at first.
        ///   - longest: How long at most.
        public init(closesWholeRoad: Bool, first: Duration, longest: Duration) {
            self.closesWholeRoad = closesWholeRoad
            self.first = first
            self.longest = longest
        }
    }

    /// The rules by code; a code without one closes nothing.
    public var rules: [ErrorCode: Rule]

    /// Creates a policy.
    ///
    /// - Parameter rules: The rules by code.
    public init(rules: [ErrorCode: Rule]) {
        self.rules = rules
    }

    /// The table above.
    public static let standard: ClosingPolicy = {
        let (minute, hour) = (Duration.seconds(60), Duration.seconds(3600))
        let oddAnswer = Rule(closesWholeRoad: false, first: minute * 10, longest: hour * 6)
        return ClosingPolicy(rules: [
            .accessClosed: Rule(closesWholeRoad: true, first: hour, longest: hour * 24),
            .unauthorized: Rule(closesWholeRoad: true, first: hour, longest: hour * 24),
            .sessionExpired: Rule(closesWholeRoad: true, first: hour * 24, longest: hour * 24),
            .rateLimited: Rule(closesWholeRoad: true, first: minute, longest: hour * 24),
            .forbidden: Rule(closesWholeRoad: false, first: hour, longest: hour * 24),
            .notFound: Rule(closesWholeRoad: false, first: hour * 53, longest: hour * 53),
            .serverError: Rule(closesWholeRoad: false, first: minute, longest: minute * 30),
            .malformed: oddAnswer, .tooLarge: oddAnswer, .redirected: oddAnswer, .badRequest: oddAnswer,
        ])
    }()

    /// How long a code closes a road for.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - strikes: How often in a row it did, this time included; one or more.
    ///   - retryAfter: How long the server asks to be left alone; it counts where it says so.
    /// - Returns: How long; `nil` for a code that closes nothing.
    func duration(of code: ErrorCode, strikes: Int, retryAfter: Duration?) -> Duration? {
        guard let rule = rules[code] else { return nil }
        if let retryAfter { return min(max(retryAfter, .seconds(1)), rule.longest) }
        var duration = rule.first
        for _ in 1..<max(1, strikes) where duration < rule.longest { duration *= 2 }
        return min(duration, rule.longest)
    }
}
