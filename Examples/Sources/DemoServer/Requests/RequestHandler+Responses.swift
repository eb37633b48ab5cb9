import FlyingFox
import Foundation

extension RequestHandler {
    static func ok(_ data: Data, contentType: String) -> HTTPResponse {
        response(data, contentType: contentType, status: 200)
    }

    static func html(_ page: String, status: Int) -> HTTPResponse {
        response(Data(page.utf8), contentType: "text/html; charset=UTF-8", status: status)
    }

    static func response(_ data: Data, contentType: String, status: Int) -> HTTPResponse {
        let phrase = StatusPhrase.phrase(for: status)
        // These have no body (RFC 9110, sections 15.3.5 and 15.4.5): one would be read as the beginning of the next answer.
        let data = [204, 304].contains(status) ? Data() : Data(data)
        let body = HTTPBodySequence(data: data, suggestedBufferSize: 65_536)
        return HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: phrase), headers: [.contentType: contentType], body: body)
    }

    static func methodNotAllowed(_ method: String) -> HTTPResponse {
        // The answer to HEAD must not have a body.
        let body = method == "HEAD" ? Data() : Data(#"{"message": "Method Not Allowed", "error": 405}"#.utf8)
        var response = response(body, contentType: "application/json; charset=UTF-8", status: 405)
        response.headers[HTTPHeader("Allow")] = "GET"
        return response
    }
}

extension DemoRequest {
    init(_ request: HTTPRequest) {
        var headers: [String: String] = [:]
        for (header, value) in request.headers {
            headers[header.rawValue] = headers[header.rawValue].map { "\($0), \(value)" } ?? value
        }
        self.init(
            method: request.method.rawValue.uppercased(), path: request.path, target: request.target.rawValue,
            query: request.query.map { URLQueryItem(name: $0.name, value: $0.value) }, headers: headers)
    }
}
