public import Core
import Synchronization

/// A transport that records the requests and answers of another one, for a ``ReplayTransport`` to repeat.
///
/// For fixtures of tests. No secret gets into the archive: of a request's headers only harmless ones are kept (so
/// `Authorization`, `Refresh`, `SesacKey`, `Cookie` and whatever a server invents are `REDACTED`), an answer loses
/// `Set-Cookie` and its kind, and values with a secret's name are replaced in URLs, forms and JSON: tokens, passwords,
/// codes, keys. A value that is seen to be secret once (a token in a header, in a form or in an answer) is replaced
/// wherever else it stands in clear. Look through an archive all the same before you give it away.
///
/// What fails is passed on and not written down. Safe from any thread.
public final class RecordingTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let recorded = Mutex<[(NetworkRequest, NetworkResponse)]>([])

    /// Creates a recorder.
    ///
    /// - Parameter base: The transport that sends.
    public init(_ base: any HTTPTransport) {
        self.base = base
    }

    /// The requests and answers so far, without secrets.
    public var archive: TransportArchive {
        RecordingWriter(recorded.withLock { $0 }).recording
    }

    public func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        let response = try await base.send(request)
        recorded.withLock { $0.append((request, response)) }
        return response
    }

    public func shutDown() async {
        await base.shutDown()
    }
}
