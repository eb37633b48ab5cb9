/// Knows whether servers answer, and learns it from how requests end, not from interfaces.
///
/// Contract:
/// - Safe from any thread, and quick: it is told about every request.
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
