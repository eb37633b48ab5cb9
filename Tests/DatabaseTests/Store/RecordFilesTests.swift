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
}
