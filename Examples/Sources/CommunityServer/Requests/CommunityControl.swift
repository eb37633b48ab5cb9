import Foundation
import ServerKit

/// Takes orders below `/community/`: for faults and the end of tokens, receipts and things to say; and tells what is there.
struct CommunityControl: Sendable {
    /// An order, as a script sends it.
    private struct Order: Decodable {
        var fault: String
        var path: String?
        /// One of ``CommunityTarget/words``.
        var only: String?
        var times: Int?
        /// Extra headers of a status.
        var headers: [String: String]?
    }

    private struct Saying: Decodable {
        var from: String
        var to: String
        var text: String
    }

    private struct Notice: Decodable {
        var receipt: String
        var merchant: String
        var amount: Int

        private enum CodingKeys: String, CodingKey {
            case receipt = "imp_uid"
            case merchant = "merchant_uid"
            case amount
        }
    }

    let faults: FaultTable<CommunityFaultScope, CommunityFault>
    let desk: CommunityDesk

    /// The answer to an order; nil when the request is none.
    func answer(_ request: CommunityRequest) -> Answer? {
        guard request.path.hasPrefix("/community/") else { return nil }
        do {
            switch (request.method, request.path) {
            case ("GET", "/community/faults"): return list
            case ("POST", "/community/faults"): return try order(request.fields())
            case ("DELETE", "/community/faults"): return try take(request)
            case ("DELETE", "/community/tokens"):
                try desk.endTokens(request.queryValue("kind") ?? "access", of: request.queryValue("person"))
                return Answer(status: 204, body: .empty)
            case ("GET", "/community/state"):
                return .json(Renderer(state: try desk.store.state()).everything)
            case ("POST", "/community/say"):
                let saying: Saying = try request.fields()
                let message = try desk.say(saying.text, from: saying.from, to: saying.to)
                return .json(Renderer(state: try desk.store.state()).message(message))
            case ("POST", "/community/receipts"):
                let notice: Notice = try request.fields()
                try desk.note(
                    Receipt(receipt: notice.receipt, merchant: notice.merchant, amount: notice.amount))
                return Answer(status: 204, body: .empty)
            default: throw Refusal(404, "There is no such order.")
            }
        } catch let refusal as Refusal {
            return refusal.answer
        } catch {
            return Refusal(500, "\(error)").answer
        }
    }

    private func order(_ order: Order) throws -> Answer {
        guard var fault = CommunityFault(order.fault) else {
            throw Refusal(400, "A fault is one of: \(CommunityFault.words)")
        }
        if let headers = order.headers {
            guard case .status(let code, _) = fault else {
                throw Refusal(400, "Headers go with a status, such as status:429.")
            }
            fault = .status(code, headers: headers)
        }
        if let times = order.times, times < 1 { throw Refusal(400, "How many times is 1 or more.") }
        faults.set(fault, for: try scope(order.path, order.only), times: order.times)
        return list
    }

    private func take(_ request: CommunityRequest) throws -> Answer {
        let (path, only) = (request.queryValue("path"), request.queryValue("only"))
        if path == nil, only == nil {
            faults.removeAll()
        } else {
            faults.set(nil, for: try scope(path, only), times: nil)
        }
        return list
    }

    /// An order that can never take effect would mislead, and is refused.
    private func scope(_ path: String?, _ only: String?) throws -> CommunityFaultScope {
        let path = path ?? "/"
        guard path.hasPrefix("/") else { throw Refusal(400, "A path begins with '/'.") }
        let target = only.flatMap { CommunityTarget($0) }
        guard (target == nil) == (only == nil) else { throw Refusal(400, "Only is one of: \(CommunityTarget.words)") }
        return CommunityFaultScope(prefix: path, target: target)
    }

    private var list: Answer {
        .json(
            .array(
                faults.all.map { scope, entry in
                    .object([
                        ("fault", .string(entry.fault.text)), ("path", .string(scope.prefix)),
                        ("only", .optional(scope.target?.text)), ("times", .optional(entry.remaining)),
                    ])
                }))
    }
}

/// Orders to the server from outside its API.
extension CommunityDesk {
    /// Says something for somebody.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - sender: The sender's id.
    ///   - other: The id of the other in the room, which is made where there is none.
    /// - Returns: The message, stored and announced.
    /// - Throws: ``Refusal`` where one of the two is nobody.
    func say(_ text: String, from sender: String, to other: String) throws -> Message {
        try store.change(
            { state in
                guard sender != other, state.member(sender) != nil, state.member(other) != nil else {
                    throw Refusal.accountNotFound
                }
                let room = state.room(of: sender, and: other, at: store.time)
                return state.say(text, [], in: room.id, by: sender, at: store.time)
            },
            then: { message, state in announcer.announce(message, in: state) })
    }

    /// Remembers what a payment provider tells of a payment, before it is validated.
    func note(_ receipt: Receipt) throws {
        try store.change { state in
            state.receipts.removeAll { $0.receipt == receipt.receipt }
            state.receipts.append(receipt)
        }
    }

    /// Ends tokens.
    ///
    /// - Parameters:
    ///   - kind: `access` for 419, `refresh` for 418 too, `sessions` for 401.
    ///   - person: Only those of this person; nil for all.
    /// - Throws: ``Refusal`` with 400 for another kind, or `KeepError` where that cannot be kept.
    func endTokens(_ kind: String, of person: String?) throws {
        guard ["access", "refresh", "sessions"].contains(kind) else {
            throw Refusal(400, "A kind is one of: access, refresh, sessions")
        }
        try store.change { state in
            if kind == "sessions" { state.tokens.forget(of: person) }
            if kind != "sessions" { state.tokens.expireAccess(of: person) }
            if kind == "refresh" { state.tokens.expireRefresh(of: person) }
        }
    }
}
