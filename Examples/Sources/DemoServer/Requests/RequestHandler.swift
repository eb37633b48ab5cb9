import FlyingFox
import Foundation
import Synchronization

/// Turns the site's answers, and the faults ordered for them, into HTTP.
final class RequestHandler: HTTPHandler {
    let faults = FaultTable()
    let log = RequestLog()
    let authority: AuthorizationServer
    let encoder: AnswerEncoder
    private let responder: Responder
    private let allowsControl: Bool
    private let listeningPort: Mutex<UInt16>

    init(responder: Responder, encoder: AnswerEncoder, allowsControl: Bool, port: UInt16) {
        self.responder = responder
        self.encoder = encoder
        self.allowsControl = allowsControl
        authority = responder.authority
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
        guard let body = try await Self.body(of: request) else { return Self.contentTooLarge }
        let received = DemoRequest(request, body: body)
        if allowsControl, let answer = ControlDesk(faults: faults, authority: authority).answer(received, body: body) {
            return encoder.whole(answer, to: received, base: base).response
        }
        log.append(authority.redacted(received))
        if let refusal = methodRefusal(of: received) { return refusal.response }
        do {
            switch fault(for: received) {
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

    /// The answer to a method that the path is not asked with; nil for one that it is.
    private func methodRefusal(of request: DemoRequest) -> Reply? {
        let methods = Route.methods(ofPath: request.path)
        guard !methods.contains(request.method), request.dialect != .authorization else { return nil }
        var answer = Answer.methodNotAllowed(methods.joined(separator: ", "))
        // The answer to HEAD must not have a body.
        if request.method == "HEAD" { answer.body = .empty }
        return encoder.whole(answer, to: request, base: base)
    }

    /// The fault of a request: one that it orders itself, or one that was ordered for it.
    private func fault(for request: DemoRequest) -> DemoFault? {
        if allowsControl, let text = request.header("X-Demo-Fault") ?? request.queryValue("demo_fault"),
            let fault = DemoFault(text)
        {
            return fault
        }
        return faults.take(forPath: request.path, dialect: request.dialect)
    }

    private func response(to request: DemoRequest) -> HTTPResponse {
        encoder.conditional(answer(to: request), to: request, base: base).response
    }

    /// The answer to a request that did not come over a socket, with its refusals and its parts.
    func reply(to request: DemoRequest) -> Reply {
        methodRefusal(of: request) ?? encoder.conditional(answer(to: request), to: request, base: base)
    }

    func answer(to request: DemoRequest) -> Answer {
        responder.answer(to: request, base: base)
    }

    /// The right answer as bytes, whatever the request knows of it already.
    func wholeReply(to request: DemoRequest) -> Reply {
        encoder.whole(answer(to: request), to: request, base: base)
    }
}
