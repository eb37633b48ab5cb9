/// A table of one object's names: a small open hash table of nodes.
///
/// A post has a hundred members, and some fifty of them are asked for.
struct JSONNameTable: Sendable {
    /// With fewer names going over them is as quick.
    static let smallestCount = 24
    /// More names than any object has that is worth it; it bounds what names that were chosen to collide can cost.
    static let largestCount = 512

    private var places: [UInt32]
    private let mask: Int

    /// Makes an empty table.
    ///
    /// - Parameter count: How many names there will be at most.
    init(count: Int) {
        var size = 64
        while size < 2 * count { size *= 2 }
        // Node 0 is the whole document, and never a name.
        places = Array(repeating: 0, count: size)
        mask = size - 1
    }

    /// Adds a name; it takes the place of an equal one.
    ///
    /// - Parameters:
    ///   - name: The node of the name.
    ///   - hash: The name's hash.
    ///   - isEqual: Whether another node's name is equal.
    mutating func insert(_ name: UInt32, hash: UInt32, isEqual: (UInt32) -> Bool) {
        var place = Int(truncatingIfNeeded: hash) & mask
        while places[place] != 0, !isEqual(places[place]) { place = (place + 1) & mask }
        places[place] = name
    }

    /// Finds a name.
    ///
    /// - Parameters:
    ///   - hash: The name's hash.
    ///   - isEqual: Whether a node's name is the one.
    /// - Returns: The node of the name, `nil` when there is none.
    func find(hash: UInt32, isEqual: (UInt32) -> Bool) -> UInt32? {
        var place = Int(truncatingIfNeeded: hash) & mask
        while places[place] != 0 {
            if isEqual(places[place]) { return places[place] }
            place = (place + 1) & mask
        }
        return nil
    }

    /// The hash of a name.
    ///
    /// - Parameter name: The name's bytes.
    /// - Returns: FNV-1a, folded so that its low bits depend on all of it.
    static func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in name { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash ^ hash >> 15
    }
}
