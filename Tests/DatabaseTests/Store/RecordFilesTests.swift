import Core
import Synchronization
import Testing

@testable import Database

/// The bytes of records that are kept after they were read.
struct RecordFilesTests {
    private func values(gap: Int) -> RecordFiles.Values {
        var values = RecordFiles.Values()
        for number in 0..<10 {
            let start = values.bytes.count
            values.bytes += Array("record \(number)".utf8)
            // In the order in which they were asked for, which is not that of their places.
            values.ranges.insert(start..<values.bytes.count, at: 0)
            values.bytes += Array(repeating: 0, count: gap)
        }
        return values
    }

    private func texts(_ values: RecordFiles.Values) -> [String] {
        var texts: [String] = []
        values.visit { texts.append(String(decoding: $0, as: UTF8.self)) }
        return texts
    }

    @Test func gapsAreNotKeptWhereTheyAreMuch() {
        var values = values(gap: 5)
        let before = texts(values)
        values.pack()
        #expect(values.bytes.count == 80)
        #expect(texts(values) == before)
        #expect(before.first == "record 9")
    }

    @Test func smallGapsAreNotWorthACopy() {
        var values = values(gap: 4)
        values.pack()
        #expect(values.bytes.count == 120)
        #expect(texts(values).count == 10)
    }

    // MARK: Prefetching

    /// A file that notes what the system is told of.
    private final class AdvisedFile: OpenFile {
        let bytes: [UInt8]
        let advised = Mutex<[Range<Int>]>([])

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func size() throws(FileError) -> Int { bytes.count }
        func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] { Array(bytes[offset..<offset + count]) }
        func prefetch(at offset: Int, count: Int) { advised.withLock { $0.append(offset..<offset + count) } }
        func write(_ bytes: [UInt8], at offset: Int) throws(FileError) {}
        func truncate(to size: Int) throws(FileError) {}
        func sync() throws(FileError) {}
        func close() {}
    }

    /// Reads so many records of a file that lie far from one another.
    private func advised(records: Int, usualTime: Duration) throws -> (ranges: [Range<Int>], offsets: [Int]) {
        let bytes = (0..<records * 50_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let file = AdvisedFile(bytes)
        let files = RecordFiles([JournalFile(id: 1, segment: 1, path: "/1", length: bytes.count, handle: file)])
        let locations = (0..<records).map { number in
            let offset = number * 50_000 + 100
            return Location(
                file: 1, offset: offset, length: 200, checksum: Checksum(Array(bytes[offset..<offset + 200])).value)
        }
        let values = try files.values(at: locations.reversed(), usualTime: usualTime)
        #expect(values.ranges.map(\.count) == Array(repeating: 200, count: records))
        #expect(values.bytes[values.ranges[0]].elementsEqual(bytes[locations[records - 1].offset...].prefix(200)))
        return (file.advised.withLock { $0 }, locations.map(\.offset))
    }

    @Test func theSystemIsToldOfTheRestOnceAReadHasWaited() throws {
        let (ranges, offsets) = try advised(records: 20, usualTime: .seconds(-1))
        #expect(ranges.count == 19)
        for offset in offsets.dropFirst() {
            #expect(ranges.contains { $0.contains(offset) && $0.contains(offset + 199) }, "\(offset)")
        }
    }

    @Test func itIsNotToldOfWhatIsInMemoryOrOfFew() throws {
        #expect(try advised(records: 20, usualTime: .seconds(3_600)).ranges.isEmpty)
        #expect(try advised(records: 7, usualTime: .seconds(-1)).ranges.isEmpty)
    }
}
