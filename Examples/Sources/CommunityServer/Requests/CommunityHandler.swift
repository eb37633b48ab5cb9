import FlyingFox
import Foundation
import ServerKit
import Synchronization

/// Turns the desk's answers, and the faults ordered for them, into HTTP.
final class CommunityHandler: HTTPHandler {
    let faults = FaultTable<CommunityFaultScope, CommunityFault>()
    let log = RequestLog<CommunityRequest>()
    let desk: CommunityDesk
    let hub: SocketHub
    private let now: @Sendable () -> Date
    private let listeningPort: Mutex<UInt16>

    init(desk: CommunityDesk, now: @escaping @Sendable () -> Date) {
        self.desk = desk
        self.now = now
        let hub = SocketHub(rules: desk.configuration.socket)
        self.hub = hub
        // The last message of a hub that is gone is told to nobody.
        _ = desk.announcer.add { [weak hub] in hub?.publish($0) }
        listeningPort = Mutex(desk.configuration.port)
    }

    /// The port of the server, set before the first client can know it.
    var port: UInt16 {
        get { listeningPort.withLock { $0 } }
        set { listeningPort.withLock { $0 = newValue } }
    }

    /// Scheme, host and port of the server.
    var base: String { "http://127.0.0.1:\(port)" }

    /// The greatest body that there is a use for: five pictures and their headers.
    private var greatestBody: Int { Picture.greatestCount * (desk.configuration.greatestPicture + 65_536) }

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        var response = try await undatedResponse(to: request)
        response.headers[.date] = date
        return response
    }

    /// The server's time, as answers tell it.
    private var date: String { HTTPDate.text(now(), rounding: .down) }

    private func undatedResponse(to request: HTTPRequest) async throws -> HTTPResponse {
        guard let body = try await request.wholeBody(upTo: greatestBody) else {
            return Reply.contentTooLarge.response
        }
        let received = CommunityRequest(request, body: body)
        if desk.configuration.allowsControl,
            let answer = CommunityControl(faults: faults, desk: desk).answer(received)
        {
            return answer.reply.response
        }
        append(received)
        do {
            if SocketDesk.includes(received.path) { return try await socketResponse(to: received) }
            // Who has no key meets no fault, and uses none up.
            guard desk.hasKey(received), let fault = faults.take(for: received) else {
                return response(desk.answer(to: received), to: received)
            }
            return try await response(to: received, with: fault)
        } catch is CancellationError {
            // The server is being stopped; FlyingFox would answer 500.
            return BrokenConnection.beforeResponse
        }
    }

    /// The response to a request of the socket, which needs no key; a poll waits until there is something to say.
    ///
    /// - Throws: `CancellationError` where the server is stopped first, or `KeepError`.
    private func socketResponse(to request: CommunityRequest) async throws -> HTTPResponse {
        let fault = faults.take(for: request)
        if let fault, fault.replacesAnswer {
            return try await response(to: request, with: fault) { Answer.empty }
        }
        if case .delay(let duration) = fault { try await Task.sleep(for: duration) }
        var drop: Int?
        if case .socketDrop(let count) = fault { drop = count }
        let socket = SocketDesk(hub: hub, store: desk.store, rules: desk.configuration.socket)
        switch try await socket.outcome(of: request, droppingAfter: drop) {
        case .broken: return BrokenConnection.beforeResponse
        case .answer(let answer):
            switch fault {
            case .acted(let aftermath): return try await response(to: request, with: aftermath) { answer }
            case nil, .delay: return response(answer, to: request)
            case let fault?: return try await response(to: request, with: fault) { answer }
            }
        }
    }

    /// The answer to a request that did not come over a socket.
    func reply(to request: CommunityRequest) -> Reply {
        append(request)
        var reply = desk.answer(to: request).reply
        reply.headers.append((name: "Date", value: date))
        return reply
    }

    private func append(_ request: CommunityRequest) {
        log.append(request.redacted(key: desk.configuration.key, tokens: desk.store.knownState.tokens))
    }

    /// The response; to HEAD, without a body.
    private func response(_ answer: Answer, to request: CommunityRequest) -> HTTPResponse {
        var answer = answer
        if request.method == "HEAD" { answer.body = .empty }
        return answer.reply.response
    }

    // MARK: Faults

    private func response(to request: CommunityRequest, with fault: CommunityFault) async throws -> HTTPResponse {
        switch fault {
        case .acted(let aftermath):
            let answer = desk.answer(to: request)
            return try await response(to: request, with: aftermath) { answer }
        case .sameTime, .sameID, .eventTwice, .eventLate:
            return response(desk.answer(to: request, manner: fault.manner), to: request)
        case .eventBeforeAnswer:
            let answer = desk.answer(to: request)
            if request.call == .sendMessage { await hub.allHaveWhatWasSaid() }
            return response(answer, to: request)
        default: return try await response(to: request, with: fault) { [desk] in desk.answer(to: request) }
        }
    }

    /// The response that a fault makes of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - fault: The fault.
    ///   - right: The right answer; what is asked for is done when it is asked for, if it is not done already.
    /// - Returns: The response for FlyingFox.
    /// - Throws: `CancellationError` where the server is stopped first, or `KeepError` where the end of tokens cannot be kept.
    private func response(
        to request: CommunityRequest, with fault: CommunityFault, right: @Sendable () -> Answer
    ) async throws -> HTTPResponse {
        func damaged(_ damage: ListDamage) -> HTTPResponse {
            var answer = right()
            damage.apply(to: &answer)
            return response(answer, to: request)
        }
        switch fault {
        case .acted, .sameTime, .sameID, .eventTwice, .eventLate, .eventBeforeAnswer, .socketDrop:
            return response(right(), to: request)
        case .status(let code, let headers):
            var answer = Refusal(code, StatusPhrase.phrase(for: code)).answer
            answer.headers = headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            return response(answer, to: request)
        case .delay(let duration):
            try await Task.sleep(for: duration)
            return response(right(), to: request)
        case .hang:
            while true { try await Task.sleep(for: .seconds(86_400)) }
        case .captivePortal: return Reply.html(FaultPages.captivePortal, status: 200).response
        case .garbage:
            let bytes = Data([0xFF, 0xFE, 0x00, 0x7B]) + Data("lantern".utf8) + Data([0xC3, 0x28, 0x80])
            return Reply(status: 200, contentType: Answer.jsonType, data: bytes).response
        case .reset(.beforeResponse): return BrokenConnection.beforeResponse
        case .abort(.beforeResponse): return BrokenConnection.aborting(after: Data())
        case .abort(.midBody):
            let reply = right().reply
            return BrokenConnection.aborting(after: reply.wireBytes(bodyCount: reply.data.count / 2))
        case .reset(.midBody): return right().reply.brokenOff
        case .drip(let size, let pause): return right().reply.dripping(size, every: pause)
        case .wrongLength(let difference): return right().reply.promising(more: difference)
        case .truncated: return right().reply.halved
        case .hugeBody(let count):
            let body = PaddedBody(start: Data(#"{"data":[],"next_cursor":"0"}"#.utf8), count: count)
            return Reply(status: 200, contentType: Answer.jsonType, data: Data())
                .response(HTTPBodySequence(from: body, count: count, suggestedBufferSize: 65_536))
        case .emptyList: return damaged(.empty)
        case .missingData: return damaged(.missing)
        case .corruptElement(let index): return damaged(.corrupt(at: index))
        case .accessExpired, .refreshExpired, .sessionOver:
            try endTokens(of: request, with: fault)
            return response(right(), to: request)
        }
    }

    /// Ends the tokens of the person whose access token a request carries; without one, nothing is ended.
    private func endTokens(of request: CommunityRequest, with fault: CommunityFault) throws {
        let store = desk.store
        let token = request.header("Authorization") ?? ""
        try store.change { state in
            switch state.tokens.worth(ofAccess: token, at: store.time) {
            case .unknown: break
            case .good(let person), .expired(let person):
                if fault == .sessionOver {
                    state.tokens.forget(of: person)
                } else {
                    state.tokens.expireAccess(of: person)
                    if fault == .refreshExpired { state.tokens.expireRefresh(of: person) }
                }
            }
        }
    }
}
