import FlyingFox
import Foundation
import ServerKit

/// The faults as HTTP answers.
extension RequestHandler {
    /// The response that a fault makes of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - fault: The fault; the pauses of those that make one are made before.
    ///   - done: The right answer, where what was asked for is done already; nil where it is done only if the fault
    ///     sends the right answer.
    /// - Returns: The response for FlyingFox.
    func response(to request: DemoRequest, with fault: DemoFault, after done: Answer? = nil) -> HTTPResponse {
        func right() -> Answer { done ?? answer(to: request) }
        func wholeReply() -> Reply { encoder.whole(right(), to: request, base: base) }
        func damaged(_ damage: ListingDamage) -> HTTPResponse {
            var answer = right()
            damage.apply(to: &answer)
            return encoder.whole(answer, to: request, base: base).response
        }
        switch fault {
        case .delay, .hang, .acted: return wholeReply().response
        case .refuse(let code): return encoder.whole(Self.refusal(code, of: request), to: request, base: base).response
        case .rateLimit(let wait): return encoder.whole(Self.limit(wait, of: request), to: request, base: base).response
        case .tokenExpired, .tokenRevoked:
            endTokens(of: request, includingRefresh: fault == .tokenRevoked)
            return wholeReply().response
        case .stale(let age):
            return encoder.conditional(answer(to: request, staleness: age), to: request, base: base).response
        case .status(let code, let headers, let body): return status(code, headers: headers, body: body)
        case .captivePortal: return Reply.html(FaultPages.captivePortal, status: 200).response
        case .blockPage: return Reply.html(FaultPages.block, status: 403).response
        case .garbage:
            let bytes = Data([0xFF, 0xFE, 0x00, 0x7B]) + Data("lantern".utf8) + Data([0xC3, 0x28, 0x80])
            return Reply(status: 200, contentType: Self.contentType(in: request.dialect), data: bytes).response
        case .redirectLoop: return redirect(to: base + request.target)
        case .redirectCircle: return redirect(to: base + Self.otherTarget(of: request))
        case .redirect(let origin): return redirect(to: origin + request.target)
        case .loginRedirect:
            // The page itself is there, also where every path is redirected to it.
            return request.path == "/login"
                ? Reply.html(FaultPages.login, status: 200).response : redirect(to: base + "/login")
        case .hugeBody(let count):
            let reply = Reply(status: 200, contentType: Self.contentType(in: request.dialect), data: Data())
            let body = PaddedBody(start: emptyList(in: request.dialect), count: count)
            return reply.response(HTTPBodySequence(from: body, count: count, suggestedBufferSize: 65_536))
        case .reset(.beforeResponse): return BrokenConnection.beforeResponse
        case .abort(.beforeResponse): return BrokenConnection.aborting(after: Data())
        case .abort(.midBody):
            let reply = wholeReply()
            return BrokenConnection.aborting(after: reply.wireBytes(bodyCount: reply.data.count / 2))
        case .reset(.midBody): return wholeReply().brokenOff
        case .drip(let size, let pause): return wholeReply().dripping(size, every: pause)
        case .wrongLength(let difference): return wholeReply().promising(more: difference)
        case .truncatedJSON: return wholeReply().halved
        case .emptyListing: return damaged(.empty)
        case .missingChildren: return damaged(.missing)
        case .childrenNotArray: return damaged(.notArray)
        case .corruptChild(let index): return damaged(.corrupt(at: index))
        }
    }

    /// A refusal with a code, in the request's dialect.
    private static func refusal(_ code: String, of request: DemoRequest) -> Answer {
        switch request.dialect {
        case .lemmy: LemmyRefusal.answer(word: code)
        case .authorization, .hackerNews: .plainJSON(.object([("error", .string(code))]), status: 400)
        case .json, .oauth, .atom, .media:
            RedditRefusal.code(code, field: "").answer(isWrapped: request.value("api_type") == "json")
        }
    }

    /// The refusal of who writes too much, in the request's dialect.
    private static func limit(_ wait: Duration, of request: DemoRequest) -> Answer {
        switch request.dialect {
        case .lemmy: LemmyRefusal.refused("rate_limit_error").answer
        case .authorization, .hackerNews: .plainJSON(.object([("error", .string("rate_limit"))]), status: 429)
        case .json, .oauth, .atom, .media:
            RedditRefusal.limit(wait: wait, isWrapped: request.value("api_type") == "json")
        }
    }

    /// Ends the token that a request carries, or a refresh token that it would use.
    private func endTokens(of request: DemoRequest, includingRefresh: Bool) {
        for token in [request.bearerToken, request.formValue("refresh_token")].compactMap(\.self) {
            store.endTokens { $0.end(token, includingRefresh: includingRefresh) }
        }
    }

    private func redirect(to address: String) -> HTTPResponse {
        Reply(status: 302, headers: [(name: "Location", value: address)], data: Data()).response
    }

    /// The other of the two addresses of a circle.
    private static func otherTarget(of request: DemoRequest) -> String {
        guard request.queryValue("turn") == "1" else {
            return request.target + (request.target.contains("?") ? "&turn=1" : "?turn=1")
        }
        let target = request.target.replacing("&turn=1", with: "").replacing("turn=1", with: "")
        return target.hasSuffix("?") ? String(target.dropLast()) : target
    }

    private static func contentType(in dialect: DemoDialect) -> String {
        switch dialect {
        case .atom: AnswerEncoder.atomType
        case .media: "image/png"
        case .json, .oauth, .lemmy, .hackerNews, .authorization: AnswerEncoder.jsonType
        }
    }

    private func emptyList(in dialect: DemoDialect) -> Data {
        switch dialect {
        case .atom:
            Data(#"<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>"#.utf8)
        case .lemmy: Data(#"{"posts":[],"comments":[]}"#.utf8)
        case .hackerNews: Data("[]".utf8)
        case .media: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .json, .oauth, .authorization: JSONWriter.data(from: ListingRenderer.json([]))
        }
    }

    private func status(_ code: Int, headers: [String: String], body: DemoFault.Body) -> HTTPResponse {
        let phrase = StatusPhrase.phrase(for: code)
        var reply: Reply
        switch body {
        case .json:
            let json = JSONValue.object([("message", .string(phrase)), ("error", .int(code))])
            reply = Reply(status: code, contentType: AnswerEncoder.jsonType, data: JSONWriter.data(from: json))
        case .html: reply = .html(FaultPages.status(code, phrase: phrase), status: code)
        case .text(let text, let contentType):
            reply = Reply(status: code, contentType: contentType, data: Data(text.utf8))
        case .empty: reply = Reply(status: code, data: Data())
        }
        reply.headers += headers.map { (name: $0.key, value: $0.value) }
        return reply.response
    }
}
