package import Core
package import Foundation

/// The rooms and messages of accounts, in a JSON store.
package final class DatabaseMessageProvider: OfflineMessageProvider {
    private let store: JSONStore
    private let viewers: CurrentViewers
    private let reads = SearchQueue(label: "Lantern.DatabaseMessageProvider")

    /// The collections that a store needs to keep rooms and messages.
    package static var collections: [AnyCollectionSchema] { MessageSchemas.all }

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - store: A store that was opened by
    ///     ``JSONStore/init(directory:ownCollections:access:handovers:files:time:)``.
    ///   - viewers: The accounts on this device: what comes for another one is not stored. All by default.
    package init(store: JSONStore, viewers: CurrentViewers = CurrentViewers()) {
        self.store = store
        self.viewers = viewers
    }

    // MARK: - Reading

    package func rooms(of account: AccountKey) async throws -> (rooms: [StoredRoom], refreshed: Date?) {
        let owner = MarkOwner.account(account).description
        return try await reads.run { [store] _ in
            try store.read { snapshot in
                let rooms = try snapshot.window(
                    of: MessageSchemas.rooms, in: MessageSchemas.byOwner == owner, .descending)
                return (rooms, try snapshot.record(owner, in: MessageSchemas.lists)?.refreshed)
            }
        }
    }

    package func room(_ id: ChatRoom.ID) async throws -> StoredRoom? {
        try store.read { try $0.record(id.description, in: MessageSchemas.rooms) }
    }

    package func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) async throws -> StoredMessages {
        // More than a store can have is all of them.
        let limit = min(max(limit, 0), Int(Int32.max))
        return try await reads.run { [store] _ in
            try store.read { try $0.messages(in: room, at: place, limit: limit) }
        }
    }

    package func search(_ text: String, in room: ChatRoom.ID, limit: Int) async throws -> [StoredMessage] {
        let (query, name) = (SearchQuery(text), room.description)
        return try await reads.run { [store] isCancelled in
            try store.read { try $0.search(query, in: name, limit: limit, isCancelled: isCancelled) }
        }
    }

    package func natives(of items: [OutboxItem.ID], in room: ChatRoom.ID) async throws -> [OutboxItem.ID: String] {
        try store.read { snapshot in
            var natives: [OutboxItem.ID: String] = [:]
            for item in items {
                let claims = try snapshot.window(
                    of: MessageSchemas.claims, in: MessageSchemas.byItem == item.rawValue, limit: 1)
                // One without its message shows nothing yet.
                guard let claim = claims.first, claim.room == room.description,
                    try snapshot.contains(claim.id, in: MessageSchemas.messages)
                else { continue }
                natives[item] = claim.native
            }
            return natives
        }
    }

    package func stored(_ natives: [String], in room: ChatRoom.ID) async throws -> [StoredMessage] {
        try store.read { snapshot in
            try natives.compactMap { native in
                try snapshot.record(StoredMessage.id(native, in: room), in: MessageSchemas.messages)
            }
        }
    }

    package func changes() -> AsyncStream<Void> {
        let commits = store.commits()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            for await commit in commits where commit.isReload || commit.concernsMessages { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    // MARK: - Writing

    package func commit(_ commit: RoomCommit) async throws {
        try await write(for: commit.account) { try $0.commit(commit) }
    }

    package func commit(_ commit: MessageCommit) async throws {
        try await write(for: commit.room.account) { try $0.commit(commit) }
    }

    package func markShown(_ position: MessagePosition, in room: ChatRoom.ID) async throws {
        // Nothing is written where it changes nothing, as whoever reads does this each time.
        guard let stored = try await self.room(room), stored.shown.map({ $0 < position }) ?? true else { return }
        try await write(for: room.account) { transaction in
            guard var stored = try transaction.record(room.description, in: MessageSchemas.rooms),
                stored.shown.map({ $0 < position }) ?? true
            else { return }
            stored.shown = position
            try transaction.upsert(stored, in: MessageSchemas.rooms)
        }
    }

    package func setEnded(_ isEnded: Bool, _ room: ChatRoom.ID) async throws {
        guard let stored = try await self.room(room), (stored.isEnded ?? false) != isEnded else { return }
        try await write(for: room.account) { transaction in
            guard var stored = try transaction.record(room.description, in: MessageSchemas.rooms) else { return }
            stored.isEnded = isEnded ? true : nil
            try transaction.upsert(stored, in: MessageSchemas.rooms)
        }
    }

    package func removeIfEmpty(_ room: ChatRoom.ID) async throws {
        try await write(for: room.account) { transaction in
            guard let stored = try transaction.record(room.description, in: MessageSchemas.rooms), stored.last == nil,
                try transaction.snapshot.count(
                    of: MessageSchemas.messages, in: MessageSchemas.inOrder == room.description) == 0
            else { return }
            try transaction.delete(stored.id, from: MessageSchemas.rooms)
        }
    }

    /// Writes for an account that is here: what is removed of one that has left may stand in front of it.
    private func write(
        for account: AccountKey, _ body: @escaping @Sendable (inout WriteTransaction) throws -> Void
    ) async throws {
        try await store.write(.buffered) { [viewers] transaction in
            guard viewers.isHere(account) else { return }
            try body(&transaction)
        }
    }
}

extension StoreCommit {
    /// Whether it changes what is stored of rooms or messages.
    fileprivate var concernsMessages: Bool {
        !ids(in: MessageSchemas.messages).isEmpty || !ids(in: MessageSchemas.rooms).isEmpty
            || !ids(in: MessageSchemas.claims).isEmpty || !ids(in: MessageSchemas.lists).isEmpty
    }
}

extension StoreSnapshot {
    /// A part of a room, the oldest message first.
    fileprivate func messages(in room: ChatRoom.ID, at place: MessagePlace, limit: Int) throws -> StoredMessages {
        let range = MessageSchemas.inOrder == room.description
        let schema = MessageSchemas.messages
        func older(than key: IndexKey?, _ limit: Int) throws -> [StoredMessage] {
            let start = key.map { WindowStart.key($0) } ?? .offset(0)
            return try window(of: schema, in: range, .descending, from: start, limit: limit)
        }
        func newer(from key: IndexKey, _ limit: Int) throws -> [StoredMessage] {
            try window(of: schema, in: range, from: .key(key), limit: limit)
        }
        let count = try count(of: schema, in: range)
        var (before, after): ([StoredMessage], [StoredMessage]) = ([], [])
        var (beforeLimit, afterLimit) = (limit, 0)
        switch place {
        case .newest: before = try older(than: nil, limit + 1)
        case .before(let position):
            before = try older(than: MessageSchemas.key(position, in: room), limit + 2).filter {
                $0.position < position
            }
            afterLimit = 0
        case .from(let position):
            (beforeLimit, afterLimit) = (0, limit)
            let key = MessageSchemas.key(position, in: room)
            after = try newer(from: key, limit + 1)
            before = try older(than: key, 2).filter { $0.position < position }
        case .date(let date):
            (beforeLimit, afterLimit) = (limit / 2, limit - limit / 2)
            let place = MessagePosition(date, "")
            let key = MessageSchemas.key(place, in: room)
            after = try newer(from: key, afterLimit + 1)
            before = try older(than: key, beforeLimit + 1).filter { $0.position < place }
        }
        let shown = Array(before.prefix(beforeLimit).reversed()) + after.prefix(afterLimit)
        var hasNewer = after.count > afterLimit
        if case .before = place, let last = shown.last {
            hasNewer = try newer(from: MessageSchemas.key(last.position, in: room), 2).count > 1
        }
        if case .before = place, shown.isEmpty { hasNewer = count > 0 }
        return StoredMessages(
            try claimed(shown), hasOlder: before.count > beforeLimit, hasNewer: hasNewer, count: count)
    }

    /// Searches the messages of a room, the newest first.
    fileprivate func search(
        _ query: SearchQuery, in room: String, limit: Int, isCancelled: @escaping () -> Bool
    ) throws -> [StoredMessage] {
        guard !query.isEmpty, limit > 0 else { return [] }
        let schema = MessageSchemas.messages
        let found = try view.read(schema.name) { table in
            var search = try TextSearch(table.orders[schema.idOrder + 1], query, isCancelled: isCancelled)
            let slots = try search.nextSlots(.max)
            // Those of a room lie together, and rooms by the bytes of their names; only what is shown is decoded.
            var (end, rest) = (0, slots.count)
            while end < rest {
                let middle = (end + rest) / 2
                let name = try decode([slots[middle]], schema, table).first?.room ?? ""
                if room.utf8.lexicographicallyPrecedes(name.utf8) { rest = middle } else { end = middle + 1 }
            }
            return try decode(Array(slots[..<end].suffix(limit).reversed()), schema, table)
        }
        return try claimed(found.filter { $0.room == room })
    }

    /// The messages with the items of the outbox that became them.
    fileprivate func claimed(_ messages: [StoredMessage]) throws -> [StoredMessage] {
        try messages.map { message in
            guard message.isOwn, let claim = try record(message.id, in: MessageSchemas.claims) else { return message }
            var message = message
            message.local = OutboxItem.ID(rawValue: claim.item)
            return message
        }
    }
}

extension WriteTransaction {
    /// Stores rooms as a server has them.
    fileprivate mutating func commit(_ commit: RoomCommit) throws {
        let owner = MarkOwner.account(commit.account).description
        let list = try record(owner, in: MessageSchemas.lists)
        for remote in commit.rooms {
            let id = ChatRoom.ID(commit.account, remote.id)
            let old = try record(id.description, in: MessageSchemas.rooms)
            // One that nobody has written in is there for whoever opens it.
            if commit.isWhole, old == nil, remote.last == nil { continue }
            var room = old ?? StoredRoom(id, created: remote.created)
            room.other = remote.other ?? room.other
            room.created = remote.created
            room.updated = max(room.updated, remote.updated)
            if let last = remote.last {
                room.take(last.preview(for: commit.account))
            }
            // What was there before this account was ever fetched is not news.
            if commit.isWhole, list == nil, old == nil { room.shown = room.last?.position }
            if room != old { try upsert(room, in: MessageSchemas.rooms) }
        }
        guard commit.isWhole else { return }
        try upsert(RoomListRecord(id: owner, refreshed: commit.date), in: MessageSchemas.lists)
    }

    /// Stores messages as a server has them.
    fileprivate mutating func commit(_ commit: MessageCommit) throws {
        let name = commit.room.description
        let old = try record(name, in: MessageSchemas.rooms)
        let first = commit.messages.map(\.created).min()
        var room = old ?? StoredRoom(commit.room, created: first ?? commit.moment.date)
        for remote in commit.messages where remote.room == commit.room.native {
            let id = StoredMessage.id(remote.id, in: commit.room)
            let known = try record(id, in: MessageSchemas.messages)
            let message = StoredMessage(
                remote, in: commit.room, stored: known?.stored ?? commit.moment, arrival: known?.arrival ?? number)
            if message != known { try upsert(message, in: MessageSchemas.messages) }
            room.take(message.preview)
            if room.other == nil, !message.isOwn { room.other = message.sender }
        }
        for (native, item) in commit.claims.sorted(by: { $0.key < $1.key }) {
            let id = StoredMessage.id(native, in: commit.room)
            let claim = MessageClaim(id: id, item: item.rawValue, room: name, native: native)
            guard try record(id, in: MessageSchemas.claims) != claim else { continue }
            try upsert(claim, in: MessageSchemas.claims)
        }
        if let through = commit.syncedThrough { room.syncedThrough = max(room.syncedThrough ?? through, through) }
        // A room that was left without a message does not come back for an empty answer.
        guard room != old, old != nil || room.last != nil else { return }
        try upsert(room, in: MessageSchemas.rooms)
    }

    /// Removes the rooms and messages of an account.
    ///
    /// - Parameter account: The account.
    /// - Returns: The number of records; none in a store that was opened without rooms.
    /// - Throws: ``StoreError``.
    mutating func wipeMessages(of account: AccountKey) throws -> Int {
        guard snapshot.view.tables[MessageSchemas.rooms.name] != nil else { return 0 }
        let owner = MarkOwner.account(account).description
        var count = 0
        let prefix = owner + "|"
        for room in try snapshot.window(of: MessageSchemas.rooms, in: MessageSchemas.byOwner == owner) {
            for message in try snapshot.window(of: MessageSchemas.messages, in: MessageSchemas.inOrder == room.id) {
                try delete(message.id, from: MessageSchemas.messages)
                count += 1
            }
            try delete(room.id, from: MessageSchemas.rooms)
            count += 1
        }
        for claim in try snapshot.records(in: MessageSchemas.claims, where: { $0.room.hasPrefix(prefix) }) {
            try delete(claim.id, from: MessageSchemas.claims)
            count += 1
        }
        guard try record(owner, in: MessageSchemas.lists) != nil else { return count }
        try delete(owner, from: MessageSchemas.lists)
        return count + 1
    }
}
