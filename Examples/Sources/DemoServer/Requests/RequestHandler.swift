import FlyingFox
import Foundation
import ServerKit
import Synchronization

/// Turns the site's answers, and the faults ordered for them, into HTTP.
final class RequestHandler: HTTPHandler {
    private static let greatestBody = 1_048_576

    let faults = FaultTable<DemoFaultScope, DemoFault>()
    let log = RequestLog<DemoRequest>()
    let authority: AuthorizationServer
    let encoder: AnswerEncoder
    private let responder: Responder
    private let allowsControl: Bool
    private let listeningPort: Mutex<UInt16>
    private let now: @Sendable () -> Date

    init(
        responder: Responder, encoder: AnswerEncoder, allowsControl: Bool, port: UInt16,
        now: @escaping @Sendable () -> Date
    ) {
        self.responder = responder
        self.encoder = encoder
        self.allowsControl = allowsControl
        self.now = now
        authority = responder.authority
        listeningPort = Mutex(port)
    }

    var store: DemoStore { authority.store }

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
        var response = try await undatedResponse(to: request)
        response.headers[.date] = date
        return response
    }

    /// The server's time, as answers tell it.
    private var date: String { HTTPDate.text(now(), rounding: .down) }

    private func undatedResponse(to request: HTTPRequest) async throws -> HTTPResponse {
        guard let body = try await request.wholeBody(upTo: Self.greatestBody) else {
            return Reply.contentTooLarge.response
        }
        let received = DemoRequest(request, body: body)
        if allowsControl, let answer = ControlDesk(faults: faults, store: store).answer(received, body: body) {
            return encoder.whole(answer, to: received, base: base).response
        }
        let refusal = methodRefusal(of: received)
        let fault = refusal == nil ? self.fault(for: received) : nil
        // Who hears of it may order faults for those behind it.
        log.append(authority.redacted(received))
        if let refusal { return refusal.response }
        do {
            switch fault {
            case nil: return response(to: received)
            case .delay(let duration)?:
                try await Task.sleep(for: duration)
                return response(to: received)
            case .hang?: return try await hang()
            case .acted(let aftermath)?: return try await response(to: received, then: aftermath)
            case let fault?: return response(to: received, with: fault)
            }
        } catch is CancellationError {
            // The server is being stopped; FlyingFox would answer 500.
            return BrokenConnection.beforeResponse
        }
    }

    private func hang() async throws -> HTTPResponse {
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    /// Does what is asked for, and then goes wrong.
    private func response(to request: DemoRequest, then aftermath: DemoFault) async throws -> HTTPResponse {
        let answer = answer(to: request)
        if case .status(500..., _, _) = aftermath { store.forgetOldVersions() }
        switch aftermath {
        case .delay(let duration):
            try await Task.sleep(for: duration)
            return encoder.whole(answer, to: request, base: base).response
        case .hang: return try await hang()
        default: return response(to: request, with: aftermath, after: answer)
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
        return faults.take(for: request)
    }

    private func response(to request: DemoRequest) -> HTTPResponse {
        encoder.conditional(answer(to: request), to: request, base: base).response
    }

    /// The answer to a request that did not come over a socket, with its refusals and its parts.
    func reply(to request: DemoRequest) -> Reply {
        var reply = methodRefusal(of: request) ?? encoder.conditional(answer(to: request), to: request, base: base)
        reply.headers.append((name: "Date", value: date))
        return reply
    }

    /// The right answer; a request for an act is carried out.
    func answer(to request: DemoRequest, staleness: Duration = .zero) -> Answer {
        responder.answer(to: request, base: base, staleness: staleness)
    }
}
