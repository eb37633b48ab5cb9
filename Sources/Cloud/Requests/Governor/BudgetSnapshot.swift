import Core
import Foundation

/// The state of a governor that survives relaunch, as JSON: some kilobytes at most.
///
/// Moments are dates, as uptime does not survive; feeds are only there as hashes.
struct BudgetSnapshot: Codable, Sendable, Equatable {
    /// One host.
    struct Host: Codable, Sendable, Equatable {
        /// Scheme, host and port, as ``HostKey/origin`` has them.
        var origin: String
        var remaining: Double?
        var resets: Double?
        var pausedUntil: Double?
        var refusals: Int?
        var spacing: Double?
        var touched: Double?
    }

    /// The version of this form.
    static let version = 1
    /// The largest number of hosts.
    static let mostHosts = 100

    var version = Self.version
    /// The time of writing, in seconds since 1970.
    var saved: Double
    var hosts: [Host] = []
    /// The hashes of the fairness keys in hexadecimal, the one that was served longest ago first.
    var served: [String] = []

    /// Reads a stored snapshot; `nil` for other data, or another version.
    ///
    /// - Parameter data: The JSON.
    init?(_ data: Data) {
        // Whatever is wrong with it, it means the same: nothing is remembered. The caller records that.
        guard let snapshot = try? JSONDecoder().decode(Self.self, from: data), snapshot.version == Self.version
        else { return nil }
        self = snapshot
    }

    /// Makes the snapshot of all queues.
    ///
    /// - Parameters:
    ///   - queues: The queue of each host.
    ///   - served: The hashes of the fairness keys, the one that was served longest ago first.
    ///   - uptime: The moment.
    ///   - now: Its date.
    init(_ queues: [HostKey: HostQueue], served: [UInt64], uptime: Duration, now: Date) {
        saved = now.timeIntervalSince1970
        func seconds(_ moment: Duration?) -> Double? { moment.map { saved + ($0 - uptime) / .seconds(1) } }
        for (key, queue) in queues {
            let window = queue.window.flatMap { $0.opens > uptime ? $0 : nil }
            let isWary = queue.isWary(at: uptime)
            let paused = queue.pausedUntil.flatMap { isWary || $0 > uptime ? $0 : nil }
            let touched = queue.policy.minimumSpacing > .zero ? queue.touched : nil
            guard window != nil || paused != nil || touched != nil else { continue }
            hosts.append(
                Host(
                    origin: key.origin, remaining: window.map { $0.remaining - Double(queue.underway) },
                    resets: seconds(window?.opens), pausedUntil: seconds(paused),
                    refusals: isWary ? queue.refusals : nil,
                    spacing: queue.learnedSpacing.map { $0 / .seconds(1) }, touched: seconds(touched)))
        }
        // Of too many, those stay whose limits end last.
        func end(_ host: Host) -> Double { [host.resets, host.pausedUntil, host.touched].compactMap { $0 }.max() ?? 0 }
        hosts.sort { $0.origin < $1.origin }
        while hosts.count > Self.mostHosts,
            let first = hosts.indices.reversed().min(by: { end(hosts[$0]) < end(hosts[$1]) })
        {
            hosts.remove(at: first)
        }
        self.served = served.map { String($0, radix: 16) }
    }

    /// The JSON.
    ///
    /// - Returns: The same bytes for the same snapshot.
    /// - Throws: What the encoder throws.
    func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(self)
    }
}

extension BudgetSnapshot.Host {
    /// Gives a host back what was written down.
    ///
    /// A date that lies ahead of when it was written by more than it does now was not meant that way: the clock was set
    /// back. Nothing is waited for longer than it had left then, nor longer than a day.
    ///
    /// - Parameters:
    ///   - queue: The queue of the host.
    ///   - saved: When it was written down.
    ///   - uptime: The moment.
    ///   - now: Its date.
    func restore(_ queue: inout HostQueue, saved: Double, uptime: Duration, now: Date) {
        let date = now.timeIntervalSince1970
        /// Returns the time until a moment that was in the future when it was written.
        func left(_ moment: Double?) -> Duration? {
            guard let moment, case let left = min(moment - date, moment - saved), left > 0 else { return nil }
            return RetryAfter.duration(left, atLeast: 0)
        }
        if let remaining, let left = left(resets) {
            queue.window = HostQueue.Window(
                remaining: min(max(remaining, 0), 1e9), ends: uptime + left, endsAtLeast: uptime + left,
                opens: uptime + left, learned: 0)
        }
        /// The moment of something that lies behind.
        func past(_ moment: Double) -> Duration {
            uptime - RetryAfter.duration(max(date - moment, saved - moment), atLeast: 0)
        }
        queue.pausedUntil = left(pausedUntil).map { uptime + $0 } ?? pausedUntil.map(past)
        queue.refusals = min(max(refusals ?? 0, 0), 100)
        if let spacing {
            let (least, most) = (queue.policy.shortestSpacing, queue.policy.minimumSpacing)
            queue.learnedSpacing = most > .zero ? min(max(RetryAfter.duration(spacing, atLeast: 0), least), most) : nil
        }
        queue.touched = touched.map(past)
    }
}
