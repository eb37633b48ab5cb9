import Core
import Mocks
import Testing

@testable import Database

struct JournalRewriterTests {
    private static let expected = JournalFixture.filled

    private func rewrite(_ journal: Journal, _ world: JournalFixture) throws -> JournalRewriter {
        let span = try #require(journal.sealed)
        let rewriter = try JournalRewriter(
            folder: journal.folder, covering: span, id: journal.makeFileID())
        for (id, json) in Self.expected.sorted(by: { $0.key < $1.key }) {
            let offset = try rewriter.append(put: "notes", version: 1, value: Array(json.utf8))
            #expect(offset > 0, "Record \(id)")
        }
        return rewriter
    }

    @Test func aRewrittenFileSupersedesWhatItCovers() throws {
        let world = JournalFixture()
        let journal = try world.fill()
        let covered = try #require(journal.sealed).files
        let old = covered.map { world.files.bytes(at: $0.path) }
        let rewriter = try rewrite(journal, world)
        let file = try rewriter.finish()
        journal.replace(covered, by: file)
        // Snapshots read on through the files that they hold.
        for (file, bytes) in zip(covered, old) {
            #expect(try file.handle.read(at: 0, count: file.handle.size()) == bytes)
        }
        #expect(try JournalCheck(file, length: file.length).isIntact())
        #expect(journal.files.map(\.segment) == [3, 4])
        #expect(world.segments == [1, 2, 3, 4])
        try rewriter.removeCovered()
        #expect(world.segments == [3, 4])
        _ = try journal.append([JournalFixture.batch(9, text: "new")], isSynced: true)
        world.files.crash()
        let opened = try world.open()
        #expect(opened.notes == Self.expected.merging(JournalFixture.notes([9], text: "new")) { $1 })
        #expect(opened.damages.isEmpty)
        #expect(opened.journal.nextNumber == journal.nextNumber)
        try world.expectPlacesAreRight(opened)
    }

