import Foundation

/// What the site has to say, before it becomes HTTP.
enum Answer: Sendable {
    case json(JSONValue, status: Int)
    case file(Data, contentType: String)

    static func json(_ value: JSONValue) -> Answer {
        .json(value, status: 200)
    }

    static let notFound = Answer.json(
        .object([("message", .string("Not Found")), ("error", .int(404))]), status: 404)

    /// The answer to a request for something that is not for everyone.
    static func forbidden(reason: String?) -> Answer {
        let why: [(String, JSONValue)] = reason.map { [("reason", .string($0))] } ?? []
        return .json(.object(why + [("message", .string("Forbidden")), ("error", .int(403))]), status: 403)
    }
}
