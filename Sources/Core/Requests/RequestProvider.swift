/// A provider that performs requests: the only access to the network.
///
/// Contract:
/// - A response that is returned has a status from 200 to 299 and a body of the kind that the request expects; all
///   else is thrown, before anybody decodes or caches it. The one exception is 304 without a body, for a request that
///   has `If-None-Match` or `If-Modified-Since` among its headers.
/// - Only what is safe to repeat is repeated.
/// - Cancelling the calling task ends the request, throws `CancellationError`, and leaves nothing behind.
public protocol RequestProvider: Sendable {
    /// Performs a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: A successful answer with its whole body.
    /// - Throws: ``NetworkError`` when there is none, `CancellationError` when the task was cancelled.
    func response(to request: NetworkRequest) async throws -> NetworkResponse

    /// Cancels the running requests and closes the connections. Later requests throw ``NetworkError`` with code
    /// `offline`.
    ///
    /// The requests that it ends throw the same. Calling it again does nothing.
    func shutDown() async
}
