import Core
import Mocks
import Testing

@testable import Database

struct JournalCheckpointTests {
    /// Three segments up to the checkpoint, and more behind it.
    private func make(_ world: JournalFixture) throws -> (JournalCheckpoint, Journal) {
        let journal = try world.open().journal
        for id in 1...8 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        try #require(journal.files.count == 3)
        try journal.sync()
        let checkpoint = try journal.checkpoint()
        _ = try journal.append([JournalFixture.batch(9, deleting: [2])], isSynced: false)
        for id in 10...14 { _ = try journal.append([JournalFixture.batch(id)], isSynced: true) }
        return (checkpoint, journal)
    }

    private var world: JournalFixture { JournalFixture(segmentBytes: 300) }

    @Test func onlyTheJournalBehindACheckpointIsRead() throws {
        let world = world
        let (checkpoint, journal) = try make(world)
        let opened = try world.open(from: checkpoint)
        #expect(opened.notes == JournalFixture.notes(9...14))
        #expect(opened.shelf.commits == Array(9...14))
        #expect(opened.journal.position == journal.position)
        #expect(opened.journal.sizes == journal.sizes)
        #expect(opened.journal.files.prefix(3).map(\.id) == journal.files.prefix(3).map(\.id))
        #expect(Set(opened.journal.files.map(\.id)).count == opened.journal.files.count)
        try world.expectPlacesAreRight(opened)
        // It goes on as any other: the same versions are named, and the next run from nothing finds all.
        for id in 15...20 { _ = try opened.journal.append([JournalFixture.batch(id)], isSynced: true) }
        let all = try world.open()
        #expect(all.notes == JournalFixture.notes((1...20).filter { $0 != 2 }))
        #expect(all.damages.isEmpty)
    }

    @Test func aCheckpointIsReadBackFromItsBytes() throws {
        var (checkpoint, _) = try make(world)
        checkpoint.undeclared = ["tags", "others"]
        var bytes: [UInt8] = []
        checkpoint.write(to: &bytes)
        var rest = (bytes + [7])[...]
        #expect(JournalCheckpoint(from: &rest) == checkpoint)
        #expect(rest == [7])
        for length in 0..<bytes.count {
            var cut = bytes[..<length]
            #expect(JournalCheckpoint(from: &cut) == nil)
        }
        for position in bytes.indices {
            // Whatever comes out, nothing traps.
            var flipped = bytes
            flipped[position] ^= 0x80
            var slice = flipped[...]
            _ = JournalCheckpoint(from: &slice)
        }
    }

    @Test func anUnfinishedBatchBehindACheckpointIsCutOff() throws {
        let world = world
        let (checkpoint, journal) = try make(world)
        let last = try #require(world.segments.last)
        let bytes = try #require(world.files.bytes(at: world.path(last)))
        let half = JournalFixture.batch(99).records
        world.files.put(bytes + half, at: world.path(last))
        let opened = try world.open(from: checkpoint)
        #expect(opened.journal.position == journal.position)
        #expect(world.files.bytes(at: world.path(last)) == bytes)
        // And a segment that was only just begun is none.
        world.files.put(Array("{\"journal\":1,\"seg".utf8), at: world.path(last + 1))
        #expect(try world.open(from: checkpoint).journal.position == journal.position)
        #expect(world.segments.last == last)
    }

    @Test(arguments: [
        "missing", "shorter", "longer", "other", "extra", "cut", "damage", "gap", "superseded", "unreadableRecord",
        "version",
        "later",
    ])
    func aCheckpointThatDoesNotFitTheFilesIsStaleAndNothingIsTouched(kind: String) throws {
        var world = world
        let (checkpoint, journal) = try make(world)
        func change(_ segment: Int, _ body: (inout [UInt8]) -> Void) throws {
            var bytes = try #require(world.files.bytes(at: world.path(segment)))
            body(&bytes)
            world.files.put(bytes, at: world.path(segment))
        }
        switch kind {
        case "missing": try world.files.remove(world.path(1))
        case "shorter": try change(2) { $0.removeLast() }
        case "longer": try change(2) { $0 += [10] }
        case "other": try change(2) { $0[$0.count - 12] ^= 1 }
        case "extra": world.files.put(JournalLine.makeHead(segment: 0, next: 1), at: world.path(0))
        case "cut": try change(3) { $0.removeLast($0.count - checkpoint.position.offset + 1) }
        case "damage": try change(3) { $0[checkpoint.position.offset + 20] ^= 1 }
        case "gap": try world.files.remove(world.path(4))
        case "superseded":
            let span = try #require(journal.sealed)
            let rewriter = try JournalRewriter(
                folder: journal.folder, covering: span, id: 9)
            _ = try rewriter.finish()
        case "unreadableRecord":
            let unreadableRecord = Array("{\"put\":\"notes\",\"value\":{\"id\":\"x\"}}\n".utf8)
            _ = try journal.append([Journal.Batch(records: unreadableRecord, versions: ["notes": 1])], isSynced: true)
        case "version": world.schemas = ["notes": 2]
        default:
            let later = Array("{\"note\":\"from later\"}\n".utf8)
            _ = try journal.append([Journal.Batch(records: later, versions: [:])], isSynced: true)
        }
        try #require(kind != "gap" || journal.files.count > 4)
        let before = world.files.paths.map { world.files.bytes(at: $0) }
        #expect(throws: JournalRecovery.CheckpointStale.self) { try world.open(from: checkpoint) }
        #expect(world.files.paths.map { world.files.bytes(at: $0) } == before)
    }

    @Test func aNewlyDeclaredCollectionMakesACheckpointStale() throws {
        let world = JournalFixture(schemas: ["notes": 1])
        let journal = try world.open().journal
        _ = try journal.append([JournalFixture.batch(1, in: "tags"), JournalFixture.batch(1)], isSynced: true)
        let checkpoint = try world.open().journal.checkpoint()
        #expect(checkpoint.undeclared == ["tags"])
        let more = JournalFixture(files: world.files, schemas: ["notes": 1, "tags": 1])
        #expect(throws: JournalRecovery.CheckpointStale.self) { try more.open(from: checkpoint) }
        // One that was never there is no reason.
        let fresh = JournalFixture(files: world.files, schemas: ["notes": 1, "fresh": 1])
        #expect(try fresh.open(from: checkpoint).journal.undeclared == ["tags"])
        // One that is declared no more is kept in mind.
        let less = JournalFixture(files: world.files, schemas: [:])
        #expect(try less.open(from: checkpoint).journal.undeclared == ["tags", "notes"])
    }

    @Test func segmentsThatAKilledProcessLeftUnsyncedAreSynced() throws {
        let world = world
        let (checkpoint, _) = try make(world)
        let journal = try world.open(from: checkpoint).journal
        for id in 20...26 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        world.files.killProcess()
        let opened = try world.open(from: checkpoint)
        _ = try opened.journal.append([JournalFixture.batch(27)], isSynced: true)
        world.files.crash()
        #expect(Set(try world.open().notes.keys) == Set(1...27).subtracting([2, 15, 16, 17, 18, 19]))
    }
}
