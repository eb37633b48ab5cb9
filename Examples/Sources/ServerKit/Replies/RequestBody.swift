package import FlyingFox
package import Foundation

extension HTTPRequest {
    /// Reads the whole body.
    ///
    /// - Parameter limit: The greatest number of bytes.
    /// - Returns: The body; nil for one that is larger.
    /// - Throws: The connection's error.
    package func wholeBody(upTo limit: Int) async throws -> Data? {
        if let count = bodySequence.count, count > limit { return nil }
        var body = Data()
        for try await piece in bodySequence {
            body += piece
            if body.count > limit { return nil }
        }
        return body
    }

    /// The headers as they were sent; of a repeated one, the values are joined by commas.
    package var allHeaders: [String: String] {
        var all: [String: String] = [:]
        for (header, value) in headers {
            all[header.rawValue] = all[header.rawValue].map { "\($0), \(value)" } ?? value
        }
        return all
    }
}

extension Reply {
    /// The answer to a body that is larger than any the server has a use for.
    package static var contentTooLarge: Reply {
        var reply = Reply.html(FaultPages.status(413, phrase: StatusPhrase.phrase(for: 413)), status: 413)
        reply.headers.append((name: "Connection", value: "close"))
        return reply
    }
}
