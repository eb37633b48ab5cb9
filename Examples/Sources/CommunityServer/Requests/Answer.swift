import Foundation
import ServerKit

/// An answer, before it becomes bytes.
struct Answer: Sendable {
    /// The content of an answer.
    enum Body: Sendable {
        case json(JSONValue)
        case file(Data, contentType: String)
        case empty
    }

    static let jsonType = "application/json; charset=utf-8"

    var status = 200
    var headers: [(name: String, value: String)] = []
    var body: Body

    static func json(_ value: JSONValue, status: Int = 200) -> Answer {
        Answer(status: status, body: .json(value))
    }

    static let empty = Answer(body: .empty)

    /// The answer as bytes.
    var reply: Reply {
        switch body {
        case .json(let value):
            Reply(status: status, contentType: Self.jsonType, headers: headers, data: JSONWriter.data(from: value))
        case .file(let data, let type): Reply(status: status, contentType: type, headers: headers, data: data)
        case .empty: Reply(status: status, headers: headers, data: Data())
        }
    }
}
