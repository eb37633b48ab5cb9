import Core
import Foundation

/// Data by link in the order of use: a dictionary into a doubly linked list that lives in an array.
///
/// Slots of removed entries are used again, so nothing is allocated for an entry but its bytes.
struct RecencyList {
    private struct Slot {
        var link: ResourceLink
        var data: Data
        var newer: Int?
        var older: Int?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var places: [ResourceLink: Int] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// The bytes of all entries together.
    private(set) var byteCount = 0

    /// How many entries there are.
    var count: Int { places.count }

    /// Reads an entry and makes it the newest.
    mutating func use(_ link: ResourceLink) -> Data? {
        guard let place = places[link] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return slots[place].data
    }

    /// Adds an entry as the newest; the link must not be there.
    mutating func insert(_ data: Data, for link: ResourceLink) {
        let slot = Slot(link: link, data: data)
        let place: Int
        if let reused = free.popLast() {
            slots[reused] = slot
            place = reused
        } else {
            place = slots.count
            slots.append(slot)
        }
        places[link] = place
        byteCount += data.count
        linkAsNewest(place)
    }

    /// Removes an entry; does nothing when it is not there.
    mutating func remove(_ link: ResourceLink) {
        guard let place = places.removeValue(forKey: link) else { return }
        unlink(place)
        byteCount -= slots[place].data.count
        slots[place].data = Data()
        free.append(place)
    }

    /// Removes the oldest entries until no more than so many bytes are left.
    mutating func trim(to maximumBytes: Int) {
        while byteCount > maximumBytes, let oldest { remove(slots[oldest].link) }
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
