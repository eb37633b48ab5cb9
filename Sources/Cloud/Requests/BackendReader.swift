import Core
import Dispatch
import Foundation

/// What every backend does with a request: performs it, and decodes the answer off Swift's cooperative threads.
struct BackendReader: Sendable {
    private let requests: any RequestProvider

    /// Creates a reader.
    ///
    /// - Parameter requests: The road to the network.
    init(_ requests: any RequestProvider) {
        self.requests = requests
    }

    /// Performs a request and decodes the answer.
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - decode: Makes a value of an answer of 200 to 299; runs on a thread of its own.
    /// - Returns: The value.
    /// - Throws: What the request or the decoding throws, `CancellationError`.
    func value<Value: Sendable>(
        of request: NetworkRequest,
        decode: @escaping @Sendable (NetworkResponse) throws(NetworkError) -> Value
    ) async throws -> Value {
        let response = try await requests.response(to: request)
        return try await value(of: response, decode: decode)
    }

    private func value<Value: Sendable>(
        of response: NetworkResponse,
        decode: @escaping @Sendable (NetworkResponse) throws(NetworkError) -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let result = await Self.onOwnThread { () -> Result<Value, NetworkError> in
            Result { () throws(NetworkError) in try decode(response) }
        }
        // The request's deadline does not hold here, but nobody gets a page that nobody waits for any more.
        try Task.checkCancellation()
        return try result.get()
    }

    /// Performs the request of a page, and decodes the answer unless it is the one that is stored already.
    ///
    /// Only a feed's first page is recognised: by the server, where it gave validators with the stored one, and by the
    /// body's hash, also where the server sends everything again. A page with issues gets no revision, so that the next
    /// refresh tells of them again. Feeds that wait for one host take turns.
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - page: Which page it is for.
    ///   - decode: Makes a page of an answer of 200 to 299; runs on a thread of its own.
    /// - Returns: The page.
    /// - Throws: What the request or the decoding throws, `CancellationError`.
    func page(
        of request: NetworkRequest, for page: PageRequest,
        decode: @escaping @Sendable (NetworkResponse) throws(NetworkError) -> Page
    ) async throws -> Page {
        let request = Self.inTurn(request, of: page.feed)
        guard page.cursor == nil else { return try await value(of: request, decode: decode) }
        let known = AnswerRevision(page.revision, of: request)
        var conditional = request
        conditional.headers.merge(known?.conditions ?? [:]) { own, _ in own }
        let response = try await requests.response(to: conditional)
        return try await value(of: response) { response throws(NetworkError) in
            if response.status == 304 {
                guard let known, known.hasValidators else { throw NetworkError(.malformed, status: 304) }
                return known.unchangedPage
            }
            if let known, known.isOf(response.body) { return known.unchangedPage }
            var page = try decode(response)
            if page.issues.isEmpty {
                page.revision = AnswerRevision(of: response, to: request, as: page).revision
            }
            return page
        }
    }

    /// A request that waits for its feed's turn.
    private static func inTurn(_ request: NetworkRequest, of feed: Feed) -> NetworkRequest {
        var request = request
        request.fairnessKey = request.fairnessKey ?? feed.key
        return request
    }

    private static func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            decoding.async { continuation.resume(returning: work()) }
        }
    }

    private static let decoding = DispatchQueue(
        label: "Lantern.BackendReader", qos: .userInitiated, attributes: .concurrent)
}
