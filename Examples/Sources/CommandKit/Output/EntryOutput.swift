package import Core
package import Foundation

/// The description of an item of the outbox in the words of a program.
package struct EntrySubject {
    /// The kind.
    package var kind: String
    /// The printed id of what it is about; nil for nothing.
    package var target: String?
    /// The wish; nil for none.
    package var value: WishOutput?
    /// The text; nil for none.
    package var text: String?

    package init(kind: String, target: String? = nil, value: WishOutput? = nil, text: String? = nil) {
        (self.kind, self.target, self.value, self.text) = (kind, target, value, text)
    }

    /// An item of a built-in kind.
    package init(builtIn item: OutboxItem, in session: some CommandSession) {
        self.init(
            kind: item.kind.rawValue, target: item.target.map { session.text(of: $0, on: item.account.site) },
            value: WishOutput(item.value, of: item.kind), text: item.text)
    }
}

/// An entry of the outbox as the commands print it; what does not apply is null.
package struct EntryOutput: Encodable, Sendable {
    package let id: String
    package let kind: String
    package let target: String?
    package let value: WishOutput?
    package let title: String?
    package let text: String?
    package let url: String?
    package private(set) var state: String
    package private(set) var attempts: Int
    package let created: Date
    package let account: String
    package private(set) var result: String?
    package let waitsFor: String?
    package private(set) var notBefore: Date?
    package private(set) var reason: OutboxItem.Reason?

    /// An item as it is.
    package init(_ item: OutboxItem, in session: some CommandSession) {
        id = item.id.rawValue
        let subject = session.subject(of: item)
        (kind, target, value, text) = (subject.kind, subject.target, subject.value, subject.text)
        (title, url) = (item.title, item.url)
        (state, attempts, created) = (item.state.rawValue, item.attempts, item.created)
        account = session.name(of: item.account)
        result = item.result
        // A part, such as a picture on its way, is no entry that a person could name. Without an outbox nothing is one.
        let unsent = (try? session.writing)?.outbox.value.items ?? []
        let isPart = unsent.contains { $0.id == item.waitsFor && $0.isPart }
        waitsFor = isPart ? nil : item.waitsFor?.rawValue
        (notBefore, reason) = (item.notBefore, item.reason)
    }

    /// The same once it is sent.
    package func sent(result: String?) -> EntryOutput {
        var entry = self
        (entry.state, entry.result) = (OutboxItem.State.sent.rawValue, result)
        entry.attempts = max(attempts, 1)
        (entry.notBefore, entry.reason) = (nil, nil)
        return entry
    }

    enum CodingKeys: CodingKey {
        case id, kind, target, value, title, text, url, state, attempts, created, account, result, waitsFor, notBefore
        case reason
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(target, forKey: .target)
        try container.encode(value, forKey: .value)
        try container.encode(title, forKey: .title)
        try container.encode(text, forKey: .text)
        try container.encode(url, forKey: .url)
        try container.encode(state, forKey: .state)
        try container.encode(attempts, forKey: .attempts)
        try container.encode(created.timeIntervalSince1970, forKey: .created)
        try container.encode(account, forKey: .account)
        try container.encode(result, forKey: .result)
        try container.encode(waitsFor, forKey: .waitsFor)
        try container.encode(notBefore?.timeIntervalSince1970, forKey: .notBefore)
        try container.encode(reason.map { ReasonOutput(code: $0.code.rawValue, message: $0.message) }, forKey: .reason)
    }
}

/// A wish: a direction for votes, a flag for most else, or the field that is changed.
package enum WishOutput: Encodable, Sendable {
    case direction(Int)
    case flag(Bool)
    case field(String)

    /// The wish of one of the built-in kinds.
    package init?(_ value: String?, of kind: OutboxItem.Kind) {
        guard let value else { return nil }
        if kind == .vote {
            guard let direction = Int(value) else { return nil }
            self = .direction(direction)
        } else {
            self = .flag(value == "1" || value == "true")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .direction(let direction): try container.encode(direction)
        case .flag(let isOn): try container.encode(isOn)
        case .field(let name): try container.encode(name)
        }
    }
}

/// The reason of a failure.
private struct ReasonOutput: Encodable {
    let code: String
    let message: String
}

/// The JSON output of the commands that write.
package struct WrittenOutput: Encodable {
    let queued: [EntryOutput]
    let sent: [EntryOutput]
    let failed: [EntryOutput]
    let unknown: [String]
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case queued, sent, failed, unknown, error
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(queued, forKey: .queued)
        try container.encode(sent, forKey: .sent)
        try container.encode(failed, forKey: .failed)
        try container.encode(unknown, forKey: .unknown)
        try container.encode(error, forKey: .error)
    }
}

/// The JSON output of `outbox`.
package struct OutboxOutput: Encodable {
    let entries: [EntryOutput]
}

/// The JSON output of `sync`.
package struct SyncOutput: Encodable {
    let sent: Int
    let failed: Int
    let left: Int
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case sent, failed, left, error
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sent, forKey: .sent)
        try container.encode(failed, forKey: .failed)
        try container.encode(left, forKey: .left)
        try container.encode(error, forKey: .error)
    }
}
