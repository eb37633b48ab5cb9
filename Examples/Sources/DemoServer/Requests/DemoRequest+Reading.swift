import FlyingFox
import Foundation
import ServerKit

extension AuthorizationServer {
    /// A request as the log may keep it.
    func redacted(_ request: DemoRequest) -> DemoRequest {
        Redaction(tokens: store.knownTokens).apply(to: request)
    }
}

extension DemoRequest {
    init(_ request: HTTPRequest, body: Data) {
        let headers = request.allHeaders
        let type = headers.first { $0.key.lowercased() == "content-type" }?.value.lowercased() ?? ""
        self.init(
            method: request.method.rawValue.uppercased(), path: request.path, target: request.target.rawValue,
            query: request.query.map { URLQueryItem(name: $0.name, value: $0.value) },
            form: Self.items(of: body, type: type), headers: headers, credential: nil, body: body)
    }

    /// The items of a body, as ``form`` has them.
    static func items(of body: Data, type: String) -> [URLQueryItem] {
        if type.hasPrefix("application/x-www-form-urlencoded") { return form(body) }
        guard type.hasPrefix("application/json") else { return [] }
        // A body that is no object has no items; whoever needs one says so.
        guard let fields = try? JSONDecoder().decode([String: JSONField].self, from: body) else { return [] }
        return fields.compactMap { name, field in field.text.map { URLQueryItem(name: name, value: $0) } }
            .sorted { $0.name < $1.name }
    }

    /// A value of a JSON object, as far as it is one word.
    private struct JSONField: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            // Of each kind in turn: a value is of one of them, or of none that is a word.
            if let flag = try? container.decode(Bool.self) {
                text = String(flag)
            } else if let number = try? container.decode(Int.self) {  // The same.
                text = String(number)
            } else {
                text = try? container.decode(String.self)  // The same.
            }
        }
    }

    /// The items of a form; a plus sign is a blank there, as nowhere else.
    private static func form(_ body: Data) -> [URLQueryItem] {
        func decoded(_ text: Substring) -> String {
            let text = String(text).replacing("+", with: " ")
            return text.removingPercentEncoding ?? text
        }
        return String(decoding: body, as: UTF8.self).split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(name: decoded(pair[0]), value: pair.count == 2 ? decoded(pair[1]) : "")
        }
    }
}
