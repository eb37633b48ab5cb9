/// Knows whether servers answer, and learns it from how requests end, not from interfaces.
///
/// Contract:
/// - Safe from any thread, and quick: it is told about every request.
/// - It is told of requests that went to the network, one by one as they end, whatever their host; not of one that was
///   cancelled, and not of an answer from a cache.
/// - An answer of any status, even 500, means online: the server was there. A captive portal and a certificate that is
///   refused mean nothing of the kind: what answered was not the server.
public protocol ConnectivityProvider: Sendable {
    /// What is known now, and each change.
    var connectivity: ObservableValue<Connectivity> { get }

    /// Learns how a request to the network ended.
    ///
    /// - Parameter error: How it failed; `nil` for an answer that could be used.
    func requestEnded(with error: NetworkError?)
}

extension ConnectivityProvider {
    /// Says each time that servers answer again after an outage: the moment to refresh what has grown stale.
    ///
    /// Every call gives a sequence of its own, for one consumer. See ``Reconnections``.
    public var reconnections: Reconnections { Reconnections(connectivity) }
}
