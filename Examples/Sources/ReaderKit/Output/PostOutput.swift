import CommandKit

/// The JSON output of `show`.
struct PostOutput: Encodable {
    let item: ItemOutput?
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case item, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(item, forKey: .item)
        try container.encode(error, forKey: .error)
    }
}

/// The JSON output of the status commands.
struct ChangeOutput: Encodable {
    let changed: [String]
    var unknown: [String]
    /// What goes to the server too; nil, and no such key, where it stays here.
    var queued: [EntryOutput]?
    /// What the server has refused already; nil as ``queued``.
    var failed: [EntryOutput]?
}

/// The JSON output of `undo`.
struct UndoOutput: Encodable {
    let restored: [String]
}

/// The JSON output of `saved` and `search`.
struct ItemsOutput: Encodable {
    let items: [ItemOutput]
}
