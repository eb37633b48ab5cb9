import Core

extension StoreSnapshot {
    func order(of feed: Feed) throws -> FeedOrder { try order(ofKey: feed.key) }

    func order(ofKey key: String) throws -> FeedOrder {
        try order(ofKey: key, elements: try elements(ofKey: key))
    }

    /// The order of a feed whose elements were read already.
    func order(ofKey key: String, elements: [FeedOrder.Element]) throws -> FeedOrder {
        let record = try record(key, in: PostSchemas.feeds)
        return FeedOrder(
            elements: elements, cursor: record?.cursor, isEnd: record?.isEnd ?? false, head: record?.head,
            first: record?.first)
    }

    /// A feed as it is stored.
    func feed(_ feed: Feed) throws -> StoredFeed {
        try FeedReading(feed, in: self).stored
    }

    // MARK: What indexes say by themselves

    /// The elements of a feed's order.
    ///
    /// The index says almost all: an entry's key holds the feed, the rank and the post. Of thousands of entries only
    /// those of gaps are read.
    func elements(ofKey feed: String) throws -> [FeedOrder.Element] {
        var keys = EntryKeys(feed: feed)
        var elements: [FeedOrder.Element] = []
        var isUsual = true
        try visitKeys(of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], from: keys.first) {
            elements = []
            isUsual = true
        } visit: { key, _ in
            switch keys.entry(key) {
            case .post(let id, let rank): elements.append(FeedOrder.Element(rank: rank, content: .post(id)))
            case .gap(let rank):
                let entry = try record("\(feed)|gap|\(rank)", in: PostSchemas.entries)
                guard let element = entry?.element, element.rank == rank else {
                    isUsual = false
                    return false
                }
                elements.append(element)
            case .unusual:
                isUsual = false
                return false
            case nil: return false
            }
            return true
        }
        if isUsual { return elements }
        return try window(
            of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: feed)
        ).map(\.element)
    }

    /// The posts that an index of statuses holds, the newest first.
    func ids(by index: Index<PostStatus>) throws -> [Post.ID] {
        let range: Range<IndexKey> = .double(-.greatestFiniteMagnitude)..<(.text(""))
        let keys = try keys(of: StatusSchemas.statuses, by: index, .descending, in: range)
        var ids: [Post.ID] = []
        ids.reserveCapacity(keys.count)
        for key in keys {
            // The number, the lead of a text, the id, and a zero.
            let id = key.bytes.dropFirst(key.keyPrefix().count + 2).dropLast()
            guard !id.contains(where: { $0 < 2 }), let id = Post.ID(utf8: id) else {
                return try window(of: StatusSchemas.statuses, by: index, .descending, in: range).map(\.id)
            }
            ids.append(id)
        }
        return ids
    }
}

/// The format of the keys of a feed's entries: see ``FeedEntry/position`` and ``SortKeyBuilder``.
private struct EntryKeys {
    enum Entry {
        case post(Post.ID, rank: Int64)
        case gap(rank: Int64)
        /// The text has bytes that are escaped in keys.
        case unusual
    }

    /// Before all of them.
    let first: SortKey
    private let position: [UInt8]
    private let id: [UInt8]
    /// The site of the last post, which is almost always the next one's, and its name with the slash.
    private var site = Site(rawValue: "")
    private var siteBytes: [UInt8] = []
    private static let rankCount = 16

    init(feed: String) {
        first = SortKey(IndexKey.text("\(feed)\u{1}"))
        // Texts end with a zero, which is not where these end.
        position = first.bytes.dropLast()
        id = SortKey(IndexKey.text("\(feed)|")).bytes.dropLast()
    }

    /// Returns the entry of a key; nil when it is another feed's.
    mutating func entry(_ key: [UInt8]) -> Entry? {
        key.withUnsafeBufferPointer { key in
            guard Self.has(key, position, at: 0) else { return nil }
            let idStart = position.count + Self.rankCount + 1
            guard key.count > idStart + id.count + 1, Self.has(key, id, at: idStart),
                let rank = rank(UnsafeBufferPointer(rebasing: key[position.count..<idStart - 1]))
            else { return .unusual }
            let text = UnsafeBufferPointer(rebasing: key[(idStart + id.count)..<(key.count - 1)])
            if text.contains(where: { $0 < 2 }) { return .unusual }
            if !siteBytes.isEmpty, text.count > siteBytes.count, Self.has(text, siteBytes, at: 0) {
                let native = UnsafeBufferPointer(rebasing: text[siteBytes.count...])
                if let native = String(valid: native) {
                    return .post(Post.ID(site: site, native: native), rank: rank)
                }
            }
            // Each post's id has a slash, and no gap's has.
            if let id = Post.ID(utf8: text) {
                site = id.site
                siteBytes = Array("\(site.rawValue)/".utf8)
                return .post(id, rank: rank)
            }
            return text.starts(with: "gap|".utf8) ? .gap(rank: rank) : .unusual
        }
    }

    /// Whether some bytes stand at a place.
    private static func has(_ bytes: UnsafeBufferPointer<UInt8>, _ part: [UInt8], at start: Int) -> Bool {
        guard bytes.count >= start + part.count else { return false }
        for index in part.indices where bytes[start + index] != part[index] { return false }
        return true
    }

    private func rank(_ digits: UnsafeBufferPointer<UInt8>) -> Int64? {
        var shifted: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): shifted = shifted << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): shifted = shifted << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return Int64(bitPattern: shifted ^ (1 << 63))
    }
}
