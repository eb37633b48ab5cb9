/// The default ``ConnectivityProvider``.
///
/// | end of a request | meaning |
/// | --- | --- |
/// | an answer of any status, `malformed`, `tooLarge` and `redirected` included | online |
/// | `offline`, `timedOut` | offline, since the first such end without a later answer |
/// | `captivePortal` | offline: no server is reached until the person signs in to the network |
/// | `pinMismatch`, or a `ConnectionFailure` of the transport that says so (a shut-down transport, a certificate) | nothing |
/// | an unsent request: `rateLimited`, `sessionExpired` and every other error without a status | nothing |
///
/// One host that is down says "offline" only until any other host answers. All hosts count alike, also those of this
/// machine: a server on the loopback stands in for a remote one.
public final class DefaultConnectivityProvider: ConnectivityProvider {
    public let connectivity = ObservableValue(Connectivity.unknown)

    private let time: any TimeProvider

    /// Creates a provider that knows nothing yet.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    public init(
        time: any TimeProvider = Dependency.clock
    ) {
        self.time = time
    }

    public func requestEnded(with error: NetworkError?) {
        guard let wasAnswered = Self.wasAnswered(error) else { return }
        if wasAnswered {
            connectivity.set(.online)
        } else {
            let now = time.now
            connectivity.update { if $0.offlineSince == nil { $0 = .offline(since: now) } }
        }
    }

    /// Whether a server answered; `nil` where the end of the request says nothing about that.
    private static func wasAnswered(_ error: NetworkError?) -> Bool? {
        guard let error else { return true }
        switch error.code {
        case .offline, .timedOut:
            let evidence = error.underlying as? any ConnectivityEvidence
            return evidence?.meansUnreachable ?? true ? false : nil
        case .captivePortal: return false
        case .pinMismatch: return nil
        case .malformed, .tooLarge, .redirected: return true
        default: return error.status == nil ? nil : true
        }
    }
}
