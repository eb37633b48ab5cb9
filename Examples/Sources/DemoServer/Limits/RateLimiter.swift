import Foundation
import ServerKit
import Synchronization

/// Counts requests, and says when there are too many of them.
final class RateLimiter: Sendable {
    /// The rate limiter's answer for a request.
    struct Verdict: Sendable {
        let isAllowed: Bool
        let headers: [(name: String, value: String)]
    }

    private struct Window {
        var end: Date
        var used = 0
    }

    private let limit: DemoServer.RateLimit
    private let now: @Sendable () -> Date
    private let window = Mutex<Window?>(nil)

    init(_ limit: DemoServer.RateLimit, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.now = now
    }

    /// Counts one request.
    func take() -> Verdict {
        let now = now()
        return window.withLock { current in
            var window = current ?? Window(end: .distantPast)
            if now >= window.end { window = Window(end: now + limit.window / .seconds(1)) }
            let isAllowed = window.used < limit.requests
            if isAllowed { window.used += 1 }
            current = window
            return verdict(isAllowed, window: window, now: now)
        }
    }

    private func verdict(_ isAllowed: Bool, window: Window, now: Date) -> Verdict {
        let wait = Int(window.end.timeIntervalSince(now).rounded(.up))
        var headers = [
            (name: "x-ratelimit-remaining", value: String(Double(max(0, limit.requests - window.used)))),
            (name: "x-ratelimit-used", value: String(window.used)),
            (name: "x-ratelimit-reset", value: String(wait)),
        ]
        if !isAllowed {
            switch limit.advice {
            case .seconds: headers.append((name: "Retry-After", value: String(wait)))
            case .httpDate: headers.append((name: "Retry-After", value: HTTPDate.text(window.end)))
            case .resetOnly: break
            case .none: headers = []
            }
        }
        return Verdict(isAllowed: isAllowed, headers: headers)
    }
}
