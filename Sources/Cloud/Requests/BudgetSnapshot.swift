import Core
import Foundation

/// What a governor remembers across relaunch, as JSON: some kilobytes at most.
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
    /// How many hosts are kept.
    static let mostHosts = 100

    var version = Self.version
    /// When it was written down, in seconds since 1970.
    var saved: Double
    var hosts: [Host] = []
    /// The hashes of the fairness keys in hexadecimal, the one that was served longest ago first.
    var served: [String] = []

    /// Reads what was written down; `nil` for what is none, or of another version.
    ///
    /// - Parameter data: The JSON.
    init?(_ data: Data) {
        // Whatever is wrong with it, it means the same: nothing is remembered. The caller records that.
        guard let snapshot = try? JSONDecoder().decode(Self.self, from: data), snapshot.version == Self.version
        else { return nil }
        self = snapshot
    }

    /// Writes down what is known.
    ///
    /// - Parameters:
    ///   - lines: What is known of each host.
    ///   - served: The hashes of the fairness keys, the one that was served longest ago first.
    ///   - uptime: The moment.
    ///   - now: Its date.
    init(_ lines: [HostKey: HostLine], served: [UInt64], uptime: Duration, now: Date) {
        saved = now.timeIntervalSince1970
        func seconds(_ moment: Duration?) -> Double? { moment.map { saved + ($0 - uptime) / .seconds(1) } }
        for (key, line) in lines {
            let window = line.window.flatMap { $0.opens > uptime ? $0 : nil }
            let isWary = line.isWary(at: uptime)
            let paused = line.pausedUntil.flatMap { isWary || $0 > uptime ? $0 : nil }
            let touched = line.policy.minimumSpacing > .zero ? line.touched : nil
            guard window != nil || paused != nil || touched != nil else { continue }
            hosts.append(
                Host(
                    origin: key.origin, remaining: window.map { $0.remaining - Double(line.underway) },
                    resets: seconds(window?.opens), pausedUntil: seconds(paused),
                    refusals: isWary ? line.refusals : nil,
                    spacing: line.learnedSpacing.map { $0 / .seconds(1) }, touched: seconds(touched)))
        }
        // Of too many, those stay whose limits end last.
        func end(_ host: Host) -> Double { [host.resets, host.pausedUntil, host.touched].compactMap { $0 }.max() ?? 0 }
        hosts.sort { (end($0), $1.origin) > (end($1), $0.origin) }
        hosts.removeLast(max(0, hosts.count - Self.mostHosts))
        hosts.sort { $0.origin < $1.origin }
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
    ///   - line: What is known of the host.
    ///   - saved: When it was written down.
    ///   - uptime: The moment.
    ///   - now: Its date.
    func restore(_ line: inout HostLine, saved: Double, uptime: Duration, now: Date) {
        let date = now.timeIntervalSince1970
        /// How long until a moment that was ahead when it was written down.
        func left(_ moment: Double?) -> Duration? {
            guard let moment, case let left = min(moment - date, moment - saved), left > 0 else { return nil }
            return RetryAfter.duration(left, atLeast: 0)
        }
        if let remaining, let left = left(resets) {
            line.window = HostLine.Window(
                remaining: min(max(remaining, 0), 1e9), ends: uptime + left, endsAtLeast: uptime + left,
                opens: uptime + left, learned: 0)
        }
        /// The moment of something that lies behind.
        func past(_ moment: Double) -> Duration {
            uptime - RetryAfter.duration(max(date - moment, saved - moment), atLeast: 0)
        }
        line.pausedUntil = left(pausedUntil).map { uptime + $0 } ?? pausedUntil.map(past)
        line.refusals = min(max(refusals ?? 0, 0), 100)
        if let spacing {
            let (least, most) = (line.policy.shortestSpacing, line.policy.minimumSpacing)
            line.learnedSpacing = most > .zero ? min(max(RetryAfter.duration(spacing, atLeast: 0), least), most) : nil
        }
        line.touched = touched.map(past)
    }
}
