import Core

extension StorageKind {
    /// Returns the kind of a collection's records; other for an app's own collection.
    ///
    /// A new built-in collection has to be named here, else it is counted as an app's own.
    init(collection: String) {
        switch collection {
        case "posts", "arrivals", "extras", "confirmed", "resources", "resourcesAside": self = .posts
        case "feeds", "entries": self = .feeds
        case "statuses", "intents", "marks", "dismissals", "threadMarks", "threadSeen", "threadVisits": self = .statuses
        case "comments", "threads", "threadParts", "ownTexts", "answers", "inboxes", "rooms", "messages",
            "messageClaims", "roomLists":
            self = .comments
        case "settings": self = .settings
        case "sources", "sourceOrder": self = .sources
        case "positions": self = .positions
        case "drafts": self = .drafts
        case "outbox", "outboxLanes", "outboxSent", "outboxClocks", "outboxHanded", "payments": self = .outbox
        // Which post holds which file is known by these records; the files are a kind of their own.
        case "packs", "packed", "media", "mediaHolds", "mediaPlaces": self = .packs
        default: self = .other
        }
    }

    /// Returns the kind of a file in a store's folder.
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
        case "lock", "manifest", JournalFolder.unknownName: self = .database
        case _ where Journal.segment(ofName: file) != nil: self = file == name ? .posts : .database
        case _ where file.hasPrefix("index-") && file.hasSuffix(".runs"): self = .database
        case _ where file.hasPrefix("damaged-"): self = .damaged
        default: self = .other
        }
    }
}
