import Synchronization

/// Records of one collection that were read or written not long ago, decoded.
///
/// A place never holds anything else than what was written there, so nothing here ever has to be thrown away because
/// it is stale. Bounded: 16,384 records, and 16 MiB of their JSON.
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
        var bytes = 0
    }

    private static let lineBits = 14
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
                let line = state.lines[Self.line(of: location)]
                return line.location == location ? line.box : nil
            }
        }
    }

    /// Keeps records.
    func insert(_ boxes: [(location: Location, box: any AnyObject & Sendable)]) {
        guard !boxes.isEmpty else { return }
        state.withLock { state in
            if state.lines.isEmpty { state.lines = Array(repeating: Line(), count: 1 << Self.lineBits) }
            for (location, box) in boxes {
                let number = Self.line(of: location)
                state.bytes += location.length - state.lines[number].location.length
                state.lines[number] = Line(location: location, box: box)
            }
            guard state.bytes > Self.largestSize else { return }
            state.lines = []
            state.bytes = 0
        }
    }

    private static func line(of location: Location) -> Int {
        let mixed = (UInt64(location.offset) ^ UInt64(location.file) << 40) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> UInt64(64 - lineBits))
    }
}
