/// Learns from the ends of requests whether servers answer: the default ``ConnectivityProvider``.
///
/// | how a request ended | what it means |
/// | --- | --- |
/// | an answer of any status, `malformed`, `tooLarge` and `redirected` included | online |
/// | `offline`, `timedOut` | offline, since the first such end that no answer came after |
/// | `captivePortal` | the same: until somebody signs in to the network, no server is reached |
/// | `pinMismatch`, or a ``ConnectivityEvidence`` that says so (a shut-down transport, a certificate) | nothing |
/// | what never went out: `rateLimited` and `sessionExpired` without a status, and every other error without one | nothing |
///
/// One host that is down says "offline" only until any other host answers. All hosts count alike, also those of this
/// machine: a server on the loopback stands in for a remote one.
public final class ConnectivityTracker: ConnectivityProvider {
    /// What is known now, and each change.
    public let connectivity = ObservableValue(Connectivity.unknown)

    private let time: any TimeProvider

    /// Creates a tracker that knows nothing yet.
    ///
    /// - Parameter time: The clock; the registered one by default, else the system's.
    public init(
        time: any TimeProvider = Dependency.resolve((any TimeProvider).self, default: SystemTimeProvider())
    ) {
        self.time = time
    }

    /// Learns how a request to the network ended.
    ///
    /// - Parameter error: How it failed; `nil` for an answer that could be used.
    public func requestEnded(with error: NetworkError?) {
        guard let wasAnswered = Self.wasAnswered(error) else { return }
        if wasAnswered {
            connectivity.set(.online)
        } else {
            let now = time.now
            connectivity.update { if $0.offlineSince == nil { $0 = .offline(since: now) } }
        }
    }

    /// Whether a server was there; `nil` where the end of the request says nothing about that.
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
