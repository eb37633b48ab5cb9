public import Core
public import Foundation

/// Which servers must show which keys.
///
/// A value without any machinery: it says what a chain of keys means. Getting at the chain is what only Apple's systems
/// offer; see ``ServerTrustEvaluator``.
///
/// Pins that have expired are not enforced: an app that nobody updates any more should lose a safeguard and not the
/// network. They are told apart from hosts without pins (``Verdict/expired``), so that somebody hears of it.
public struct PinPolicy: Hashable, Sendable {
    /// What a chain of keys means.
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
        public var allowsConnection: Bool { self != .mismatch }
    }

    /// The hosts, each with its keys.
    public let hosts: [PinnedHost]

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

    /// Judges what a server showed.
    ///
    /// - Parameters:
    ///   - host: The host that was asked.
    ///   - chainHashes: The keys of the chain that the system has already found to be good, in any order.
    ///   - now: The date.
    /// - Returns: What it means. Where a host and one above it are both pinned, the nearer one counts.
    public func evaluate(host: String, chainHashes: [PublicKeyPin], now: Date) -> Verdict {
        guard let pinned = pinnedHost(for: host) else { return .notPinned }
        guard now < pinned.expires else { return .expired }
        return pinned.pins.isDisjoint(with: chainHashes) ? .mismatch : .accepted
    }

    /// What is pinned for a host.
    ///
    /// - Parameter host: The host that is asked.
    /// - Returns: The host itself, or the nearest one above it that includes those below; `nil` when nothing is.
    public func pinnedHost(for host: String) -> PinnedHost? {
        let name = PinnedHost.normalized(host)
        return hosts.filter { $0.covers(name) }.max { $0.host.utf8.count < $1.host.utf8.count }
    }

    /// The hosts whose pins have expired, to be told to whoever can ship new ones.
    ///
    /// - Parameter now: The date.
    /// - Returns: The hosts, in the order of the policy.
    public func expired(at now: Date) -> [PinnedHost] { hosts.filter { now >= $0.expires } }
}
