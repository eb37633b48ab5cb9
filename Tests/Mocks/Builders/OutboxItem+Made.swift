public import Core
public import Foundation

extension OutboxItem {
    /// Makes an item for a test.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - account: The account.
    ///   - kind: The kind.
    ///   - target: What it is about; nothing by default.
    ///   - value: The wish of a toggle; none by default.
    ///   - text: The text; none by default.
    ///   - state: The place on its way; `pending` by default.
    ///   - created: The date at which it was queued; 1970 by default.
    ///   - reason: The reason of its last failure; none by default.
    ///   - isKnown: Whether this version can send it; true by default.
    ///   - payload: The payload of a kind of the app's own; none by default.
    ///   - result: The server's id of what was made; none by default.
    /// - Returns: The item.
    public static func made(
        _ id: ID, account: AccountKey, kind: Kind, target: StatusTarget? = nil, value: String? = nil,
        text: String? = nil, state: State = .pending, created: Date = Date(timeIntervalSince1970: 0),
        reason: Reason? = nil, isKnown: Bool = true, payload: RawJSON? = nil, result: String? = nil
    ) -> OutboxItem {
        OutboxItem(
            id: id, account: account, kind: kind, target: target, value: value, title: nil, text: text, url: nil,
            state: state, attempts: 0, created: created, result: result, waitsFor: nil, notBefore: nil, reason: reason,
            isKnown: isKnown, payload: payload)
    }

    /// Makes the item of a message that is being sent or looked for since a moment.
    package static func sending(
        _ id: ID, account: AccountKey, kind: Kind, target: StatusTarget?, state: State, payload: RawJSON,
        since attempt: OutboxTime?
    ) -> OutboxItem {
        OutboxItem(
            id: id, account: account, kind: kind, target: target, value: nil, title: nil, text: nil, url: nil,
            state: state, attempts: 1, created: attempt?.date ?? Date(timeIntervalSince1970: 0), result: nil,
            waitsFor: nil, notBefore: nil, reason: nil, isKnown: true, payload: payload, attempt: attempt)
    }
}
