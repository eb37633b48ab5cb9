public import Core

/// The failures after which a chain does not ask a backend for a while, and for how long.
///
/// | code | suspends | at first | at most |
/// | --- | --- | --- | --- |
/// | `accessClosed` | the backend | 1 h | 24 h |
/// | `unauthorized` | the backend, or until ``SuspensionStore/resume(_:)`` says that somebody signed in | 1 h | 24 h |
/// | `sessionExpired` | the same | 24 h | 24 h |
/// | `rateLimited` | the backend | 1 min, or as the server says | 24 h |
/// | `forbidden` | the backend for this feed | 1 h | 24 h |
/// | `notFound` | the backend for this feed | 53 h | 53 h |
/// | `serverError` | the backend for this feed | 1 min, or as the server says | 30 min |
/// | `malformed`, `tooLarge`, `redirected`, `badRequest` | the backend for this feed | 10 min | 6 h |
/// | `offline`, `timedOut`, `captivePortal`, `pinMismatch`, and every other | nothing | | |
///
/// Each time that a backend, asked again after its time, fails in the same way, it is suspended for twice as long. What
/// is said of feeds holds for threads likewise. The last row says how it is with the network now, and that is nothing
/// to remember; 53 hours for a feed or thread that is gone is what NetNewsWire waits.
public struct SuspensionPolicy: Sendable, Hashable {
    /// The suspension that one error code leads to.
    public struct Rule: Sendable, Hashable {
        /// Whether the backend is suspended for everything, and not only for the feed or the thread that was asked for.
        package var appliesToWholeBackend: Bool
        /// The duration of the first suspension.
        package var first: Duration
        /// The longest duration, however often it fails, and whatever the server says.
        package var longest: Duration

        /// Creates a rule.
        ///
        /// - Parameters:
        ///   - appliesToWholeBackend: Whether the backend is suspended for everything.
        ///   - first: The duration of the first suspension.
        ///   - longest: The longest duration.
        public init(appliesToWholeBackend: Bool, first: Duration, longest: Duration) {
            self.appliesToWholeBackend = appliesToWholeBackend
            self.first = first
            self.longest = longest
        }
    }

    /// The rules by code; a code without one suspends nothing.
    public var rules: [ErrorCode: Rule]

    /// Creates a policy.
    ///
    /// - Parameter rules: The rules by code.
    public init(rules: [ErrorCode: Rule]) {
        self.rules = rules
    }

    /// The policy of the table above.
    public static let standard: SuspensionPolicy = {
        let (minute, hour) = (Duration.seconds(60), Duration.seconds(3600))
        let oddAnswer = Rule(appliesToWholeBackend: false, first: minute * 10, longest: hour * 6)
        return SuspensionPolicy(rules: [
            .accessClosed: Rule(appliesToWholeBackend: true, first: hour, longest: hour * 24),
            .unauthorized: Rule(appliesToWholeBackend: true, first: hour, longest: hour * 24),
            .sessionExpired: Rule(appliesToWholeBackend: true, first: hour * 24, longest: hour * 24),
            .rateLimited: Rule(appliesToWholeBackend: true, first: minute, longest: hour * 24),
            .forbidden: Rule(appliesToWholeBackend: false, first: hour, longest: hour * 24),
            .notFound: Rule(appliesToWholeBackend: false, first: hour * 53, longest: hour * 53),
            .serverError: Rule(appliesToWholeBackend: false, first: minute, longest: minute * 30),
            .malformed: oddAnswer, .tooLarge: oddAnswer, .redirected: oddAnswer, .badRequest: oddAnswer,
        ])
    }()

    /// Returns the duration of a suspension; `nil` for a code that suspends nothing.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - strikes: The number of suspensions in a row for this code, this one included; one or more.
    ///   - retryAfter: The pause that the server asks for, which counts where there is one.
    /// - Returns: The duration.
    func duration(of code: ErrorCode, strikes: Int, retryAfter: Duration?) -> Duration? {
        guard let rule = rules[code] else { return nil }
        if let retryAfter { return min(max(retryAfter, .seconds(1)), rule.longest) }
        var duration = rule.first
        for _ in 1..<max(1, strikes) where duration < rule.longest { duration *= 2 }
        return min(duration, rule.longest)
    }
}
