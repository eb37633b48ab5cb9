import Foundation
import ServerKit

/// Makes bytes of answers, with the validators and parts that HTTP offers for them.
struct AnswerEncoder: Sendable {
    static let jsonType = "application/json; charset=UTF-8"
    static let atomType = "application/atom+xml; charset=UTF-8"

    let sendsValidators: Bool
    /// Unix time, in seconds.
    let referenceTime: Int

    /// The whole answer, with validators where the server sends them.
    func whole(_ answer: Answer, to request: DemoRequest, base: String) -> Reply {
        var reply = Reply(status: answer.status, headers: answer.headers, data: Data())
        var hasValidators = sendsValidators
        var modified = referenceTime
        switch answer.body {
        case .entityJSON(let value):
            reply.contentType = Self.jsonType
            reply.data = JSONWriter.data(from: value, encodesEntities: !ListingQuery(request).isRaw)
        case .json(let value):
            reply.contentType = request.dialect == .lemmy ? "application/json" : Self.jsonType
            reply.data = JSONWriter.data(from: value)
        case .atom(let feed):
            reply.contentType = Self.atomType
            reply.data = AtomWriter.data(from: feed, base: base)
            (hasValidators, modified) = (true, feed.updated)
        case .html(let page):
            reply.contentType = "text/html; charset=UTF-8"
            reply.data = Data(page.utf8)
            hasValidators = false
        case .file(let data, let contentType):
            (reply.contentType, reply.data) = (contentType, data)
            hasValidators = request.dialect == .media
            if hasValidators, reply.status == 200 { reply.headers.append((name: "Accept-Ranges", value: "bytes")) }
        case .empty: hasValidators = false
        }
        if hasValidators, reply.status == 200, request.method == "GET", request.dialect != .authorization {
            reply.headers += Validators(data: reply.data, modified: modified).headers
            reply.modified = modified
        }
        return reply
    }

    /// The answer, or 304 or a part of it where the request allows it.
    func conditional(_ answer: Answer, to request: DemoRequest, base: String) -> Reply {
        var reply = whole(answer, to: request, base: base)
        guard let modified = reply.modified else { return reply }
        let validators = Validators(data: reply.data, modified: modified)
        if validators.isKnown(to: request) {
            reply.status = 304
            reply.contentType = nil
            reply.data = Data()
        } else if case .file = answer.body, let range = validators.range(of: request, count: reply.data.count) {
            let count = reply.data.count
            if range.isEmpty {
                reply.status = 416
                reply.contentType = nil
                reply.headers = [(name: "Content-Range", value: "bytes */\(count)")]
                reply.data = Data()
            } else {
                reply.status = 206
                reply.headers.append(
                    (name: "Content-Range", value: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"))
                reply.data = Data(reply.data[range])
            }
        }
        return reply
    }
}
