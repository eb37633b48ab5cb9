/// The entries of an outbox, by their ids and in the order of their numbers.
package struct OutboxEntries: Equatable, Sendable {
    private var places = SortedMap<OutboxEntry.ID, OutboxPlace>()
    private var inOrder = SortedMap<OutboxPlace, OutboxEntry>()

    /// Creates a collection without entries.
    init() {}

    /// Creates a collection of many entries at once.
    ///
    /// - Parameter entries: The entries, each with an id of its own.
    init(_ entries: [OutboxEntry]) {
        places = SortedMap(entries.map { ($0.id, $0.place) })
        inOrder = SortedMap(entries.map { ($0.place, $0) })
    }

    /// The number of entries.
    package var count: Int { places.count }
    /// Whether there is none.
    package var isEmpty: Bool { places.isEmpty }
    /// All of them, in the order in which they were queued.
    ///
    /// O(*n*).
    package var values: [OutboxEntry] { inOrder.values }
    /// The number of the last one.
    var lastNumber: UInt64? { inOrder.last?.key.number }

    /// The entry with an id; its number stays the same while it is there.
    package internal(set) subscript(id: OutboxEntry.ID) -> OutboxEntry? {
        get { places[id].flatMap { inOrder[$0] } }
        set {
            let old = places[id]
            if old != newValue?.place {
                places[id] = newValue?.place
                if let old { inOrder[old] = nil }
            }
            if let newValue { inOrder[newValue.place] = newValue }
        }
    }

    /// The entry at a place.
    subscript(place: OutboxPlace) -> OutboxEntry? { inOrder[place] }
}

/// The place of an entry in the order of all.
struct OutboxPlace: Hashable, Sendable, Comparable {
    let number: UInt64
    let id: OutboxEntry.ID

    static func < (left: OutboxPlace, right: OutboxPlace) -> Bool {
        // Another version of the app may have given a number as well.
        left.number != right.number ? left.number < right.number : left.id < right.id
    }
}

extension OutboxEntry {
    /// Its place in the order of all entries.
    var place: OutboxPlace { OutboxPlace(number: number, id: id) }
}
