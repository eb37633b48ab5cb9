/// The locations of a collection's records, by slot.
///
/// A slot is a record's number for as long as it lives, so that indexes need not change when the journal is compacted.
/// A value: a copy is a snapshot. Changing one copies a chunk of 256 places and the list of 64 chunks that it is in,
/// however large the table is.
struct SlotTable: Sendable {
    private typealias Chunk = [Location]

    static let chunkSize = 256
    private static let groupSize = 64

    /// The number of slots that were ever given out.
    private(set) var capacity: Int
    /// Slots that no record has any more, to be given out again.
    private(set) var free: [UInt32]
    /// Chunks by group; an empty one has to be fetched from `stored`.
    private var groups: [[Chunk]]
    /// The slots that were on the disk when the store was opened.
    let stored: StoredSlots?

    /// An empty table.
    init() {
        capacity = 0
        free = []
        groups = []
        stored = nil
    }

    /// A table whose places are on the disk, and are fetched when they are asked for.
    init(stored: StoredSlots, capacity: Int, free: [UInt32]) {
        self.stored = stored
        self.capacity = capacity
        self.free = free
        let chunks = (capacity + Self.chunkSize - 1) / Self.chunkSize
        groups = stride(from: 0, to: chunks, by: Self.groupSize).map { first in
            Array(repeating: [], count: min(Self.groupSize, chunks - first))
        }
    }

    /// The place of a slot; `Location.none` where there is no record.
    subscript(slot: UInt32) -> Location {
        get throws(RunFailure) {
            let (group, chunk, place) = Self.path(to: slot)
            guard group < groups.count, chunk < groups[group].count else { return .none }
            let loaded = groups[group][chunk]
            if !loaded.isEmpty { return loaded[place] }
            return try stored?.location(of: slot) ?? .none
        }
    }

    /// The places of several slots.
    func locations(of slots: [UInt32]) throws(RunFailure) -> [Location] {
        var locations: [Location] = []
        locations.reserveCapacity(slots.count)
        for slot in slots { locations.append(try self[slot]) }
        return locations
    }

    /// The places of slots that follow one another, each chunk looked up once.
    ///
    /// - Parameter slots: The slots.
    /// - Returns: One place for each; `Location.none` where there is no record.
    /// - Throws: `RunFailure` when a chunk cannot be read.
    func locations(of slots: Range<UInt32>) throws(RunFailure) -> [Location] {
        var locations: [Location] = []
        locations.reserveCapacity(slots.count)
        while locations.count < slots.count {
            let slot = slots.lowerBound + UInt32(locations.count)
            let (group, chunk, place) = Self.path(to: slot)
            let end = place + min(Self.chunkSize - place, slots.count - locations.count)
            if group < groups.count, chunk < groups[group].count {
                let loaded = groups[group][chunk]
                locations += try (loaded.isEmpty ? fetch(slot) : loaded)[place..<end]
            } else {
                locations.append(contentsOf: repeatElement(.none, count: end - place))
            }
        }
        return locations
    }

    /// Gives out a slot.
    mutating func take() -> UInt32 {
        if let slot = free.popLast() { return slot }
        precondition(capacity < UInt32.max - 1, "A collection cannot hold more records.")
        capacity += 1
        return UInt32(capacity - 1)
    }

    /// Returns a slot, to be given out again.
    mutating func giveBack(_ slot: UInt32) throws(RunFailure) {
        try set(slot, .none)
        free.append(slot)
    }

    /// Takes all slots back that records have.
    ///
    /// - Returns: The slots.
    mutating func removeAll() throws(RunFailure) -> [UInt32] {
        var taken: [UInt32] = []
        for start in stride(from: 0, to: capacity, by: Self.chunkSize) {
            try load(UInt32(start))
            let (group, chunk, _) = Self.path(to: UInt32(start))
            for place in 0..<min(Self.chunkSize, capacity - start) where !groups[group][chunk][place].isNone {
                taken.append(UInt32(start + place))
            }
            groups[group][chunk] = Array(repeating: .none, count: Self.chunkSize)
        }
        free += taken
        return taken
    }

    mutating func set(_ slot: UInt32, _ location: Location) throws(RunFailure) {
        try load(slot)
        setLoaded(slot, location)
    }

    /// Sets the place of a slot that was loaded before; this cannot fail.
    mutating func setLoaded(_ slot: UInt32, _ location: Location) {
        let (group, chunk, place) = Self.path(to: slot)
        groups[group][chunk][place] = location
    }

    /// Sets the place of a slot that a compaction has moved, unless it has another one by now.
    mutating func move(_ slot: UInt32, from old: Location, to new: Location) throws(RunFailure) {
        if try self[slot] == old { try set(slot, new) }
    }

    /// Fetches places from other files from now on, which say the same.
    func move(to order: Order) {
        stored?.move(to: order)
    }

    /// Makes sure that the place of a slot is in memory.
    mutating func load(_ slot: UInt32) throws(RunFailure) {
        let (group, chunk, _) = Self.path(to: slot)
        while group >= groups.count { groups.append([]) }
        while chunk >= groups[group].count {
            groups[group].append(Array(repeating: .none, count: Self.chunkSize))
        }
        if groups[group][chunk].isEmpty { groups[group][chunk] = try fetch(slot) }
    }

    private func fetch(_ slot: UInt32) throws(RunFailure) -> [Location] {
        guard let stored else { return Array(repeating: .none, count: Self.chunkSize) }
        return try stored.chunk(Int(slot) / Self.chunkSize)
    }

    private static func path(to slot: UInt32) -> (group: Int, chunk: Int, place: Int) {
        let chunk = Int(slot) / chunkSize
        return (chunk / groupSize, chunk % groupSize, Int(slot) % chunkSize)
    }
}
