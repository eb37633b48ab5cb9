import Core
import Foundation

/// A policy with what it takes to enforce it.
struct PinCheck: Sendable {
    let policy: PinPolicy
    let evaluator: any ServerTrustEvaluator
    let time: any TimeProvider

    /// Whether there is anything to check of a host.
    func concerns(_ host: String) -> Bool { policy.pinnedHost(for: host) != nil }

    /// Judges a connection.
    ///
    /// - Parameters:
    ///   - trust: What the system has of the server's chain.
    ///   - host: The host that was asked.
    /// - Returns: Why the connection must not go on; `nil` when it may.
    func failure(of trust: AnyObject, host: String) -> NetworkError? {
        guard let keys = evaluator.publicKeys(of: trust, host: host) else { return Self.mismatch }
        let verdict = policy.evaluate(host: host, chainHashes: keys, now: time.now)
        evaluator.judged(verdict, host: host)
        return verdict.allowsConnection ? nil : Self.mismatch
    }

    private static let mismatch = NetworkError(.pinMismatch, underlying: ConnectionFailure(.untrusted))
}
