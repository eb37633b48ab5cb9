/// Values by key in the order of use: a dictionary into a doubly linked list that lives in an array.
///
/// Slots of removed entries are used again, so nothing is allocated for an entry but what it holds.
struct RecencyList<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Slot: Sendable {
        var key: Key
        /// `nil` in a slot that waits to be used again.
        var value: Value?
        var cost: Int
        var newer: Int?
        var older: Int?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var places: [Key: Int] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// The costs of all entries together.
    private(set) var cost = 0

    /// The number of entries.
    var count: Int { places.count }

    /// The key of the entry that was not used for the longest time.
    var oldestKey: Key? { oldest.map { slots[$0].key } }

    /// All keys, the oldest first.
    var keys: [Key] {
        var keys: [Key] = []
        keys.reserveCapacity(count)
        var place = oldest
        while let current = place {
            keys.append(slots[current].key)
            place = slots[current].newer
        }
        return keys
    }

    /// Reads an entry, and leaves it where it is.
    func value(for key: Key) -> Value? {
        places[key].flatMap { slots[$0].value }
    }

    /// Reads an entry and makes it the newest.
    @discardableResult
    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return slots[place].value
    }

    /// Adds an entry as the newest; the key must not be there.
    mutating func insert(_ value: Value, cost: Int, for key: Key) {
        let slot = Slot(key: key, value: value, cost: cost)
        let place: Int
        if let reused = free.popLast() {
            slots[reused] = slot
            place = reused
        } else {
            place = slots.count
            slots.append(slot)
        }
        places[key] = place
        self.cost += cost
        linkAsNewest(place)
    }

    /// Removes an entry; does nothing when it is not there.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        cost -= slots[place].cost
        let value = slots[place].value
        slots[place].value = nil
        free.append(place)
        return value
    }

    /// Removes the oldest entries until they cost no more than so much.
    mutating func trim(to maximumCost: Int) {
        while cost > maximumCost, let oldestKey { remove(oldestKey) }
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place].newer = nil
        slots[place].older = newest
        if let newest { slots[newest].newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if let newer { slots[newer].older = older } else { newest = older }
        if let older { slots[older].newer = newer } else { oldest = newer }
    }
}
