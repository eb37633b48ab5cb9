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
        /// For each line, part of the place that was missed there last.
        var misses: [UInt32] = []
        var usedCount = 0
        var bytes = 0
        var missCount = 0

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

        /// Makes room for what is missed, so that a second miss can be told from a first.
        mutating func growForMisses(_ count: Int) {
            missCount += count
            guard missCount > lines.count else { return }
            missCount = 0
            resize()
        }

        /// Makes room when half of the lines are taken, as long as it may.
        mutating func grow() {
            guard usedCount * 2 > lines.count, lines.count < RecordCache.largestCount else { return }
            resize()
        }

        private mutating func resize() {
            let old = lines
            lines = Array(repeating: Line(), count: lines.count * 4)
            misses = Array(repeating: 0, count: lines.count)
            usedCount = 0
            bytes = 0
            for line in old where line.box != nil { put(line) }
        }
    }

    private static let smallestCount = 256
    private static let largestCount = 65_536
    private static let largestSize = 16 << 20
    /// The largest number of records in one read that is cached: larger reads happen once.
    static let largestRead = 1_024

    private let state = Mutex(State())

    /// The result of a lookup: what was found, and what was not.
    struct Answer {
        /// A box for each place that was found.
        fileprivate(set) var boxes: [(any AnyObject & Sendable)?]
        /// The positions of the places that were not found.
        fileprivate(set) var missing: [Int] = []
        /// Those of them that were missed not long ago as well, so that they are worth keeping.
        fileprivate(set) var wanted: Set<Int> = []
    }

    /// Looks places up.
    func answer(_ locations: [Location]) -> Answer {
        var answer = Answer(boxes: Array(repeating: nil, count: locations.count))
        answer.missing.reserveCapacity(locations.count)
        state.withLock { state in
            if state.lines.isEmpty {
                state.lines = Array(repeating: Line(), count: Self.smallestCount)
                state.misses = Array(repeating: 0, count: Self.smallestCount)
            }
            for (position, location) in locations.enumerated() {
                let number = state.line(of: location)
                if state.lines[number].location == location, let box = state.lines[number].box {
                    answer.boxes[position] = box
                    continue
                }
                answer.missing.append(position)
                let mark = UInt32(truncatingIfNeeded: location.offset) ^ location.file &* 0x9E37_79B9 | 1
                if state.misses[number] == mark { answer.wanted.insert(position) }
                state.misses[number] = mark
            }
            // Where nothing is kept yet there is nothing to lose by keeping.
            if state.lines.count < Self.largestCount { state.growForMisses(answer.missing.count) }
        }
        return answer
    }

    /// Keeps records.
    func insert(_ boxes: [(location: Location, box: any AnyObject & Sendable)]) {
        guard !boxes.isEmpty else { return }
        state.withLock { state in
            if state.lines.isEmpty {
                state.lines = Array(repeating: Line(), count: Self.smallestCount)
                state.misses = Array(repeating: 0, count: Self.smallestCount)
            }
            for (location, box) in boxes {
                state.put(Line(location: location, box: box))
                state.grow()
            }
            if state.bytes > Self.largestSize { state = State() }
        }
    }
}
