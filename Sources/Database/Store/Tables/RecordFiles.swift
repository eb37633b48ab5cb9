import Core

/// The journal's files, as far as records are read from them.
///
/// A value: a copy keeps its files readable, also those that were removed meanwhile.
struct RecordFiles: Sendable {
    private let files: [UInt32: JournalFile]
    /// All of them, in the order of their segments.
    let journal: [JournalFile]

    init(_ journal: [JournalFile], more: [JournalFile] = []) {
        self.journal = journal
        files = Dictionary((more + journal).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether these are the files.
    func isMade(of journal: [JournalFile]) -> Bool {
        files.count == journal.count && zip(self.journal, journal).allSatisfy { $0 === $1 }
    }

    /// How much of a file is read at once when records lie close together.
    private static let largestRead = 64 << 10
    /// How many bytes between two records are read rather than the two of them apart.
    private static let largestGap = 1 << 10

    /// Reads the JSON of one record.
    func withBytes<Result>(at location: Location, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
        let file = try self.file(of: location)
        let bytes = try file.handle.read(at: location.offset, count: location.length)
        return try bytes.withUnsafeBytes { bytes in
            try check(bytes, location, file)
            return try body(bytes)
        }
    }

    /// Reads the JSON of several records, those that lie close together at once.
    ///
    /// - Parameters:
    ///   - locations: Where they lie.
    ///   - body: Called for each, in no order, with its position among the locations.
    func forEach(at locations: [Location], _ body: (Int, UnsafeRawBufferPointer) throws -> Void) throws {
        let order = locations.indices.sorted {
            (locations[$0].file, locations[$0].offset) < (locations[$1].file, locations[$1].offset)
        }
        var position = 0
        while position < order.count {
            let first = locations[order[position]]
            let file = try self.file(of: first)
            var end = first.offset + first.length
            var next = position + 1
            while next < order.count {
                let other = locations[order[next]]
                guard other.file == first.file, other.offset - end <= Self.largestGap,
                    other.offset + other.length - first.offset <= Self.largestRead
                else { break }
                end = max(end, other.offset + other.length)
                next += 1
            }
            let bytes = try file.handle.read(at: first.offset, count: end - first.offset)
            try bytes.withUnsafeBytes { bytes in
                for index in order[position..<next] {
                    let location = locations[index]
                    let start = location.offset - first.offset
                    let rest = min(bytes.count, start + location.length)
                    let value = UnsafeRawBufferPointer(rebasing: bytes[min(start, rest)..<rest])
                    try check(value, location, file)
                    try body(index, value)
                }
            }
            position = next
        }
    }

    private func file(of location: Location) throws(StoreError) -> JournalFile {
        guard let file = files[location.file] else {
            throw StoreError(
                .storeDamaged, path: "",
                message: "The store's index names a file that is not there. Call verify() to mend the store.")
        }
        return file
    }

    private func check(_ bytes: UnsafeRawBufferPointer, _ location: Location, _ file: JournalFile) throws(StoreError) {
        var checksum = Checksum()
        checksum.update(bytes)
        guard bytes.count == location.length, checksum.value == location.checksum else {
            throw StoreError(
                .storeDamaged, path: file.path,
                message: """
                    A record in '\(file.path)' cannot be read. Call verify(), or open the store again: the file is \
                    kept aside then, and every other whole batch is salvaged.
                    """)
        }
    }
}
