import Core
import Mocks
import Testing

@testable import Database

struct JournalJoinerTests {
    private static let expected = JournalFixture.filled

    private func span(_ journal: Journal) throws -> JournalSpan { try #require(journal.sealed) }

    private func joiner(_ journal: Journal, chunkSize: Int = 100) throws -> JournalJoiner {
        try JournalJoiner(
            folder: journal.folder, covering: span(journal), id: journal.makeFileID(), chunkSize: chunkSize)
    }

    /// Copies everything; the id of a file that cannot be joined.
    private func copy(_ joiner: JournalJoiner) throws -> UInt32? {
        for _ in 0..<10_000 {
            switch try joiner.step() {
            case .more: try joiner.syncLargePart()
            case .copied: return nil
            case .refused(let id): return id
            }
        }
        Issue.record("It is never copied.")
        return nil
    }

    private func join(_ journal: Journal, chunkSize: Int = 100) throws -> JournalFile {
        let joiner = try joiner(journal, chunkSize: chunkSize)
        let covered = try span(journal).files
        #expect(try copy(joiner) == nil)
        let file = try joiner.finish()
        journal.replace(covered, by: file)
        try joiner.removeCovered()
        return file
    }

    @Test(arguments: [1, 100, 1 << 20])
    func aJoinedFileHasAllBatchesAsTheyWere(chunkSize: Int) throws {
        let world = JournalFixture()
        let journal = try world.fill()
        let covered = try span(journal).files
        let old = try covered.map { try $0.handle.read(at: 0, count: $0.length) }
        let file = try join(journal, chunkSize: chunkSize)
        #expect(world.segments == [3, 4])
        let new = try file.handle.read(at: 0, count: file.length)
        #expect(try file.handle.size() == file.length)
        #expect(try JournalCheck(file, length: file.length).isIntact())
        // Whatever was at a place of a part is where the part says.
        #expect(file.parts.map(\.id) == covered.map(\.id))
        for (part, bytes) in zip(file.parts, old) {
            let start = try #require(bytes.firstIndex(of: JournalLine.newline)) + 1
            #expect(Array(new[start + part.shift..<bytes.count + part.shift]) == Array(bytes[start...]))
        }
        let scan = JournalScan(new, segment: 3)
        #expect(scan.verdict == .intact)
        #expect(scan.batches.map(\.number) == Array(1..<journal.nextNumber))
        #expect(scan.forgottenEnd == 0)
        #expect(!scan.passesOverNumbers)
        _ = try journal.append([JournalFixture.batch(9, text: "new")], isSynced: true)
        world.files.crash()
        let opened = try world.open()
        #expect(opened.notes == Self.expected.merging(JournalFixture.notes([9], text: "new")) { $1 })
        #expect(opened.damages.isEmpty)
        #expect(opened.shelf.commits == Array(1..<journal.nextNumber))
        try world.expectPlacesAreRight(opened)
    }

    @Test func recordsAreReadByTheirOldPlaces() throws {
        let world = JournalFixture()
        let journal = try world.open().journal
        var locations: [Location] = []
        let json = Array(JournalFixture.json(1).utf8)
        for _ in 0..<4 {
            let batch = JournalFixture.batch(1)
            let appended = try journal.append([batch], isSynced: true)[0]
            let opening = JournalLine.makePutOpening(name: "notes").count
            locations.append(
                Location(
                    file: appended.fileID, offset: appended.recordsOffset + opening, length: json.count,
                    checksum: Checksum(json).value))
            try journal.roll()
        }
        try journal.sync()
        let once = try join(journal)
        // And once more, with what has come behind it.
        for _ in 0..<2 {
            _ = try journal.append([JournalFixture.batch(2)], isSynced: true)
            try journal.roll()
            try journal.sync()
        }
        let twice = try join(journal)
        for file in [once, twice] {
            let files = RecordFiles([file])
            for location in locations {
                #expect(try files.withBytes(at: location) { Array($0) } == json)
            }
            var visited = 0
            try files.values(at: locations).visit { bytes in
                #expect(Array(bytes) == json)
                visited += 1
            }
            #expect(visited == 4)
        }
        #expect(journal.files.count == 2)
    }

    @Test func aJoinThatDiesAtAnyStepLosesNothing() throws {
        for isKilled in [false, true] {
            var isDone = false
            for step in 0..<200 where !isDone {
                let world = JournalFixture()
                let journal = try world.fill()
                world.files.cutPower(afterMutations: step)
                do {
                    _ = try join(journal)
                    isDone = true
                } catch {
                    #expect(error is FileError)
                }
                if isKilled {
                    world.files.stopFailing()
                    world.files.killProcess()
                } else {
                    world.files.crash()
                }
                for round in 1...2 {
                    let opened = try world.open()
                    #expect(opened.notes == Self.expected, "Died at step \(step), round \(round)")
                    #expect(opened.damages.isEmpty, "Died at step \(step), round \(round)")
                    #expect(opened.journal.nextNumber == journal.nextNumber, "Died at step \(step)")
                    try world.expectPlacesAreRight(opened, "Died at step \(step)")
                }
                #expect(world.segments == [1, 2, 3, 4] || world.segments == [3, 4], "Died at step \(step)")
                #expect(!world.files.paths.contains { $0.hasSuffix(".new") })
            }
            #expect(isDone)
        }
    }

    @Test(arguments: [DiskOperation.Kind.write, .sync, .move, .syncDirectory, .openAnew])
    func aJoinThatFailsLeavesTheStoreAsItWas(kind: DiskOperation.Kind) throws {
        let world = JournalFixture()
        let journal = try world.fill()
        world.files.fail(kind, with: .noSpace)
        #expect(throws: FileError.self) {
            let joiner = try joiner(journal)
            #expect(try copy(joiner) == nil)
            _ = try joiner.finish()
        }
        #expect(journal.files.map(\.segment) == [1, 2, 3, 4])
        _ = try journal.append([JournalFixture.batch(9, text: "new")], isSynced: true)
        _ = try join(journal)
        world.files.crash()
        let opened = try world.open()
        #expect(opened.notes == Self.expected.merging(JournalFixture.notes([9], text: "new")) { $1 })
        #expect(opened.damages.isEmpty)
        #expect(!world.files.paths.contains { $0.hasSuffix(".new") })
    }

