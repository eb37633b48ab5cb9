import Foundation
import ServerKit

/// The site's answer before it becomes HTTP.
struct Answer: Sendable {
    enum Body: Sendable {
        /// JSON whose strings carry HTML entities unless they are asked for raw, as the Reddit-shaped part's do.
        case entityJSON(JSONValue)
        /// JSON that is left as it is.
        case json(JSONValue)
        case atom(AtomFeed)
        case html(String)
        case file(Data, contentType: String)
        case empty
    }

    var status = 200
    var headers: [(name: String, value: String)] = []
    var body: Body

    static func json(_ value: JSONValue, status: Int = 200) -> Answer {
        Answer(status: status, body: .entityJSON(value))
    }

    static func plainJSON(_ value: JSONValue, status: Int = 200) -> Answer {
        Answer(status: status, body: .json(value))
    }

    static func plainText(_ text: String, status: Int) -> Answer {
        Answer(status: status, body: .file(Data(text.utf8), contentType: "text/plain; charset=utf-8"))
    }

    static func redirect(to address: String) -> Answer {
        Answer(status: 302, headers: [("Location", address)], body: .empty)
    }

    static func methodNotAllowed(_ allowed: String) -> Answer {
        var answer = message("Method Not Allowed", status: 405)
        answer.headers.append(("Allow", allowed))
        return answer
    }

    static let notFound = message("Not Found", status: 404)

    /// The answer to a request for something that is not for everyone.
    static func forbidden(reason: String?) -> Answer {
        message("Forbidden", status: 403, reason: reason)
    }

    /// `{"message": …, "error": …}`, after a reason where there is one.
    static func message(_ text: String, status: Int, reason: String? = nil) -> Answer {
        let why: [(String, JSONValue)] = reason.map { [("reason", .string($0))] } ?? []
        return .json(.object(why + [("message", .string(text)), ("error", .int(status))]), status: status)
    }

    /// The same JSON for a part of the server that knows no entities.
    var plain: Answer {
        guard case .entityJSON(let value) = body else { return self }
        var answer = self
        answer.body = .json(value)
        return answer
    }
}
