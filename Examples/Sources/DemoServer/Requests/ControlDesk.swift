import Foundation
import ServerKit

/// Takes orders for faults from requests (`/demo/faults`, `/demo/tokens`), and tells what is there (`/demo/state`).
struct ControlDesk: Sendable {
    /// An order, as a script sends it.
    private struct Order: Decodable {
        var fault: String
        var path: String?
        var dialect: String?
        /// The requests by what they ask for: one of ``DemoTarget/words``.
        var only: String?
        var times: Int?
        /// Extra headers of a status.
        var headers: [String: String]?
    }

    let faults: FaultTable<DemoFaultScope, DemoFault>
    let store: DemoStore

    /// The answer to an order; nil when the request is none.
    func answer(_ request: DemoRequest, body: Data) -> Answer? {
        switch (request.path, request.method) {
        case ("/demo/faults", "GET"): return list
        case ("/demo/faults", "POST"): return order(body)
        case ("/demo/faults", "DELETE"):
            let (path, dialect) = (request.queryValue("path"), request.queryValue("dialect"))
            let only = request.queryValue("only")
            guard path != nil || dialect != nil || only != nil else {
                faults.removeAll()
                return list
            }
            return set(nil, path: path, dialect: dialect, only: only)
        case ("/demo/tokens", "DELETE"):
            let (account, kind) = (request.queryValue("account"), request.queryValue("kind"))
            store.endTokens { tokens in
                if kind != "sessions" { tokens.revokeAllAccess(of: account) }
                if kind == "all" { tokens.revokeAllRefresh(of: account) }
                if kind == "all" || kind == "sessions" { tokens.revokeAllSessions(of: account) }
            }
            return Answer(status: 204, body: .empty)
        case ("/demo/state", "GET"): return state(of: request.queryValue("author"))
        case ("/demo/faults", _): return .methodNotAllowed("GET, POST, DELETE")
        case ("/demo/tokens", _): return .methodNotAllowed("DELETE")
        case ("/demo/state", _): return .methodNotAllowed("GET")
        default: return nil
        }
    }

    /// Everything that people have written and marked; with an author, only the texts that are theirs.
    private func state(of author: String?) -> Answer {
        do {
            var record = DemoRecord(try store.version().state)
            if let author { record.texts = record.texts(by: author) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Answer(body: .file(try encoder.encode(record), contentType: AnswerEncoder.jsonType))
        } catch {
            return .plainJSON(.object([("error", .string("\(error)"))]), status: 500)
        }
    }

    private func order(_ body: Data) -> Answer {
        let order: Order
        do {
            order = try JSONDecoder().decode(Order.self, from: body)
        } catch {
            return Self.refusal("An order is a JSON object: fault, and if need be path, dialect, only, times, headers.")
        }
        guard var fault = DemoFault(order.fault) else { return Self.refusal("A fault is one of: \(DemoFault.words)") }
        if let headers = order.headers {
            guard case .status(let code, _, let body) = fault else {
                return Self.refusal("Headers go with a status, such as status:429.")
            }
            fault = .status(code, headers: headers, body: body)
        }
        if let times = order.times, times < 1 { return Self.refusal("How many times is 1 or more.") }
        return set(fault, path: order.path, dialect: order.dialect, only: order.only, times: order.times)
    }

    /// Orders a fault or takes it back, unless its place is none: an order that can never take effect would mislead.
    private func set(
        _ fault: DemoFault?, path: String?, dialect name: String?, only word: String?, times: Int? = nil
    ) -> Answer {
        let path = path ?? "/"
        guard path.hasPrefix("/") else { return Self.refusal("A path begins with '/'.") }
        let dialect = name.flatMap(DemoDialect.init(rawValue:))
        guard (dialect == nil) == (name == nil) else {
            let words = DemoDialect.allCases.map(\.rawValue).joined(separator: ", ")
            return Self.refusal("A dialect is one of: \(words)")
        }
        let target = word.flatMap { DemoTarget($0) }
        guard (target == nil) == (word == nil) else { return Self.refusal("Only is one of: \(DemoTarget.words)") }
        faults.set(fault, for: DemoFaultScope(prefix: path, dialect: dialect, target: target), times: times)
        return list
    }

    private var list: Answer {
        .plainJSON(
            .array(
                faults.all.map { scope, entry in
                    var json = JSONObject([
                        ("fault", .string(entry.fault.text)), ("path", .string(scope.prefix)),
                        ("dialect", .optional(scope.dialect?.rawValue)),
                    ])
                    if let target = scope.target { json.add("only", .string(target.text)) }
                    json.add("times", .optional(entry.remaining))
                    return .object(json)
                }))
    }

    private static func refusal(_ reason: String) -> Answer {
        .plainJSON(.object([("error", .string(reason))]), status: 400)
    }
}
