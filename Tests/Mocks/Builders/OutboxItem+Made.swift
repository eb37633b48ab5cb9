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
    /// - Returns: The item.
    public static func made(
        _ id: ID, account: AccountKey, kind: Kind, target: StatusTarget? = nil, value: String? = nil,
        text: String? = nil, state: State = .pending, created: Date = Date(timeIntervalSince1970: 0),
        reason: Reason? = nil, isKnown: Bool = true
    ) -> OutboxItem {
        OutboxItem(
            id: id, account: account, kind: kind, target: target, value: value, title: nil, text: text, url: nil,
            state: state, attempts: 0, created: created, result: nil, waitsFor: nil, notBefore: nil, reason: reason,
            isKnown: isKnown)
    }
}
