package import FlyingFox
package import Foundation

/// An answer as bytes, before they go into a response.
package struct Reply: Sendable {
    /// The status, such as 200.
    package var status: Int
    /// The content type; nil for none.
    package var contentType: String?
    /// The other headers.
    package var headers: [(name: String, value: String)]
    /// The body.
    package var data: Data
    /// The date of the last change in Unix seconds, for an answer with validators.
    package var modified: Int?

    /// An answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - contentType: The content type; nil for none.
    ///   - headers: The other headers.
    ///   - data: The body.
    package init(
        status: Int, contentType: String? = nil, headers: [(name: String, value: String)] = [], data: Data
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.data = data
    }

    /// Makes an answer of an HTML page.
    package static func html(_ page: String, status: Int) -> Reply {
        Reply(status: status, contentType: "text/html; charset=UTF-8", data: Data(page.utf8))
    }

    /// The response; of an answer that may have no body, without one.
    package var response: HTTPResponse {
        // One would be read as the beginning of the next answer (RFC 9110, sections 15.3.5 and 15.4.5).
        let data = [204, 304].contains(status) ? Data() : data
        return response(HTTPBodySequence(data: data, suggestedBufferSize: 65_536))
    }

    /// A response with this head and another body.
    package func response(_ body: HTTPBodySequence) -> HTTPResponse {
        HTTPResponse(
            statusCode: HTTPStatusCode(status, phrase: StatusPhrase.phrase(for: status)), headers: httpHeaders,
            body: body)
    }

    /// The head and the beginning of the body, as they go over the wire.
    package func wireBytes(bodyCount: Int) -> Data {
        var head = "HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))\r\n"
        for (header, value) in httpHeaders { head += "\(header.rawValue): \(value)\r\n" }
        head += "Content-Length: \(data.count)\r\n\r\n"
        return Data(head.utf8) + data.prefix(bodyCount)
    }

    private var httpHeaders: HTTPHeaders {
        var headers = HTTPHeaders()
        if let contentType { headers[.contentType] = contentType }
        for (name, value) in self.headers { headers[HTTPHeader(name)] = value }
        return headers
    }
}
