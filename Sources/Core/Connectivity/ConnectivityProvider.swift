public import Foundation

/// A provider of the connection state: whether servers can be reached, as the results of requests show it.
///
/// Contract:
/// - Safe from any thread, and quick: it hears of every request.
/// - It hears of requests that went to the network, one by one as they end, whatever their host; not of one that was
///   cancelled, and not of a response from a cache.
/// - A response of any status, even 500, means online: the server was there. A captive portal and a certificate that is
///   refused do not: what answered was not the server.
public protocol ConnectivityProvider: Sendable {
    /// The current state, and each change.
    var connectivity: ObservableValue<Connectivity> { get }

    /// Updates the state with the result of a request to the network.
    ///
    /// - Parameter error: The request's error; `nil` for a response that could be used.
    func requestEnded(with error: NetworkError?)
}

extension ConnectivityProvider {
    /// A sequence of the ends of outages: the moments to refresh stale content.
    ///
    /// Each call returns a new sequence, for one consumer.
    public var reconnections: Reconnections { Reconnections(connectivity) }
}

/// A state of the connection to servers, as far as the last requests tell.
public enum Connectivity: Hashable, Sendable {
    /// No request has ended yet.
    case unknown
    /// The last request that could tell was answered by a server.
    case online
    /// No request has been answered since that date.
    case offline(since: Date)

    /// The date since which nothing is answered; `nil` for ``online`` and ``unknown``.
    public var offlineSince: Date? {
        if case .offline(let since) = self { since } else { nil }
    }
}

/// An error of a transport that knows whether it is about the network; ``NetworkError/underlying`` may hold one.
package protocol ConnectivityEvidence: Error {
    /// Whether the server could not be reached, or did not answer.
    ///
    /// False where the failure says nothing about that: the app itself ended the request, or another host answered in
    /// the server's place.
    var meansUnreachable: Bool { get }
}
