import Core

/// Records that belong to posts, and are gone when their posts are evicted.
struct StoragePart: Sendable {
    /// What they are counted as.
    let kind: StorageKind
    /// Whether each of its records is one thing to count, and not a part of one.
    let isCounted: Bool
    /// How many there are for each post, and the bytes of their lines.
    let amounts: @Sendable (StoreSnapshot) throws -> [Post.ID: RetentionReport.Amount]

    init<Record: StoredRecord>(
        _ schema: CollectionSchema<Record>, as kind: StorageKind, isCounted: Bool = false,
        of owner: @escaping @Sendable (Record) -> Post.ID?
    ) {
        self.kind = kind
        self.isCounted = isCounted
        amounts = { try $0.amounts(of: schema, by: owner) }
    }

    /// Everything that goes with a post and is in the database; files are counted by who keeps them.
    static let all = [
        StoragePart(PostSchemas.posts, as: .posts, isCounted: true) { $0.id },
        StoragePart(PostSchemas.arrivals, as: .posts) { $0.id },
        StoragePart(ExtrasRecord.schema, as: .posts) { $0.id },
        StoragePart(CommentSchemas.threads, as: .comments, isCounted: true) { $0.id },
        StoragePart(CommentSchemas.parts, as: .comments) { $0.post },
        StoragePart(CommentSchemas.comments, as: .comments) { $0.post },
    ]
}

extension StorageKind {
    /// What the records of a collection are there for.
    init(collection: String) {
        switch collection {
        case "posts", "arrivals", "extras": self = .posts
        case "feeds", "entries": self = .feeds
        case "statuses", "dismissals", "threadMarks", "threadSeen": self = .statuses
        case "comments", "threads", "threadParts": self = .comments
        case "settings": self = .settings
        case "sources", "sourceOrder": self = .sources
        case "positions": self = .positions
        default:
            // Which post holds which file is known by the records of packs and media; the files are a kind of their own.
            let isOfPacks = collection.hasPrefix("pack") || collection.hasPrefix("media")
            self = isOfPacks ? .packs : .other
        }
    }

    /// What a file of a store's folder is there for.
    ///
    /// - Parameter path: Its path in the folder. A folder in it is of the kind that has its name, also with a dash and
    ///   more behind it.
    init(path: String) {
        let parts = path.split(separator: "/", maxSplits: 1)
        let name = parts.first.map(String.init) ?? ""
        guard parts.count == 1 else {
            let kind = name.prefix { $0 != "-" }
            self = StorageKind(rawValue: String(kind)) ?? .other
            return
        }
        let file = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
        switch file {
        case "lock", "manifest": self = .database
        case _ where Journal.segment(ofName: file) != nil: self = file == name ? .posts : .database
        case _ where file.hasPrefix("index-") && file.hasSuffix(".runs"): self = .database
        case _ where file.hasPrefix("damaged-"): self = .damaged
        default: self = .other
        }
    }
}
