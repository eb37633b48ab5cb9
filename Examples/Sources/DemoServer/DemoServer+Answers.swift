public import Foundation
import ServerKit

/// An answer as bytes.
public struct DemoAnswer: Sendable, Hashable {
    /// The status, such as 200.
    public let status: Int
    /// The headers with their names as they are sent; of those named twice, the last.
    public let headers: [String: String]
    /// The body; empty for 304.
    public let body: Data
}

extension DemoServer {
    /// The answer to a request that comes without a socket, for tests that bring a transport of their own.
    ///
    /// The request is logged as any other. Faults and ``Configuration/allowsControl`` are for sockets and do nothing
    /// here. Addresses in the answer begin with the server's own, so give the configuration a port.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - target: The path and the query, percent-escaped.
    ///   - headers: The request's headers.
    ///   - form: The items of a body that is a form.
    ///   - json: The body of a request that sends JSON, in place of a form.
    /// - Returns: The answer that the server would send.
    public func answer(
        _ method: String = "GET", _ target: String, headers: [String: String] = [:], form: [URLQueryItem] = [],
        json: Data = Data()
    ) -> DemoAnswer {
        let components = URLComponents(string: target)
        let form = form.isEmpty ? DemoRequest.items(of: json, type: "application/json") : form
        let request = DemoRequest(
            method: method, path: components?.path ?? target, target: target, query: components?.queryItems ?? [],
            form: form, headers: headers, credential: nil, body: json)
        handler.log.append(handler.authority.redacted(request))
        let reply = handler.reply(to: request)
        var fields: [String: String] = [:]
        for (name, value) in reply.headers { fields[name] = value }
        fields["Content-Type"] = reply.contentType
        fields["Content-Length"] = String(reply.data.count)
        return DemoAnswer(status: reply.status, headers: fields, body: reply.data)
    }
}
