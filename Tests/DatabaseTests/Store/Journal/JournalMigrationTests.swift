import Core
import Mocks
import Testing

@testable import Database

struct JournalMigrationTests {
    struct Broken: Error {}

    /// Version 1 has `note`, version 2 `two`, version 3 `three`.
    private static let chain: JournalRecovery.Migration = { from, json in
        var text = String(decoding: json, as: UTF8.self)
        if from < 2 { text = text.replacing("\"note\"", with: "\"two\"") }
        if from < 3 { text = text.replacing("\"two\"", with: "\"three\"") }
        return Array(text.utf8)
    }

    private static let expected = JournalFixture.notes([2, 3, 4, 5, 6, 7, 8, 9], text: "three")

    /// Five segments of versions 1 and 2, with another collection among them.
    private func fill(_ files: InMemoryFileSystem) throws {
        let journal = try JournalFixture(files: files, segmentBytes: 300).open().journal
        for id in 1...6 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        _ = try journal.append([JournalFixture.batch(1, 2, in: "tags", version: 7)], isSynced: false)
        for id in 7...9 {
            _ = try journal.append([JournalFixture.batch(id, text: "two", version: 2)], isSynced: false)
        }
        _ = try journal.append([JournalFixture.batch(version: 2, deleting: [1])], isSynced: true)
    }

    private func makeWorld() throws -> JournalFixture {
        let world = JournalFixture(schemas: ["notes": 3], migrations: ["notes": Self.chain], segmentBytes: 300)
        try fill(world.files)
        return world
    }

    @Test func everyRecordIsLiftedFromItsOwnVersion() throws {
        let world = try makeWorld()
        try #require(world.segments.count > 3)
        let last = try #require(world.segments.last)
        let opened = try world.open()
        #expect(opened.notes == Self.expected)
        #expect(opened.shelf.places["notes"]?.values.allSatisfy { $0.version == 3 } == true)
        #expect(opened.damages.isEmpty)
        #expect(world.segments == [last])
        #expect(opened.journal.undeclared == ["tags"])
        try world.expectPlacesAreRight(opened)
        _ = try opened.journal.append([JournalFixture.batch(10, text: "three", version: 3)], isSynced: true)
        // Only once: another opening needs no migration, and the other collection kept its version.
        let later = JournalFixture(files: world.files, schemas: ["notes": 3, "tags": 7])
        let again = try later.open()
        #expect(again.notes == Self.expected.merging(JournalFixture.notes([10], text: "three")) { $1 })
        #expect(again.shelf.places["tags"]?[2]?.version == 7)
    }

    @Test func aMigrationThatIsKilledAtAnyStepIsDoneAtTheNextOpening() throws {
        for step in 0..<100 {
            let world = try makeWorld()
            world.files.cutPower(afterMutations: step)
            let isDone = (try? world.open()) != nil
            world.files.crash()
            let opened = try world.open()
            #expect(opened.notes == Self.expected, "Died at step \(step)")
            #expect(opened.damages.isEmpty, "Died at step \(step)")
            if isDone { return }
        }
        Issue.record("The migration never got done.")
    }

    @Test func aMigrationThatFailsOrIsMissingChangesNothing() throws {
        let failing: JournalRecovery.Migration = { from, json in
            if String(decoding: json, as: UTF8.self).contains("\"id\":8,") { throw Broken() }
            return try Self.chain(from, json)
        }
        let splitting: JournalRecovery.Migration = { _, _ in Array("{\n}".utf8) }
        for migrations in [["notes": failing], ["notes": splitting], [:]] {
            for isDamaged in [false, true] {
                var world = try makeWorld()
                world.migrations = migrations
                if isDamaged {
                    var bytes = try #require(world.files.bytes(at: world.path(2)))
                    bytes[bytes.count / 2] ^= 1
                    world.files.put(bytes, at: world.path(2))
                }
                let before = world.files.paths.map { world.files.bytes(at: $0) }
                let error = try #require(throws: StoreError.self) { try world.open() }
                #expect(error.code == .migrationFailed)
                #expect(error.message.contains("'notes'"))
                #expect(error.message.contains("version 1") || error.message.contains("version 2"))
                #expect(error.message.contains("3"))
                #expect(world.files.paths.map { world.files.bytes(at: $0) } == before)
                world.migrations = ["notes": Self.chain]
                #expect(try world.open().notes.count >= (isDamaged ? 6 : 8))
            }
        }
    }

    @Test func aNewerVersionIsRefusedBeforeAnythingIsTouched() throws {
        var world = try makeWorld()
        world.schemas = ["notes": 1]
        let before = world.files.paths.map { world.files.bytes(at: $0) }
        let error = try #require(throws: StoreError.self) { try world.open() }
        #expect(error.code == .storeTooNew)
        #expect(world.files.paths.map { world.files.bytes(at: $0) } == before)
    }

    @Test func aDiskThatFillsUpLeavesTheStoreAsItWas() throws {
        let world = try makeWorld()
        let before = world.files.paths.map { world.files.bytes(at: $0) }
        world.files.fail(.write, with: .noSpace)
        #expect(throws: FileError.self) { try world.open() }
        #expect(world.files.paths.map { world.files.bytes(at: $0) } == before)
        #expect(try world.open().notes == Self.expected)
    }

    @Test func aDamagedJournalIsSalvagedAndMigratedAtOnce() throws {
        let world = try makeWorld()
        var bytes = try #require(world.files.bytes(at: world.path(1)))
        // The batch that names the version is lost; those behind it are of that version all the same.
        let place = try #require(bytes.firstRange(of: Array("\"id\":1,".utf8))).lowerBound
        bytes[place] ^= 1
        world.files.put(bytes, at: world.path(1))
        let opened = try world.open()
        #expect(opened.damages.count == 1)
        #expect(opened.notes == Self.expected)
    }
}
