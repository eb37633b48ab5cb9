import Cloud
import Core
import Foundation
import Synchronization

/// A server of one file that honours ranges, cuts connections and lies, all as told.
final class FileServer: HTTPTransport {
    struct Content: Sendable {
        var bytes: [UInt8]
        var headers = ["ETag": "\"one\""]
        var honoursRanges = true
        /// After how many bytes of a body the connection breaks, once.
        var breaksAfter: Int?
        /// After how many bytes of a body nothing comes any more.
        var hangsAfter: Int?
        /// Whether it says how long an answer is.
        var announces = true
        /// What it says of a range instead of the truth.
        var contentRange: String?
        /// Another answer instead of all this.
        var status: (code: Int, body: String)?
    }

    private struct State {
        var content: Content
        var requests: [NetworkRequest] = []
    }

    private let state: Mutex<State>
    private let hanging = TestClock()

    init(_ content: Content) {
        state = Mutex(State(content: content))
    }

    var requests: [NetworkRequest] { state.withLock { $0.requests } }

    func change(_ body: (inout Content) -> Void) { state.withLock { body(&$0.content) } }

    /// Returns when an answer hangs.
    func waitForHanging() async { await hanging.waitForSleeper() }

    func send(_ request: NetworkRequest, into sink: any BodySink) async throws -> NetworkResponse {
        let content = state.withLock { state in
            state.requests.append(request)
            defer { state.content.breaksAfter = nil }
            return state.content
        }
        let (head, rest) = answer(to: request, content)
        let body = Array(rest)
        try await sink.begin(head)
        for start in stride(from: 0, to: body.count, by: 1000) {
            try Task.checkCancellation()
            if let limit = content.hangsAfter, start >= limit { try await hanging.sleep(for: .seconds(1_000_000)) }
            if let limit = content.breaksAfter, start >= limit {
                throw NetworkError(.offline, underlying: ConnectionFailure(.lost))
            }
            try await sink.receive(Data(body[start..<min(body.count, start + 1000)]))
        }
        return head
    }

    func send(_ request: NetworkRequest) async throws -> NetworkResponse {
        throw DataError(.invalidInput, message: "A file of this server is not asked for in one piece.")
    }

    func shutDown() async {}

    private func answer(to request: NetworkRequest, _ content: Content) -> (NetworkResponse, ArraySlice<UInt8>) {
        if let (code, body) = content.status {
            let bytes = [UInt8](body.utf8)
            let headers = content.headers.merging(["Content-Type": "text/html"]) { own, _ in own }
            return (NetworkResponse(status: code, url: request.url, headers: headers), bytes[...])
        }
        var headers = content.headers
        let size = content.bytes.count
        let start = request.headers["Range"].flatMap { Int($0.dropFirst(6).dropLast()) }
        let condition = request.headers["If-Range"]
        guard let start, content.honoursRanges,
            condition == headers["ETag"] || condition == headers["Last-Modified"]
        else {
            if content.announces { headers["Content-Length"] = String(size) }
            return (NetworkResponse(status: 200, url: request.url, headers: headers), content.bytes[...])
        }
        guard start < size else {
            headers["Content-Range"] = "bytes */\(size)"
            return (NetworkResponse(status: 416, url: request.url, headers: headers), [])
        }
        headers["Content-Length"] = String(size - start)
        headers["Content-Range"] = content.contentRange ?? "bytes \(start)-\(size - 1)/\(size)"
        return (NetworkResponse(status: 206, url: request.url, headers: headers), content.bytes[start...])
    }
}
