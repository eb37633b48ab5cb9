import FlyingFox
import Foundation
import Synchronization

/// Turns the site's answers, and the faults ordered for them, into HTTP.
final class RequestHandler: HTTPHandler {
    private static let jsonType = "application/json; charset=UTF-8"

    let faults = FaultTable()
    let log = RequestLog()
    private let site: Site
    private let listeningPort: Mutex<UInt16>

    init(site: Site, port: UInt16) {
        self.site = site
        listeningPort = Mutex(port)
    }

    /// The port of the server, set before the first client can know it.
    var port: UInt16 {
        get { listeningPort.withLock { $0 } }
        set { listeningPort.withLock { $0 = newValue } }
    }

    /// Scheme, host and port of the server.
    var base: String {
        "http://127.0.0.1:\(port)"
    }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let received = DemoRequest(request)
        log.append(received)
        guard received.method == "GET" else { return Self.methodNotAllowed(received.method) }
        do {
            switch faults.take(forPath: received.path) {
            case nil: return response(to: received)
            case .delay(let duration)?:
                try await Task.sleep(for: duration)
                return response(to: received)
            case .hang?:
                while true { try await Task.sleep(for: .seconds(86_400)) }
            case let fault?: return response(to: received, with: fault)
            }
        } catch is CancellationError {
            // The server is being stopped; FlyingFox would answer 500.
            return BrokenConnection.beforeResponse
        }
    }

    private func response(to request: DemoRequest, with fault: DemoFault) -> HTTPResponse {
        switch fault {
        case .delay, .hang: return response(to: request)
        case .status(let code, let headers, let body): return status(code, headers: headers, body: body)
        case .captivePortal: return Self.html(FaultPages.captivePortal, status: 200)
        case .blockPage: return Self.html(FaultPages.block, status: 403)
        case .garbage:
            let bytes = Data([0xFF, 0xFE, 0x00, 0x7B]) + Data("lantern".utf8) + Data([0xC3, 0x28, 0x80])
            return Self.ok(bytes, contentType: Self.jsonType)
        case .redirectLoop:
            return HTTPResponse(
                statusCode: HTTPStatusCode(302, phrase: "Found"), headers: [.location: base + request.target])
        case .hugeBody(let count):
            let start = JSONWriter.data(from: ListingRenderer.json([]))
            let body = HTTPBodySequence(
                from: PaddedBody(start: start, count: count), count: count, suggestedBufferSize: 65_536)
            return HTTPResponse(statusCode: .ok, headers: [.contentType: Self.jsonType], body: body)
        case .reset(.beforeResponse): return BrokenConnection.beforeResponse
        case .reset(.midBody):
            let (data, contentType, _) = encode(answer(to: request), for: request)
            return BrokenConnection.midBody(data, contentType: contentType)
        case .truncatedJSON:
            let (data, contentType, status) = encode(answer(to: request), for: request)
            return Self.response(data.prefix(data.count / 2), contentType: contentType, status: status)
        case .emptyListing: return damaged(request, ListingDamage.empty)
        case .missingChildren: return damaged(request) { $0["children"] = nil }
        case .childrenNotArray: return damaged(request) { $0["children"] = .string("none today") }
        case .corruptChild(let index):
            return damaged(request) { ListingDamage.corruptChild(at: index, in: &$0) }
        }
    }

    private func response(to request: DemoRequest) -> HTTPResponse {
        let (data, contentType, status) = encode(answer(to: request), for: request)
        return Self.response(data, contentType: contentType, status: status)
    }

    private func answer(to request: DemoRequest) -> Answer {
        site.answer(path: request.path, query: ListingQuery(request.query), base: base)
    }

    private func damaged(_ request: DemoRequest, _ change: (inout JSONObject) -> Void) -> HTTPResponse {
        var answer = answer(to: request)
        if case .json(let value, let status) = answer {
            answer = .json(ListingDamage.apply(to: value, change), status: status)
        }
        let (data, contentType, status) = encode(answer, for: request)
        return Self.response(data, contentType: contentType, status: status)
    }

    private func encode(_ answer: Answer, for request: DemoRequest) -> (Data, contentType: String, status: Int) {
        switch answer {
        case .json(let value, let status):
            let isRaw = ListingQuery(request.query).isRaw
            return (JSONWriter.data(from: value, encodesEntities: !isRaw), Self.jsonType, status)
        case .file(let data, let contentType):
            return (data, contentType, 200)
        }
    }

    private func status(_ code: Int, headers: [String: String], body: DemoFault.Body) -> HTTPResponse {
        let phrase = StatusPhrase.phrase(for: code)
        var response =
            switch body {
            case .json:
                Self.response(
                    JSONWriter.data(from: .object([("message", .string(phrase)), ("error", .int(code))])),
                    contentType: Self.jsonType, status: code)
            case .html: Self.html(FaultPages.status(code, phrase: phrase), status: code)
            case .text(let text, let contentType):
                Self.response(Data(text.utf8), contentType: contentType, status: code)
            case .empty: HTTPResponse(statusCode: HTTPStatusCode(code, phrase: phrase))
            }
        for (name, value) in headers {
            response.headers[HTTPHeader(name)] = value
        }
        return response
    }
}
