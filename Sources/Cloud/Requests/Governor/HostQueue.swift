import Core

/// The queue of one host and what is known of its limits: pure rules without a clock, a lock or a task.
///
/// All moments are uptimes.
struct HostQueue: Sendable {
    /// The server's budget, as it announced it.
    struct Window: Sendable, Equatable {
        /// The announced number of requests, minus those that were answered without a new number since.
        var remaining: Double
        /// The latest end of the window: counted from the arrival of the answer.
        var ends: Duration
        /// The earliest end: counted from the start of the request.
        var endsAtLeast: Duration
        /// The time from which a new window is assumed: a little later, so that not all clients return at once.
        var opens: Duration
        /// The number of requests begun when this was learned: the answer to a later one is newer.
        var learned: Int
    }

    /// The reason why nothing can begin, and until when where that is known.
    struct Block: Sendable, Equatable {
        var reason: ActivityEvent.Reason
        var until: Duration?
    }

    var policy: HostPolicy
    var window: Window?
    var pausedUntil: Duration?
    /// The number of requests begun at the last 429: an answer to one of these is not news.
    var refused: Int?
    /// The number of 429s in a row.
    var refusals = 0
    /// The spacing that the server's headers allow, in place of the policy's.
    var learnedSpacing: Duration?
    /// The time of the last start or answer.
    var touched: Duration?
    var underway = 0
    /// The number of requests begun in all.
    ///
    /// What came before what is counted and not timed: many things happen at one moment.
    var begun = 0
    /// The tickets that wait, in no order of meaning.
    var waiting: [Int] = []

    init(policy: HostPolicy) {
        self.policy = policy
    }

    /// The time between one request and the next.
    var spacing: Duration { learnedSpacing ?? policy.minimumSpacing }

    /// Whether nothing is lost when the host is forgotten.
    func isForgettable(at now: Duration) -> Bool {
        let ends = [window?.opens, pausedUntil, nextBySpacing].compactMap(\.self)
        return underway == 0 && waiting.isEmpty && !isWary(at: now) && ends.allSatisfy { $0 <= now }
    }

    /// Whether its 429s still count: after the longest pause without another one they are history.
    func isWary(at now: Duration) -> Bool {
        refusals > 0 && (pausedUntil.map { now < $0 + policy.longestPause } ?? false)
    }

    /// Lets a request begin.
    ///
    /// - Parameter now: The moment.
    mutating func begin(at now: Duration) {
        underway += 1
        begun += 1
        touched = now
    }

    // MARK: Who may begin

    /// Returns the reason why a request cannot begin now.
    ///
    /// - Parameters:
    ///   - now: The moment.
    ///   - priority: Who waits for it.
    /// - Returns: `nil` when it can begin.
    mutating func block(at now: Duration, for priority: RequestPriority) -> Block? {
        if let window, window.opens <= now { self.window = nil }
        if let pausedUntil, pausedUntil > now { return Block(reason: .serverAsked, until: pausedUntil) }
        // Each that is under way may be one that the server has not counted yet.
        if let window, window.remaining - Double(underway) < 1 { return Block(reason: .budget, until: window.opens) }
        if let free = nextBySpacing, free > now { return Block(reason: .spacing, until: free) }
        return underway < slots(for: priority) ? nil : Block(reason: .priority, until: nil)
    }

    /// Returns the time at which a request could begin behind a number of others.
    ///
    /// - Parameters:
    ///   - position: How many go first.
    ///   - now: The moment.
    /// - Returns: The moment, `now` or later, and what stands in the way.
    func start(behind position: Int, at now: Duration) -> Block {
        var block = Block(reason: .priority, until: nil)
        var start = now
        func wait(until moment: Duration, for reason: ActivityEvent.Reason) {
            guard moment > start else { return }
            start = moment
            block.reason = reason
        }
        if let pausedUntil { wait(until: pausedUntil, for: .serverAsked) }
        if spacing > .zero { wait(until: max(start, nextBySpacing ?? now) + spacing * position, for: .spacing) }
        if let window, window.opens > now, window.remaining - Double(underway + position) < 1 {
            wait(until: window.opens, for: .budget)
        }
        block.until = start
        return block
    }

    private var nextBySpacing: Duration? {
        guard spacing > .zero, let touched else { return nil }
        return touched + spacing
    }

    private func slots(for priority: RequestPriority) -> Int {
        // After a 429, one goes ahead to see whether the server has calmed down.
        let most = refusals > 0 ? 1 : policy.maximumConcurrent
        return priority == .userInitiated || most == 1 ? most : most - 1
    }

    // MARK: What answers teach

    /// Learns from an answer.
    ///
    /// - Parameters:
    ///   - limits: What the answer says about asking again.
    ///   - status: Its status.
    ///   - sent: When the request began.
    ///   - order: Which request it answers, counted by ``begun``; zero where that is not known.
    ///   - now: The moment.
    ///   - jitter: How long after the end of a window the next one is counted on.
    /// - Returns: The pause that begins now, `nil` when none does.
    mutating func learn(
        _ limits: RateLimitHeaders, status: Int, sent: Duration, order: Int, at now: Duration, jitter: Duration
    ) -> Duration? {
        learnBudget(limits, sent: sent, order: order, at: now, jitter: jitter)
        let isNews = refused.map { order > $0 } ?? true
        switch status {
        case 429:
            if isNews {
                refusals += 1
                refused = begun
            }
            learnedSpacing = nil
            return pause(for: limits.pause ?? ownPause, at: now)
        case 503:
            return limits.pause.flatMap { pause(for: $0, at: now) }
        case 500...:
            return nil
        default:
            if isNews { refusals = 0 }
            return nil
        }
    }

    /// Counts a request whose answer, or failure, says nothing of the budget.
    mutating func spend() {
        window?.remaining -= 1
    }

    private mutating func learnBudget(
        _ limits: RateLimitHeaders, sent: Duration, order: Int, at now: Duration, jitter: Duration
    ) {
        guard let remaining = limits.remaining else { return spend() }
        let isEmpty = remaining < 1
        // A server that says "none left, ask at once" does not mean it, and one that does not say when is asked in a
        // minute.
        let known = window.flatMap { $0.ends > now ? $0.ends - now : nil }
        let reset = max(limits.reset ?? known ?? .seconds(60), isEmpty ? .seconds(1) : .zero)
        var new = Window(
            remaining: remaining, ends: now + reset, endsAtLeast: sent + reset,
            opens: now + reset + (isEmpty ? jitter : .zero), learned: begun)
        if let old = window, old.opens > now, order <= old.learned {
            // The two answers crossed: where they may speak of one window, the stricter one counts. Servers round to
            // seconds, hence the two of tolerance.
            if new.ends + .seconds(2) < old.endsAtLeast { return }
            if new.endsAtLeast <= old.ends + .seconds(2) {
                new.remaining = min(new.remaining, old.remaining)
                new.opens = max(new.opens, old.opens)
            }
        }
        window = new
        if policy.minimumSpacing > .zero, !isEmpty {
            let share = reset / max(1, remaining.rounded(.down))
            learnedSpacing = min(max(share, policy.shortestSpacing), policy.minimumSpacing)
        }
    }

    private mutating func pause(for duration: Duration, at now: Duration) -> Duration {
        pausedUntil = max(pausedUntil ?? .zero, now + duration)
        return duration
    }

    /// The pause after a 429 that names none.
    private var ownPause: Duration {
        var pause = policy.firstPause
        for _ in 1..<max(1, refusals) where pause < policy.longestPause { pause = pause * 2 }
        return min(pause, policy.longestPause)
    }
}