    @Test func aCompactedFileIsLeftAlone() throws {
        let world = JournalFixture()
        let journal = try world.fill()
        let rewriter = try JournalRewriter(folder: journal.folder, covering: span(journal), id: journal.makeFileID())
        for (id, json) in Self.expected.sorted(by: { $0.key < $1.key }) {
            #expect(try rewriter.append(put: "notes", version: 1, value: Array(json.utf8)) > id)
        }
        let covered = try span(journal).files
        let compacted = try rewriter.finish()
        journal.replace(covered, by: compacted)
        try rewriter.removeCovered()
        _ = try journal.append([JournalFixture.batch(9)], isSynced: true)
        try journal.roll()
        try journal.sync()
        journal.noteListed(Set(journal.files.map(\.id)), failures: nil)
        var limits = StoreLimits()
        limits.joinCount = 2
        #expect(journal.joinable(limits, isBusy: false) == nil)
        #expect(try copy(joiner(journal)) == compacted.id)
        #expect(world.segments == [3, 4, 5])
        // What an earlier process has compacted is known by its last line.
        let again = try world.open().journal
        let first = again.files[0].id
        try again.repair()
        try again.sync()
        again.noteListed(Set(again.files.map(\.id)), failures: nil)
        #expect(again.joinable(limits, isBusy: false)?.files.count == 2)
        #expect(try copy(joiner(again)) == first)
        again.noteApart(first)
        #expect(again.joinable(limits, isBusy: false) == nil)
    }

    @Test func aDamagedFileIsLeftAlone() throws {
        let world = JournalFixture()
        let journal = try world.fill()
        let damaged = try span(journal).files[1]
        try world.files.open(damaged.path, .readWrite).write([0], at: damaged.length / 2)
        #expect(try copy(joiner(journal)) == damaged.id)
    }

    @Test func onlyWhatAManifestNamesIsJoined() throws {
        var limits = StoreLimits()
        limits.joinCount = 2
        let journal = try JournalFixture().fill()
        // Sealed and on the disk; but a manifest that ends in one of them would end in the middle of the joined file.
        #expect(journal.joinable(limits, isBusy: false) == nil)
        journal.noteListed(Set(journal.files.prefix(2).map(\.id)), failures: nil)
        #expect(journal.joinable(limits, isBusy: false)?.files.map(\.segment) == [1, 2])
    }

    @Test func neighboursOfLikeLengthAreJoinedAndLongOnesLeft() throws {
        var limits = StoreLimits()
        limits.joinedBytes = 4_000
        (limits.joinCount, limits.busyJoinCount) = (3, 5)
        let world = JournalFixture()
        let journal = try world.open().journal
        func seal(_ length: Int) throws {
            _ = try journal.append(
                [JournalFixture.batch(1, text: String(repeating: "x", count: length))], isSynced: true)
            try journal.roll()
            try journal.sync()
            journal.noteListed(Set(journal.files.dropLast().map(\.id)), failures: nil)
        }
        try seal(2_500)
        try seal(100)
        try seal(100)
        #expect(journal.joinable(limits, isBusy: false) == nil)
        try seal(100)
        #expect(journal.joinable(limits, isBusy: true) == nil)
        #expect(journal.joinable(limits, isBusy: false)?.files.map(\.segment) == [2, 3, 4])
        try seal(700)
        // Another length is another neighbourhood.
        #expect(journal.joinable(limits, isBusy: false)?.files.map(\.segment) == [2, 3, 4])
        for _ in 0..<5 { try seal(100) }
        #expect(journal.joinable(limits, isBusy: true)?.files.map(\.segment) == [6, 7, 8, 9, 10])
        for _ in 0..<2 { try seal(1_900) }
        #expect(journal.joinable(limits, isBusy: false)?.files.map(\.segment) == [2, 3, 4])
        // What is not on the disk is not joined, nor what no manifest names.
        for _ in 0..<3 {
            _ = try journal.append([JournalFixture.batch(1)], isSynced: false)
            try journal.roll()
        }
        #expect(journal.joinable(limits, isBusy: true)?.files.map(\.segment) == [6, 7, 8, 9, 10])
    }
}
