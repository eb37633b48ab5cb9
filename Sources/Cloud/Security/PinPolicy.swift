public import Core
package import Foundation

/// The public keys that servers must present: certificate pinning for `URLSessionTransport`.
///
/// A value without any machinery: it says what a chain of keys means. Getting at the chain is what only Apple's systems
/// offer; see ``ServerTrustEvaluator``.
///
/// Pins that have expired are not enforced: an app that is not updated any more should lose a safeguard and not the
/// network. The result ``Verdict/expired`` tells them from hosts without pins.
public struct PinPolicy: Hashable, Sendable {
    /// The result of checking the keys that a server presented.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// One of the pinned keys is in the chain.
        case accepted
        /// None is: this is not the server it says it is.
        case mismatch
        /// The host's pins have expired; whatever is in the chain counts as good.
        case expired
        /// Nothing is known of the host.
        case notPinned

        /// Whether a connection may go on.
        package var allowsConnection: Bool { self != .mismatch }
    }

    /// The hosts, each with its keys.
    package let hosts: [PinnedHost]

    /// Creates a policy.
    ///
    /// - Parameter hosts: The hosts, each with its keys.
    /// - Throws: `DataError` with the code `invalidInput` when there is none, or one is there twice.
    public init(_ hosts: [PinnedHost]) throws(DataError) {
        guard !hosts.isEmpty else {
            throw DataError(.invalidInput, message: "A policy without a pinned host does nothing. Leave it out.")
        }
        var names: Set<String> = []
        for host in hosts where !names.insert(host.host).inserted {
            throw DataError(.invalidInput, message: "'\(host.host)' is pinned twice. Put all its pins into one.")
        }
        self.hosts = hosts
    }

    /// Checks the keys that a server presented.
    ///
    /// - Parameters:
    ///   - host: The host that was asked.
    ///   - chainHashes: The keys of the chain that the system has already found to be good, in any order.
    ///   - now: The date.
    /// - Returns: What it means. Where a host and one above it are both pinned, the nearer one counts.
    package func evaluate(host: String, chainHashes: [PublicKeyPin], now: Date) -> Verdict {
        guard let pinned = pinnedHost(for: host) else { return .notPinned }
        guard now < pinned.expires else { return .expired }
        return pinned.pins.isDisjoint(with: chainHashes) ? .mismatch : .accepted
    }

    /// Returns the pins of a host.
    ///
    /// - Parameter host: The host that is asked.
    /// - Returns: The host itself, or the nearest one above it that includes those below; `nil` when nothing is.
    package func pinnedHost(for host: String) -> PinnedHost? {
        let name = PinnedHost.normalized(host)
        return hosts.filter { $0.covers(name) }.max { $0.host.utf8.count < $1.host.utf8.count }
    }

    /// Returns the hosts whose pins have expired.
    ///
    /// - Parameter now: The date.
    /// - Returns: The hosts, in the order of the policy.
    package func expired(at now: Date) -> [PinnedHost] { hosts.filter { now >= $0.expires } }
}
