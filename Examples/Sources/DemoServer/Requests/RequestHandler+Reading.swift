import FlyingFox
import Foundation
import Synchronization

/// Reading requests.
extension RequestHandler {
    private static let greatestBody = 1_048_576

    /// The whole body; nil when it is larger than any the server has a use for.
    static func body(of request: HTTPRequest) async throws -> Data? {
        if let count = request.bodySequence.count, count > greatestBody { return nil }
        var body = Data()
        for try await piece in request.bodySequence {
            body += piece
            if body.count > greatestBody { return nil }
        }
        return body
    }

    static var contentTooLarge: HTTPResponse {
        var reply = Reply.html(FaultPages.status(413, phrase: "Content Too Large"), status: 413)
        reply.headers.append((name: "Connection", value: "close"))
        return reply.response
    }
}

extension AuthorizationServer {
    /// A request as the log may keep it.
    func redacted(_ request: DemoRequest) -> DemoRequest {
        Redaction(tokens: tokens.withLock { $0 }).apply(to: request)
    }
}

extension DemoRequest {
    init(_ request: HTTPRequest, body: Data) {
        var headers: [String: String] = [:]
        for (header, value) in request.headers {
            headers[header.rawValue] = headers[header.rawValue].map { "\($0), \(value)" } ?? value
        }
        let type = headers.first { $0.key.lowercased() == "content-type" }?.value.lowercased() ?? ""
        let form = type.hasPrefix("application/x-www-form-urlencoded") ? Self.form(body) : []
        self.init(
            method: request.method.rawValue.uppercased(), path: request.path, target: request.target.rawValue,
            query: request.query.map { URLQueryItem(name: $0.name, value: $0.value) }, form: form, headers: headers,
            credential: nil)
    }

    /// The items of a form; a plus sign is a blank there, as nowhere else.
    private static func form(_ body: Data) -> [URLQueryItem] {
        func decoded(_ text: Substring) -> String {
            let text = String(text).replacing("+", with: " ")
            return text.removingPercentEncoding ?? text
        }
        return String(decoding: body, as: UTF8.self).split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(name: decoded(pair[0]), value: pair.count == 2 ? decoded(pair[1]) : "")
        }
    }
}
