import Core

/// The journal's files, as far as records are read from them.
///
/// A value: a copy keeps its files readable, also those that were removed meanwhile.
struct RecordFiles: Sendable {
    private let places: [UInt32: Place]
    private let count: Int
    /// All of them, in the order of their segments.
    let journal: [JournalFile]

    init(_ journal: [JournalFile], more: [JournalFile] = []) {
        self.journal = journal
        let files = more + journal
        places = Dictionary(
            files.flatMap { file in
                file.parts.map { ($0.id, Place(file: file, shift: $0.shift)) } + [
                    (file.id, Place(file: file, shift: 0))
                ]
            }, uniquingKeysWith: { $1 })
        count = files.count
    }

    /// The file that holds what had an id, itself or as a part of another one.
    private struct Place {
        let file: JournalFile
        /// The number of bytes by which everything lies further back than it did.
        let shift: Int
    }

    /// Whether these are the files.
    func isMade(of journal: [JournalFile]) -> Bool {
        count == journal.count && self.journal.count == count && zip(self.journal, journal).allSatisfy { $0 === $1 }
    }

    /// The maximum bytes of a file to read at once when records lie close together.
    private static let largestRead = 256 << 10
    /// The largest gap between two records that is read with them, instead of two reads.
    private static let largestGap = 4 << 10

    /// Reads the JSON of one that does not fit its type.
    func bytes(of unreadableRecord: UnreadableRecordTable.Place) throws -> [UInt8] {
        guard let place = places[unreadableRecord.file] else { throw missingFile }
        let file = place.file
        let bytes = try file.handle.read(at: unreadableRecord.offset + place.shift, count: unreadableRecord.length)
        guard bytes.count == unreadableRecord.length, Checksum(bytes).value == unreadableRecord.checksum else {
            throw unreadable(file)
        }
        return bytes
    }

    /// The file that one lies in which does not fit its type.
    func path(of unreadableRecord: UnreadableRecordTable.Place) -> String {
        places[unreadableRecord.file]?.file.path ?? ""
    }

    /// Reads the JSON of one record.
    func withBytes<Result>(at location: Location, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        let place = try place(of: location)
        let bytes = try place.file.handle.read(at: location.offset + place.shift, count: location.length)
        return try bytes.withUnsafeBytes { bytes in
            try check(bytes, location, place.file)
            return try body(bytes)
        }
    }

    /// The number of reads from which on it is worth to look whether the disk is waited for.
    private static let prefetchCount = 8
    /// The length of what is fetched around a record, as what is looked for next often lies near.
    private static let prefetchLength = 16 << 10

    /// The JSON of several records, in memory.
    struct Values {
        var bytes: [UInt8] = []
        /// The range of each of them in `bytes`.
        var ranges: [Range<Int>] = []

        /// Leaves out what was read between them, where that is more than half as much as they are.
        mutating func pack() {
            let count = ranges.reduce(0) { $0 + $1.count }
            guard bytes.count > count + count / 2 else { return }
            var packed: [UInt8] = []
            packed.reserveCapacity(count)
            for position in ranges.indices {
                let start = packed.count
                packed += bytes[ranges[position]]
                ranges[position] = start..<packed.count
            }
            bytes = packed
        }

        /// Shows each to a function, in the order in which they were asked for.
        func visit(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
            try bytes.withUnsafeBytes { bytes in
                for range in ranges { try body(UnsafeRawBufferPointer(rebasing: bytes[range])) }
            }
        }
    }

