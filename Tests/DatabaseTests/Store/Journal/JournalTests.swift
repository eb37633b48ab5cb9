import Core
import Mocks
import Testing

@testable import Database

struct JournalTests {
    private var world = JournalFixture(segmentBytes: 400)

    @Test func aGroupIsOneWriteAndOneSync() throws {
        let journal = try world.open().journal
        try journal.sync()
        world.files.clearOperations()
        let group = [JournalFixture.batch(1), JournalFixture.batch(2), JournalFixture.batch(3)]
        let appended = try journal.append(group, isSynced: true)
        #expect(world.files.operations.map(\.kind) == [.write, .sync])
        #expect(appended.map(\.number) == [1, 2, 3])
        for (batch, place) in zip(group, appended) {
            let bytes = try journal.files[0].handle.read(at: place.recordsOffset, count: batch.records.count)
            #expect(bytes == batch.records)
            #expect(place.fileID == journal.files[0].id)
        }
        world.files.crash()
        let opened = try world.open()
        #expect(opened.notes == JournalFixture.notes(1...3))
        #expect(opened.shelf.commits == [1, 2, 3])
        try world.expectPlacesAreRight(opened)
    }

    @Test(arguments: Array(stride(from: 0, through: 420, by: 13)))
    func aGroupIsAllThereOrNotAtAll(count: Int) throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
        world.files.fail(.write, with: .noSpace, afterBytes: count)
        world.files.fail(.truncate, with: .diskFailure)
        let group = [JournalFixture.batch(2), JournalFixture.batch(3), JournalFixture.batch(4)]
        #expect(throws: FileError.self) { try journal.append(group, isSynced: false) }
        #expect(journal.nextNumber == 2)
        // What could not be cut off at once is cut off before the next.
        #expect(try journal.append([JournalFixture.batch(5)], isSynced: false)[0].number == 2)
        world.files.killProcess()
        let opened = try world.open()
        #expect(opened.notes == JournalFixture.notes([1, 5]))
        #expect(opened.damages.isEmpty)
    }

    @Test func aGroupWhoseSyncFailsIsNotThereAndEarlierBatchesAreWrittenAnew() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
        let before = journal.files[0]
        world.files.fail(.sync, with: .diskFailure)
        #expect(throws: FileError.self) { try journal.append([JournalFixture.batch(2)], isSynced: true) }
        _ = try journal.append([JournalFixture.batch(3)], isSynced: true)
        #expect(journal.files[0] !== before)
        #expect(journal.files[0].id == before.id)
        // Who reads through the old handle finds what it knows.
        #expect(try before.handle.read(at: 0, count: 20) == journal.files[0].handle.read(at: 0, count: 20))
        world.files.crash()
        #expect(try world.open().notes == JournalFixture.notes([1, 3]))
    }

    @Test func aFullSegmentIsSealedAndTheNextNamesItsVersionsAgain() throws {
        let journal = try world.open().journal
        for id in 1...30 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        #expect(journal.files.count > 3)
        #expect(journal.sizes.dropLast().allSatisfy { $0 >= 400 && $0 < 600 })
        let stored = world.segments.map { world.files.bytes(at: world.path($0))?.count ?? 0 }
        #expect(journal.sizes == stored)
        #expect(journal.totalBytes == stored.reduce(0, +))
        for segment in world.segments {
            let text = String(decoding: world.files.bytes(at: world.path(segment)) ?? [], as: UTF8.self)
            #expect(text.split(separator: "\n")[1] == #"{"collection":"notes","version":1}"#)
        }
        let position = journal.position
        let opened = try world.open()
        #expect(opened.notes == JournalFixture.notes(1...30))
        #expect(opened.journal.position == position)
        try world.expectPlacesAreRight(opened)
    }

    @Test func aSyncReachesSegmentsThatWereSealedBefore() throws {
        let journal = try world.open().journal
        for id in 1...12 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        #expect(journal.sealed == nil)
        try journal.sync()
        #expect(journal.sealed?.files.count == journal.files.count - 1)
        world.files.crash()
        #expect(try world.open().notes == JournalFixture.notes(1...12))
    }

    @Test func aFailedSyncOfASealedSegmentHasItWrittenAnew() throws {
        for name in 1...2 {
            let world = JournalFixture(segmentBytes: 300)
            let journal = try world.open().journal
            for id in 1...4 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
            try #require(journal.files.count == 2)
            world.files.fail(.sync, on: "0\(name).jsonl", with: .diskFailure)
            #expect(throws: FileError.self) { try journal.sync() }
            world.files.clearOperations()
            try journal.sync()
            #expect(world.files.operations.contains { $0.kind == .move && $0.destination == world.path(name) })
            world.files.crash()
            #expect(try world.open().notes == JournalFixture.notes(1...4))
        }
    }

    @Test func aFailedSyncOfTheDirectoryIsNotForgotten() throws {
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
        world.files.fail(.syncDirectory, with: .diskFailure)
        #expect(throws: FileError.self) { try journal.append([JournalFixture.batch(2)], isSynced: true) }
        _ = try journal.append([JournalFixture.batch(3)], isSynced: true)
        world.files.crash()
        #expect(try world.open().notes == JournalFixture.notes([1, 3]))
    }

    @Test(arguments: [DiskOperation.Kind.openAnew, .write])
    func aSegmentThatCannotBeBegunLeavesAStoreThatWorks(kind: DiskOperation.Kind) throws {
        for isKilled in [false, true] {
            let world = JournalFixture(segmentBytes: 300)
            let journal = try world.open().journal
            for id in 1...3 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
            try #require(journal.sizes[0] >= 300)
            world.files.fail(kind, on: "02.jsonl", with: .noSpace, afterBytes: 7)
            world.files.fail(.remove, on: "02.jsonl", with: .diskFailure)
            #expect(throws: FileError.self) { try journal.append([JournalFixture.batch(4)], isSynced: false) }
            #expect(journal.files.count == 1)
            if isKilled {
                world.files.killProcess()
                let opened = try world.open()
                #expect(opened.damages.isEmpty)
                _ = try opened.journal.append([JournalFixture.batch(5)], isSynced: true)
            } else {
                _ = try journal.append([JournalFixture.batch(5)], isSynced: true)
            }
            world.files.crash()
            let opened = try world.open()
            #expect(opened.notes == JournalFixture.notes([1, 2, 3, 5]))
            #expect(opened.damages.isEmpty)
            #expect(world.segments == [1, 2])
        }
    }

    @Test func anEmptySegmentIsNotSealed() throws {
        let journal = try world.open().journal
        try journal.roll()
        #expect(journal.files.count == 1)
        _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
        try journal.roll()
        try journal.roll()
        #expect(journal.files.map(\.segment) == [1, 2])
        #expect(journal.position.next == 2)
    }

    @Test func whatIsSyncedSurvivesPowerLossAtEveryStepOfRolling() throws {
        for step in 0..<300 {
            let world = JournalFixture(segmentBytes: 250)
            world.files.cutPower(afterMutations: step)
            var acknowledged = 0
            var isDone = false
            do {
                let journal = try world.open().journal
                for id in 1...12 {
                    _ = try journal.append([JournalFixture.batch(id)], isSynced: id.isMultiple(of: 3))
                    if id.isMultiple(of: 3) { acknowledged = id }
                }
                isDone = true
            } catch {
                #expect(error is FileError)
            }
            world.files.crash()
            let opened = try world.open()
            #expect(Set(opened.notes.keys).isSuperset(of: Array((1...12).prefix(acknowledged))), "Step \(step)")
            #expect(Set(opened.notes.keys).isSubset(of: 1...12), "Step \(step)")
            #expect(try world.open().damages.isEmpty, "Step \(step)")
            if isDone { return }
        }
        Issue.record("The work never got done.")
    }
}
