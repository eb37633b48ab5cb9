import Synchronization

/// Records of one collection that were read or written not long ago, decoded.
///
/// A place never holds anything else than what was written there, so nothing here ever has to be thrown away because
/// it is stale. Bounded: 65,536 records, and 16 MiB of their JSON.
final class RecordCache: Sendable {
    /// A decoded record, as something that needs no type to be kept.
    final class Box<Record: Sendable>: Sendable {
        let record: Record

        init(_ record: Record) {
            self.record = record
        }
    }

    private struct Line: Sendable {
        var location = Location.none
        var box: (any AnyObject & Sendable)?
    }

    private struct State: Sendable {
        var lines: [Line] = []
        var usedCount = 0
        var bytes = 0

        func line(of location: Location) -> Int {
            let mixed = (UInt64(location.offset) ^ UInt64(location.file) << 40) &* 0x9E37_79B9_7F4A_7C15
            return Int(mixed >> 32) & (lines.count - 1)
        }

        mutating func put(_ line: Line) {
            let number = self.line(of: line.location)
            if lines[number].box == nil { usedCount += 1 }
            bytes += line.location.length - lines[number].location.length
            lines[number] = line
        }

        /// Makes room when half of the lines are taken, as long as it may.
        mutating func grow() {
            guard usedCount * 2 > lines.count, lines.count < RecordCache.largestCount else { return }
            let old = lines
            lines = Array(repeating: Line(), count: lines.count * 4)
            usedCount = 0
            bytes = 0
            for line in old where line.box != nil { put(line) }
        }
    }

    private static let smallestCount = 256
    private static let largestCount = 65_536
    private static let largestSize = 16 << 20
    /// Whoever reads more than this at once reads it once.
    static let largestRead = 1_024

    private let state = Mutex(State())

    /// Looks places up.
    ///
    /// - Returns: A box for each, nil for those that are not here.
    func boxes(at locations: [Location]) -> [(any AnyObject & Sendable)?] {
        state.withLock { state in
            guard !state.lines.isEmpty else { return Array(repeating: nil, count: locations.count) }
            return locations.map { location in
                let line = state.lines[state.line(of: location)]
                return line.location == location ? line.box : nil
            }
        }
    }

    /// Keeps records.
    func insert(_ boxes: [(location: Location, box: any AnyObject & Sendable)]) {
        guard !boxes.isEmpty else { return }
        state.withLock { state in
            if state.lines.isEmpty { state.lines = Array(repeating: Line(), count: Self.smallestCount) }
            for (location, box) in boxes {
                state.put(Line(location: location, box: box))
                state.grow()
            }
            if state.bytes > Self.largestSize { state = State() }
        }
    }
}