    /// Reads the JSON of several records, those that lie close together at once.
    ///
    /// When a read waits for the disk, the system is told of all that follow.
    ///
    /// - Parameters:
    ///   - locations: Where they lie.
    ///   - usualTime: The longest time of a read that does not wait.
    /// - Returns: Them.
    /// - Throws: ``StoreError``, `FileError`.
    func values(at locations: [Location], usualTime: Duration = ReadWatch.usualTime) throws -> Values {
        guard !locations.isEmpty else { return Values() }
        let reads = Self.reads(locations)
        var values = Values()
        values.ranges = Array(repeating: 0..<0, count: locations.count)
        let total = reads.list.reduce(0) { $0 + $1.length }
        var failure: (any Error)?
        values.bytes = [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
            count = 0
            do {
                var isWatched = reads.list.count >= Self.prefetchCount
                for (number, read) in reads.list.enumerated() {
                    let place = try place(of: locations[Int(reads.order[read.members.lowerBound])])
                    let start = count
                    let part = UnsafeMutableRawBufferPointer(
                        rebasing: UnsafeMutableRawBufferPointer(buffer)[start..<start + read.length])
                    let watch = isWatched ? ReadWatch(reading: read.length, time: usualTime) : nil
                    let got = try place.file.handle.read(at: read.offset + place.shift, into: part)
                    if let watch, watch.hasWaited {
                        isWatched = false
                        try prefetch(reads.list[(number + 1)...], reads.order, locations)
                    }
                    count += read.length
                    for member in read.members {
                        let position = Int(reads.order[member])
                        let location = locations[position]
                        let first = location.offset - read.offset
                        let last = min(got, first + location.length)
                        let value = UnsafeRawBufferPointer(
                            rebasing: UnsafeRawBufferPointer(part)[min(first, last)..<last])
                        try check(value, location, place.file)
                        values.ranges[position] = start + first..<start + last
                    }
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return values
    }

    /// A part of a file that is read at once.
    private struct Read {
        var offset: Int
        var length: Int
        /// The locations that are in it, as a part of their order.
        var members: Range<Int>
    }

    /// Returns the reads, and the positions of the locations in the order of their places.
    private static func reads(_ locations: [Location]) -> (list: [Read], order: [UInt32]) {
        var order = locations.indices.map { UInt32($0) }
        order.sort {
            let (left, right) = (locations[Int($0)], locations[Int($1)])
            return left.file == right.file ? left.offset < right.offset : left.file < right.file
        }
        var reads: [Read] = []
        reads.reserveCapacity(order.count)
        var lastFile: UInt32 = 0
        for index in order.indices {
            let location = locations[Int(order[index])]
            if location.file == lastFile, let last = reads.last,
                location.offset - last.offset - last.length <= largestGap,
                location.offset + location.length - last.offset <= largestRead
            {
                reads[reads.count - 1].length = max(last.length, location.offset + location.length - last.offset)
                reads[reads.count - 1].members = last.members.lowerBound..<index + 1
            } else {
                reads.append(Read(offset: location.offset, length: location.length, members: index..<index + 1))
                lastFile = location.file
            }
        }
        return (reads, order)
    }

    /// Tells the system what will be read.
    private func prefetch(
        _ reads: ArraySlice<Read>, _ order: [UInt32], _ locations: [Location]
    ) throws(StoreError) {
        var last: (file: UInt32, end: Int) = (0, 0)
        for read in reads {
            let location = locations[Int(order[read.members.lowerBound])]
            let place = try place(of: location)
            let offset = read.offset + place.shift
            let end = (offset + read.length - 1) / Self.prefetchLength * Self.prefetchLength + Self.prefetchLength
            var start = offset / Self.prefetchLength * Self.prefetchLength
            if last.file == location.file { start = max(start, last.end) }
            last = (location.file, end)
            if start < end { place.file.handle.prefetch(at: start, count: end - start) }
        }
    }

    private func place(of location: Location) throws(StoreError) -> Place {
        guard let place = places[location.file] else { throw missingFile }
        return place
    }

    private var missingFile: StoreError {
        StoreError(
            .storeDamaged, path: "",
            message: "The store's index names a file that is not there. Call verify() to mend the store.")
    }

    private func unreadable(_ file: JournalFile) -> StoreError {
        StoreError(
            .storeDamaged, path: file.path,
            message: """
                A record in '\(file.path)' cannot be read. Call verify(), or open the store again: the file is \
                kept aside then, and every other whole batch is salvaged.
                """)
    }

    private func check(_ bytes: UnsafeRawBufferPointer, _ location: Location, _ file: JournalFile) throws(StoreError) {
        var checksum = Checksum()
        checksum.update(bytes)
        guard bytes.count == location.length, checksum.value == location.checksum else { throw unreadable(file) }
    }
}
