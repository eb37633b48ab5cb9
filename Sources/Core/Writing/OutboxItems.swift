import Synchronization

/// The items that an outbox shows, made when somebody first asks for them.
///
/// Each change of an outbox with many entries would make all of them anew, and most changes are looked at by nobody.
final class OutboxItems: Sendable {
    /// The part of an outbox that items are made of.
    private enum Origin: Equatable, Sendable {
        /// Everything unsent, and what was left for the process that writes.
        case unsent(DefaultOutboxProvider.State, left: [OutboxEntry])
        /// What was sent lately.
        case sent(SortedMap<OutboxEntry.ID, SentEntry>)
    }

    private let origin: Origin?
    private let contents: OutboxContents?
    private let made: Mutex<[OutboxItem]?>

    /// Creates items that are there already.
    ///
    /// - Parameter items: The items.
    init(_ items: [OutboxItem]) {
        (origin, contents) = (nil, nil)
        made = Mutex(items)
    }

    /// Creates the items of everything unsent, in the order in which it was queued.
    ///
    /// - Parameters:
    ///   - state: The stored outbox.
    ///   - left: What was left for the process that writes, and is no entry yet.
    ///   - contents: The contents that were read before.
    init(unsent state: DefaultOutboxProvider.State, left: [OutboxEntry], contents: OutboxContents) {
        origin = .unsent(state, left: left)
        self.contents = contents
        made = Mutex(nil)
    }

    /// Creates the items of what was sent, what was sent last first.
    ///
    /// - Parameter state: The stored outbox.
    init(sent state: DefaultOutboxProvider.State) {
        (origin, contents) = (.sent(state.sent), nil)
        made = Mutex(nil)
    }

    /// All of them; the first call makes them.
    var all: [OutboxItem] {
        made.withLock { made in
            let items = made ?? make()
            made = items
            return items
        }
    }

    /// The number of items; none has to be made of what is unsent.
    var count: Int {
        guard case .unsent(let state, let left) = origin else { return all.count }
        return state.unsent.count + left.count
    }

    /// The number of items that are no parts of others; none has to be made of what is unsent.
    var wholeCount: Int {
        guard case .unsent(let state, let left) = origin else { return all.count { !$0.isPart } }
        return (state.entries + left).count { !$0.policy.isPart }
    }

    private func make() -> [OutboxItem] {
        switch origin {
        case .unsent(let state, let left): contents?.items(of: state.entries + left, in: state) ?? []
        case .sent(let sent):
            sent.values.filter { $0.givenUp == nil && $0.overruled == nil }
                .sorted { ($1.date, $0.id) < ($0.date, $1.id) }.map(OutboxItem.init)
        case nil: []
        }
    }
}

extension OutboxItems: Equatable {
    /// Whether both are the same items; of two outboxes of which one has another last entry, none is made.
    static func == (left: OutboxItems, right: OutboxItems) -> Bool {
        if left === right { return true }
        if let one = left.origin, let other = right.origin, one == other { return true }
        if case .unsent(let one, let lefts) = left.origin, case .unsent(let other, let rights) = right.origin {
            guard one.unsent.count == other.unsent.count, one.unsent.lastNumber == other.unsent.lastNumber,
                lefts.map(\.id) == rights.map(\.id)
            else { return false }
        }
        return left.count == right.count && left.all == right.all
    }
}

/// The contents of unsent entries as they were read, so that each is read once.
final class OutboxContents: Sendable {
    private struct Content: Sendable {
        let payload: RawJSON
        let text: OutboxText?

        init(_ entry: OutboxEntry) {
            payload = entry.payload
            // What this version cannot read of a newer one's content is kept all the same.
            text = entry.isBuiltIn ? try? OutboxText(of: entry) : nil
        }
    }

    private let read = Mutex<[OutboxEntry.ID: Content]>([:])

    /// Makes the items of entries, and forgets the contents of all others.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - state: The outbox.
    /// - Returns: An item of each, in their order.
    func items(of entries: [OutboxEntry], in state: DefaultOutboxProvider.State) -> [OutboxItem] {
        let holders = OutboxHolders(among: entries, of: state)
        return read.withLock { read in
            var kept: [OutboxEntry.ID: Content] = [:]
            kept.reserveCapacity(entries.count)
            let items = entries.map { entry in
                let known = read[entry.id].flatMap { $0.payload == entry.payload ? $0 : nil }
                let content = known ?? Content(entry)
                kept[entry.id] = content
                return OutboxItem(entry, content: content.text, of: state, heldBy: holders.holder(of: entry))
            }
            read = kept
            return items
        }
    }
}
