import Core
import Foundation
import Mocks
import Testing

@testable import Database

struct JournalSalvageTests {
    private func damage(_ world: JournalFixture, _ segment: Int, at text: String) throws {
        var bytes = try #require(world.files.bytes(at: world.path(segment)))
        bytes[try #require(bytes.firstRange(of: Array(text.utf8))).lowerBound + 1] ^= 1
        world.files.put(bytes, at: world.path(segment))
    }

    @Test func aVersionThatWasNamedInALostBatchIsNamedAgain() throws {
        let world = JournalFixture(schemas: ["notes": 2])
        let journal = try world.open().journal
        for id in 1...3 { _ = try journal.append([JournalFixture.batch(id, version: 2)], isSynced: true) }
        try damage(world, 1, at: "\"id\":1,")
        let opened = try world.open()
        #expect(opened.notes == JournalFixture.notes([2, 3]))
        #expect(opened.damages.first?.salvagedBatches == 2)
        let text = String(decoding: try #require(world.files.bytes(at: world.path(1))), as: UTF8.self)
        #expect(text.contains(#"{"collection":"notes","version":2}"#))
        // An older app has to be able to tell.
        let old = JournalFixture(files: world.files, schemas: ["notes": 1])
        #expect(throws: StoreError.self) { try old.open() }
    }

    @Test func aVersionInALostLineCountsOnlyWhereItMakesSense() throws {
        let world = JournalFixture(schemas: ["notes": 2])
        let journal = try world.open().journal
        for id in 1...2 { _ = try journal.append([JournalFixture.batch(id, version: 2)], isSynced: true) }
        var bytes = try #require(world.files.bytes(at: world.path(1)))
        let place = try #require(bytes.firstRange(of: Array("\"version\":2".utf8))).upperBound - 1
        bytes[place] = UInt8(ascii: "9")
        world.files.put(bytes, at: world.path(1))
        let opened = try world.open()
        #expect(opened.shelf.places["notes"]?[2]?.version == 2)
    }

    @Test func damageAtTheEndOfASealedSegmentIsReportedOnce() throws {
        let world = JournalFixture(segmentBytes: 300)
        let journal = try world.open().journal
        for id in 1...7 { _ = try journal.append([JournalFixture.batch(id)], isSynced: true) }
        try damage(world, 1, at: "\"id\":3,")
        let opened = try world.open()
        #expect(opened.damages.count == 1)
        #expect(opened.notes == JournalFixture.notes([1, 2, 4, 5, 6, 7]))
        #expect(try world.open().damages.isEmpty)
        try world.expectPlacesAreRight(opened)
    }

    @Test func anUnreadableRecordStaysAndTheRestIsWhereTheVisitorExpectsIt() throws {
        let world = JournalFixture()
        let journal = try world.open().journal
        let unreadableRecord = Array("{\"put\":\"notes\",\"value\":{\"words\":[]}}\n".utf8)
        let batch = JournalFixture.batch(1)
        _ = try journal.append(
            [
                Journal.Batch(records: unreadableRecord + batch.records, versions: ["notes": 1]),
                JournalFixture.batch(2),
            ],
            isSynced: true)
        let before = world.files.bytes(at: world.path(1))
        let opened = try world.open()
        #expect(opened.damages.isEmpty)
        #expect(opened.shelf.unreadableRecords == ["{\"words\":[]}"])
        #expect(world.files.bytes(at: world.path(1)) == before)
        #expect(opened.notes == JournalFixture.notes([1, 2]))
        #expect(opened.shelf.commits == [1, 2])
        try world.expectPlacesAreRight(opened)
        #expect(try world.open().damages.isEmpty)
    }

    @Test func aChecksumFindsEveryFlippedBit() throws {
        let world = JournalFixture()
        let journal = try world.open().journal
        for id in 1...5 { _ = try journal.append([JournalFixture.batch(id, id + 10)], isSynced: true) }
        let file = journal.files[0]
        let whole = try #require(world.files.bytes(at: file.path))
        for chunkSize in [16, 100, 250, 4096] {
            var check = JournalCheck(file, length: journal.sizes[0])
            check.chunkSize = chunkSize
            #expect(try check.isIntact())
            for position in whole.indices {
                var bytes = whole
                bytes[position] ^= 1
                world.files.put(bytes, at: file.path)
                #expect(try !check.isIntact(), "Byte \(position), chunks of \(chunkSize)")
            }
            world.files.put(Array(whole.dropLast()), at: file.path)
            #expect(try !check.isIntact())
            world.files.put(whole, at: file.path)
        }
    }
}
