/// What `show` prints as JSON.
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

/// What the status commands print as JSON.
struct ChangeOutput: Encodable {
    let changed: [String]
    let unknown: [String]
}

/// What `undo` prints as JSON.
struct UndoOutput: Encodable {
    let restored: [String]
}

/// What `saved` and `search` print as JSON.
struct ItemsOutput: Encodable {
    let items: [ItemOutput]
}