    @Test(arguments: [false, true])
    func aCompactionThatIsKilledAtAnyStepLosesNothing(isKilled: Bool) throws {
        for step in 0..<100 {
            let world = JournalFixture()
            let journal = try world.fill()
            world.files.cutPower(afterMutations: step)
            var isDone = false
            do {
                let rewriter = try rewrite(journal, world)
                let covered = try #require(journal.sealed).files
                journal.replace(covered, by: try rewriter.finish())
                try rewriter.removeCovered()
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
            if isDone { return }
        }
        Issue.record("The work never got done.")
    }

    @Test func anOpeningThatIsKilledWhileItRemovesSupersededFilesLosesNothing() throws {
        for step in 0..<50 {
            let world = JournalFixture()
            let journal = try world.fill()
            _ = try rewrite(journal, world).finish()
            world.files.killProcess()
            world.files.cutPower(afterMutations: step)
            let isDone = (try? world.open()) != nil
            world.files.crash()
            #expect(try world.open().notes == Self.expected, "Died at step \(step)")
            #expect(world.segments == [3, 4], "Died at step \(step)")
            if isDone { return }
        }
        Issue.record("The opening never got done.")
    }

    @Test(arguments: [DiskOperation.Kind.write, .sync, .move, .syncDirectory, .openAnew])
    func aRewriteThatFailsLeavesTheStoreAsItWas(kind: DiskOperation.Kind) throws {
        let world = JournalFixture()
        let journal = try world.fill()
        world.files.fail(kind, with: .noSpace)
        #expect(throws: FileError.self) { try rewrite(journal, world).finish() }
        #expect(journal.files.map(\.segment) == [1, 2, 3, 4])
        _ = try journal.append([JournalFixture.batch(9, text: "new")], isSynced: true)
        let rewriter = try rewrite(journal, world)
        journal.replace(try #require(journal.sealed).files, by: try rewriter.finish())
        try rewriter.removeCovered()
        world.files.crash()
        let opened = try world.open()
        #expect(opened.notes == Self.expected.merging(JournalFixture.notes([9], text: "new")) { $1 })
        #expect(opened.damages.isEmpty)
        #expect(!world.files.paths.contains { $0.hasSuffix(".new") })
    }

    @Test func aSupersedingFileThatIsNotWholeSupersedesNothing() throws {
        let whole = JournalFixture()
        let journal = try whole.fill()
        _ = try rewrite(journal, whole).finish()
        let bytes = try #require(whole.files.bytes(at: whole.path(3)))
        let disk = Dictionary(
            uniqueKeysWithValues: whole.segments.map { ($0, whole.files.bytes(at: whole.path($0)) ?? []) })
        func check(_ damaged: [UInt8], _ comment: Testing.Comment) throws {
            let world = JournalFixture()
            for (segment, content) in disk {
                world.files.put(segment == 3 ? damaged : content, at: world.path(segment))
            }
            let opened = try world.open()
            // Everything that the files below it held is there, whatever is left of it.
            #expect(Set(opened.notes.keys).isSuperset(of: [3, 4, 6, 7]), comment)
            #expect(opened.damages.count == 1, comment)
            let again = try world.open()
            #expect(again.notes == opened.notes, comment)
            #expect(again.damages.isEmpty, comment)
            try world.expectPlacesAreRight(again, comment)
        }
        for length in 0..<bytes.count { try check(Array(bytes[..<length]), "Cut at \(length)") }
        for position in bytes.indices.dropLast() {
            var damaged = bytes
            damaged[position] ^= 1
            try check(damaged, "Flipped at \(position)")
        }
    }

    @Test func aRewrittenFileNeverHasMoreBatchesThanNumbers() throws {
        let world = JournalFixture()
        let journal = try world.open().journal
        for id in 1...3 { _ = try journal.append([JournalFixture.batch(id)], isSynced: false) }
        try journal.roll()
        try journal.sync()
        let span = try #require(journal.sealed)
        let rewriter = try JournalRewriter(
            folder: journal.folder, covering: span, id: 9)
        var offsets: [Int] = []
        let text = String(repeating: "x", count: 1000)
        for id in 1...400 {
            offsets.append(
                try rewriter.append(put: "notes", version: 1, value: Array(JournalFixture.json(id, text).utf8)))
        }
        journal.replace(span.files, by: try rewriter.finish())
        // What was handed to the disk went there in pieces.
        #expect(world.files.operations.allSatisfy { $0.kind != .write || ($0.count ?? 0) <= 256 << 10 })
        let opened = try world.open()
        #expect(opened.shelf.commits == [1, 2, 3])
        #expect(opened.notes == JournalFixture.notes(1...400, text: text))
        #expect((1...400).map { opened.shelf.places["notes"]?[$0]?.offset } == offsets)
        #expect(try JournalCheck(journal.files[0], length: journal.sizes[0]).isIntact())
    }

    @Test func linesOfOtherCollectionsAreKeptWithTheirVersions() throws {
        let world = JournalFixture()
        let journal = try world.open().journal
        let others = [
            JournalFixture.batch(1, 2, in: "tags", version: 3),
            JournalFixture.batch(in: "tags", version: 3, deleting: [1]),
        ]
        _ = try journal.append(others + [JournalFixture.batch(5)], isSynced: false)
        try journal.roll()
        try journal.sync()
        #expect(try world.open().journal.undeclared == ["tags"])
        let span = try #require(journal.sealed)
        let rewriter = try JournalRewriter(
            folder: journal.folder, covering: span, id: 9)
        var versions: [String: Int] = [:]
        for file in span.files {
            try JournalCheck(file, length: file.length).forEachLine(of: ["tags"], versions: &versions) {
                line, name, version in
                try rewriter.append(line: line, of: name, version: version)
            }
        }
        journal.replace(span.files, by: try rewriter.finish())
        let declared = JournalFixture(files: world.files, schemas: ["tags": 3])
        let opened = try declared.open()
        #expect(opened.shelf["tags"] == JournalFixture.notes([2]))
        #expect(opened.shelf.places["tags"]?[2]?.version == 3)
    }
}
