import Foundation
import Synchronization

/// Counts calls, and says when there are too many.
final class CallLimit: Sendable {
    private struct Window {
        var end = Date.distantPast
        var used = 0
    }

    private let limit: CommunityServer.RateLimit
    private let now: @Sendable () -> Date
    private let window = Mutex(Window())

    init(_ limit: CommunityServer.RateLimit, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.now = now
    }

    /// Counts one call.
    ///
    /// - Returns: The whole seconds to wait where it is one too many, else nil.
    func take() -> Int? {
        let now = now()
        return window.withLock { window in
            if now >= window.end { window = Window(end: now + limit.window / .seconds(1)) }
            guard window.used < limit.calls else { return max(1, Int(window.end.timeIntervalSince(now).rounded(.up))) }
            window.used += 1
            return nil
        }
    }
}
