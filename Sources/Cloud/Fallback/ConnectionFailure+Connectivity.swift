public import Core

extension ConnectionFailure: ConnectivityEvidence {
    /// Whether the server could not be reached, or did not answer.
    ///
    /// False for a transport that was shut down here, and for somebody who answered and is not the server.
    public var meansUnreachable: Bool {
        switch reason {
        case .noNetwork, .unknownHost, .refused, .lost, .silent, .other: true
        case .untrusted, .garbled, .shutDown: false
        }
    }
}
