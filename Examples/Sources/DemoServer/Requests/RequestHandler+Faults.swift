import FlyingFox
import Foundation

/// The faults as HTTP answers.
extension RequestHandler {
    func response(to request: DemoRequest, with fault: DemoFault) -> HTTPResponse {
        switch fault {
        case .delay, .hang: return wholeReply(to: request).response
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
            let reply = wholeReply(to: request)
            return BrokenConnection.aborting(after: reply.wireBytes(bodyCount: reply.data.count / 2))
        case .reset(.midBody), .drip, .wrongLength, .truncatedJSON:
            return fragmented(wholeReply(to: request), fault)
        case .emptyListing: return damaged(request, .empty)
        case .missingChildren: return damaged(request, .missing)
        case .childrenNotArray: return damaged(request, .notArray)
        case .corruptChild(let index): return damaged(request, .corrupt(at: index))
        }
    }

    /// The right head, and a body that is not sent as it should be.
    private func fragmented(_ reply: Reply, _ fault: DemoFault) -> HTTPResponse {
        var reply = reply
        var body = FragmentBody(data: reply.data)
        var count = reply.data.count
        switch fault {
        case .drip(let size, let pause): (body.pieceSize, body.pause) = (size, pause)
        case .wrongLength(let difference):
            count = max(0, count + difference)
            body.breaksOff = true
        case .truncatedJSON:
            reply.data = reply.data.prefix(count / 2)
            return reply.response
        default: body = FragmentBody(data: reply.data.prefix(count / 2), breaksOff: true)
        }
        return reply.response(HTTPBodySequence(from: body, count: count, suggestedBufferSize: 65_536))
    }

    private func damaged(_ request: DemoRequest, _ damage: ListingDamage) -> HTTPResponse {
        var answer = answer(to: request)
        damage.apply(to: &answer)
        return encoder.whole(answer, to: request, base: base).response
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
