import Foundation
import Synchronization

/// Takes orders for faults from requests: `/demo/faults`, `/demo/tokens`.
struct ControlDesk: Sendable {
    /// An order, as a script sends it.
    private struct Order: Decodable {
        var fault: String
        var path: String?
        var dialect: String?
        var times: Int?
        /// Extra headers of a status.
        var headers: [String: String]?
    }

    let faults: FaultTable
    let authority: AuthorizationServer

    /// The answer to an order; nil when the request is none.
    func answer(_ request: DemoRequest, body: Data) -> Answer? {
        switch (request.path, request.method) {
        case ("/demo/faults", "GET"): return list
        case ("/demo/faults", "POST"): return order(body)
        case ("/demo/faults", "DELETE"):
            let (path, dialect) = (request.queryValue("path"), request.queryValue("dialect"))
            guard path != nil || dialect != nil else {
                faults.removeAll()
                return list
            }
            return set(nil, path: path, dialect: dialect)
        case ("/demo/tokens", "DELETE"):
            authority.tokens.withLock { store in
                store.revokeAllAccess()
                if request.queryValue("kind") == "all" { store.revokeAllRefresh() }
            }
            return Answer(status: 204, body: .empty)
        case ("/demo/faults", _): return .methodNotAllowed("GET, POST, DELETE")
        case ("/demo/tokens", _): return .methodNotAllowed("DELETE")
        default: return nil
        }
    }

    private func order(_ body: Data) -> Answer {
        let order: Order
        do {
            order = try JSONDecoder().decode(Order.self, from: body)
        } catch {
            return Self.refusal("An order is a JSON object: fault, and if need be path, dialect, times, headers.")
        }
        guard var fault = DemoFault(order.fault) else { return Self.refusal("A fault is one of: \(DemoFault.words)") }
        if let headers = order.headers {
            guard case .status(let code, _, let body) = fault else {
                return Self.refusal("Headers go with a status, such as status:429.")
            }
            fault = .status(code, headers: headers, body: body)
        }
        if let times = order.times, times < 1 { return Self.refusal("How many times is 1 or more.") }
        return set(fault, path: order.path, dialect: order.dialect, times: order.times)
    }

    /// Orders a fault or takes it back, unless its place is none: an order that can never take effect would mislead.
    private func set(_ fault: DemoFault?, path: String?, dialect name: String?, times: Int? = nil) -> Answer {
        let path = path ?? "/"
        guard path.hasPrefix("/") else { return Self.refusal("A path begins with '/'.") }
        let dialect = name.flatMap(DemoDialect.init(rawValue:))
        guard (dialect == nil) == (name == nil) else {
            let words = DemoDialect.allCases.map(\.rawValue).joined(separator: ", ")
            return Self.refusal("A dialect is one of: \(words)")
        }
        faults.set(fault, for: FaultTable.Scope(prefix: path, dialect: dialect), times: times)
        return list
    }

    private var list: Answer {
        .plainJSON(
            .array(
                faults.all.map { scope, entry in
                    .object([
                        ("fault", .string(entry.fault.text)), ("path", .string(scope.prefix)),
                        ("dialect", .optional(scope.dialect?.rawValue)), ("times", .optional(entry.remaining)),
                    ])
                }))
    }

    private static func refusal(_ reason: String) -> Answer {
        .plainJSON(.object([("error", .string(reason))]), status: 400)
    }
}
