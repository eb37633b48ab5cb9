public import Core
import Foundation

/// A helper for backends that performs requests and decodes their answers on threads of its own.
///
/// A backend makes one for its server and keeps it. At most two answers of one reader are decoded at once, on threads
/// of its own, so a server that sends much never takes the threads that another one's answers wait for. Copies share
/// them.
///
/// Decoding may throw anything. A `DecodingError` becomes a `NetworkError` with the code `malformed`; all else arrives
/// as it is.
public struct AnswerReader: Sendable {
    private let requests: any RequestProvider
    private let decoding: OperationQueue

    /// Creates a reader.
    ///
    /// - Parameter requests: The way to the network.
    public init(_ requests: any RequestProvider) {
        self.requests = requests
        decoding = OperationQueue()
        decoding.name = "Lantern.AnswerReader"
        decoding.maxConcurrentOperationCount = 2
        decoding.qualityOfService = .userInitiated
    }

    /// Performs a request and decodes the answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - decode: Makes a value of an answer of 200 to 299; runs on a thread of its own and may take its time.
    /// - Returns: The value.
    /// - Throws: The error of the request or of the decoding, `CancellationError`.
    public func value<Value: Sendable>(
        of request: NetworkRequest, decode: @escaping @Sendable (NetworkResponse) throws -> Value
    ) async throws -> Value {
        let response = try await requests.response(to: request)
        return try await value(of: response, decode: decode)
    }

    /// Performs several requests and decodes their answers, for servers that list ids and give one thing at a time.
    ///
    /// One that fails costs no other. Only where none has come, and as many as are asked at once failed with what
    /// asking again may help (`offline`, `timedOut`, `rateLimited`), nothing else is asked, and the rest fails with the
    /// first of these errors.
    ///
    /// - Parameters:
    ///   - requests: The requests.
    ///   - count: The number of requests under way at once, four by default.
    ///   - decode: Makes a value of an answer of 200 to 299; runs on a thread of its own.
    /// - Returns: A value or an error for each request, in the order of the requests.
    /// - Throws: `CancellationError`.
    public func values<Value: Sendable>(
        of requests: [NetworkRequest], atOnce count: Int = 4,
        decode: @escaping @Sendable (NetworkResponse) throws -> Value
    ) async throws -> [Result<Value, any Error>] {
        try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
            var results: [Result<Value, any Error>?] = Array(repeating: nil, count: requests.count)
            var waiting = requests.indices[...]
            func ask() {
                guard let index = waiting.popFirst() else { return }
                group.addTask { (index, try await result(of: requests[index], decode: decode)) }
            }
            for _ in 0..<max(count, 1) { ask() }
            var hasAnswer = false
            var outages: [any Error] = []
            while let (index, result) = try await group.next() {
                results[index] = result
                switch result {
                case .success: hasAnswer = true
                case .failure(let error as any CodedError) where error.isRetryable: outages.append(error)
                case .failure: break
                }
                if hasAnswer || outages.count < max(count, 1) { ask() }
            }
            return results.map { $0 ?? .failure(outages.first ?? CancellationError()) }
        }
    }

    private func result<Value: Sendable>(
        of request: NetworkRequest, decode: @escaping @Sendable (NetworkResponse) throws -> Value
    ) async throws -> Result<Value, any Error> {
        do {
            return .success(try await value(of: request, decode: decode))
        } catch let error as CancellationError {
            throw error
        } catch {
            return .failure(error)
        }
    }

    /// Performs the request for a page, and decodes the answer unless it is the one that is stored already.
    ///
    /// Only a feed's first page is recognised: by the server, where it gave validators with the stored one, and by the
    /// body's hash, also where the server sends everything again. A page with issues gets no revision, so that the next
    /// refresh tells of them again. Feeds that wait for one host take turns.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - page: The page that it is for.
    ///   - decode: Makes a page of an answer of 200 to 299; runs on a thread of its own.
    /// - Returns: The page.
    /// - Throws: The error of the request or of the decoding, `CancellationError`.
    public func page(
        of request: NetworkRequest, for page: PageRequest,
        decode: @escaping @Sendable (NetworkResponse) throws -> Page
    ) async throws -> Page {
        var request = request
        request.fairnessKey = request.fairnessKey ?? page.feed.key
        guard page.cursor == nil else { return try await value(of: request, decode: decode) }
        let asked = request
        let known = AnswerRevision(page.revision, of: asked)
        var conditional = request
        conditional.headers.merge(known?.conditions ?? [:]) { own, _ in own }
        let response = try await requests.response(to: conditional)
        return try await value(of: response) { response in
            if response.status == 304 {
                guard let known, known.hasValidators else {
                    throw NetworkError(.malformed, status: 304, date: response.serverDate)
                }
                return known.unchangedPage
            }
            if let known, known.isOf(response.body) { return known.unchangedPage }
            var page = try decode(response)
            if page.issues.isEmpty {
                page.revision = AnswerRevision(of: response, to: asked, as: page).revision
            }
            return page
        }
    }

    private func value<Value: Sendable>(
        of response: NetworkResponse, decode: @escaping @Sendable (NetworkResponse) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let result = await onOwnThread { Result { try decode(response) } }
        // The request's deadline does not hold here, but nobody gets a page that nobody waits for any more.
        try Task.checkCancellation()
        do {
            return try result.get()
        } catch let error as DecodingError {
            throw NetworkError(
                .malformed, status: response.status, date: response.serverDate, underlying: error)
        }
    }

    private func onOwnThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            decoding.addOperation { continuation.resume(returning: work()) }
        }
    }
}
