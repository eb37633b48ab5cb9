public import Foundation
import ServerKit

/// An answer as bytes.
public struct CommunityAnswer: Sendable, Hashable {
    /// The status, such as 200.
    public let status: Int
    /// The headers with their names as they are sent.
    public let headers: [String: String]
    /// The body.
    public let body: Data
}

extension CommunityServer {
    /// The answer to a request that comes without a socket, for tests that bring a transport of their own.
    ///
    /// The request is logged as any other. Faults and ``Configuration/allowsControl`` are for sockets and do nothing
    /// here.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - target: The path and the query, percent-escaped.
    ///   - headers: The request's headers.
    ///   - body: The body.
    /// - Returns: The answer that the server would send.
    public func answer(
        _ method: String, _ target: String, headers: [String: String] = [:], body: Data = Data()
    ) -> CommunityAnswer {
        let reply = handler.reply(
            to: CommunityRequest(method: method, target: target, headers: headers, body: body))
        var fields: [String: String] = [:]
        for (name, value) in reply.headers { fields[name] = value }
        fields["Content-Type"] = reply.contentType
        fields["Content-Length"] = String(reply.data.count)
        return CommunityAnswer(status: reply.status, headers: fields, body: reply.data)
    }

    /// Every request received so far, in order, whatever became of it; those below `/community/` are not among them
    /// where they are orders.
    public var requests: [CommunityRequest] {
        handler.log.requests
    }

    /// The number of requests that were received for a call.
    public func requestCount(for call: CommunityCall) -> Int {
        requests.count { $0.call == call }
    }

    /// Forgets the requests received so far.
    public func removeAllRequests() {
        handler.log.removeAll()
    }

    /// The requests from now on, each as soon as it is received and before it is answered.
    ///
    /// It lets a test wait until a request has arrived, for one that hangs too. The stream ends only with its task.
    public func arrivals() -> AsyncStream<CommunityRequest> {
        handler.log.arrivals()
    }
}
