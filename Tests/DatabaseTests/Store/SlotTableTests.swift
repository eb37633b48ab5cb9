import Testing

@testable import Database

struct SlotTableTests {
    @Test(arguments: [0..<0, 0..<1, 250..<260, 3..<700, 690..<2_000, 5_000..<5_010] as [Range<UInt32>])
    func aRangeOfSlotsIsAsEachByItself(_ range: Range<UInt32>) throws {
        var table = SlotTable()
        for number in 0..<700 {
            let slot = table.take()
            // Every third one has no record.
            if number % 3 != 0 {
                try table.set(slot, Location(file: 1, offset: number * 10, length: 10, checksum: UInt32(number)))
            }
        }
        #expect(try table.locations(of: range) == range.map { try table[$0] })
    }
}
