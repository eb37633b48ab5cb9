public import Core

/// A transport that sends one HTTP request and returns the answer, of any status, below ``NetworkRequestProvider``.
///
/// Contract:
/// - An answer of any status is an answer; judging it is the caller's work. Only the body is whole or not there.
/// - Redirects are followed by the rules of the transport, or refused with the code `redirected`; those of a request
///   that is to be sent once (`isSentOnce`) are refused.
/// - A `ConnectionFailure` with the reason `refused` says that no server has seen the request, so that even a POST may
///   be sent again.
/// - `request.maximumBytes` ends an answer while it is still arriving; `nil` is no limit.
/// - `request.timeout` is how long the server may stay silent; the time for everything is the caller's to keep, by
///   cancelling.
/// - Cancelling the calling task makes `send` throw `CancellationError` promptly, whatever the server does.
/// - Nothing is retried, nothing is remembered: no cookies, no cache, no credentials.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// - Parameter request: What to send, with its limits.
    /// - Returns: The answer, of any status, with its whole body.
    /// - Throws: `NetworkError` with the code `offline`, `timedOut`, `tooLarge`, `redirected`, `malformed`,
    ///   `pinMismatch`, or `badRequest` for a URL that the system cannot ask; where the connection failed, its
    ///   `underlying` is a ``ConnectionFailure``. `DataError` with the code `invalidInput` for what must not be sent as
    ///   things are. `CancellationError` when the task was cancelled.
    func send(_ request: NetworkRequest) async throws -> NetworkResponse

    /// Sends a request and passes the body on while it arrives.
    ///
    /// The default waits for the whole answer and passes it on in one piece: right for transports that have it anyway.
    ///
    /// - Parameters:
    ///   - request: The request, with its limits.
    ///   - sink: Takes the answer, whatever its status.
    /// - Returns: The answer without its body, once the sink has taken all of that.
    /// - Throws: As ``send(_:)`` does, and what the sink throws; then it may have taken a part.
    func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse

    /// Ends what is under way and frees the connections.
    ///
    /// What it ends, and everything sent later, throws `NetworkError` with the code `offline`. Calling it again does
    /// nothing.
    func shutDown() async
}

extension HTTPTransport {
    /// Sends a request, and passes the whole body on when it is there.
    ///
    /// - Parameters:
    ///   - request: The request, with its limits.
    ///   - sink: Takes the answer, whatever its status.
    /// - Returns: The answer without its body.
    /// - Throws: As ``send(_:)`` does, and what the sink throws.
    public func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse {
        let response = try await send(request)
        let head = response.withoutBody
        try await sink.begin(head)
        if !response.body.isEmpty { try await sink.receive(response.body) }
        return head
    }
}
