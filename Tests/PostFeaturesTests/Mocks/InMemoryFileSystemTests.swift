import Core
import Mocks
import Testing

@Suite struct InMemoryFileSystemTests {
    let files = InMemoryFileSystem()

    private func write(_ text: String, to path: String, at offset: Int = 0) throws {
        let file = try files.open(path, .readWrite)
        defer { file.close() }
        try file.write(Array(text.utf8), at: offset)
    }

    private func text(_ path: String) -> String? {
        files.bytes(at: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private func code(_ body: () throws -> Void) -> ErrorCode? {
        do {
            try body()
            return nil
        } catch {
            return (error as? FileError)?.code
        }
    }

    @Test func filesAreCreatedReadOverwrittenAndExtended() throws {
        try write("hello", to: "/tmp/a")
        try write("J", to: "/tmp/a")
        try write("!", to: "/tmp/a", at: 7)
        #expect(text("/tmp/a") == "Jello\0\0!")
        let file = try files.open("/tmp/a", .read)
        #expect(try file.size() == 8)
        #expect(try file.read(at: 1, count: 4) == Array("ello".utf8))
        #expect(try file.read(at: 6, count: 10).count == 2)
        #expect(try file.read(at: 99, count: 1).isEmpty)
    }

    @Test func truncationCutsAndFillsWithZeros() throws {
        try write("hello", to: "/tmp/a")
        let file = try files.open("/tmp/a", .readWrite)
        try file.truncate(to: 2)
        try file.truncate(to: 4)
        #expect(text("/tmp/a") == "he\0\0")
    }

    @Test func openingAnewEmptiesAndReadingNeedsTheFile() throws {
        try write("hello", to: "/tmp/a")
        _ = try files.open("/tmp/a", .replace)
        #expect(text("/tmp/a") == "")
        #expect(code { _ = try files.open("/tmp/b", .read) } == .fileMissing)
        #expect(code { _ = try files.open("/nowhere/b", .readWrite) } == .fileMissing)
        #expect(code { _ = try files.open("/tmp", .readWrite) } == .diskFailure)
    }

    @Test func aFileThatIsOpenToReadCannotBeChangedAndAClosedOneNotUsed() throws {
        try write("hello", to: "/tmp/a")
        let file = try files.open("/tmp/a", .read)
        #expect(code { try file.write([1], at: 0) } == .diskFailure)
        #expect(code { try file.truncate(to: 0) } == .diskFailure)
        file.close()
        file.close()
        #expect(code { _ = try file.size() } == .diskFailure)
        #expect(text("/tmp/a") == "hello")
    }

    @Test func directoriesAreMadeWithThoseAboveAndListed() throws {
        try files.makeDirectory("/a/b/c")
        try files.makeDirectory("/a/b")
        try write("1", to: "/a/b/one")
        #expect(try Set(files.list("/a//b/")) == ["c", "one"])
        #expect(try files.list("/a") == ["b"])
        #expect(try files.list("/missing").isEmpty)
        #expect(code { _ = try files.list("/a/b/one") } == .diskFailure)
        #expect(code { try files.makeDirectory("/a/b/one/two") } == .diskFailure)
    }

    @Test func movingReplacesAndRemovingTwiceIsFine() throws {
        try write("new", to: "/tmp/a.new")
        try write("old", to: "/tmp/a")
        let open = try files.open("/tmp/a", .read)
        try files.move("/tmp/a.new", to: "/tmp/a")
        #expect(text("/tmp/a") == "new")
        #expect(try open.read(at: 0, count: 3) == Array("old".utf8), "an open file outlives its name")
        #expect(files.paths == ["/tmp/a"])
        #expect(code { try files.move("/tmp/x", to: "/tmp/y") } == .fileMissing)
        try files.remove("/tmp/a")
        try files.remove("/tmp/a")
        #expect(files.paths.isEmpty)
    }

    @Test func aLockHasOneHolderUntilItIsClosedOrReleased() throws {
        var lock: (any OpenFile)? = try files.lock("/tmp/lock")
        #expect(code { _ = try files.lock("/tmp/lock") } == .storeBusy)
        lock?.close()
        lock = try files.lock("/tmp/lock")
        #expect(code { _ = try files.lock("/tmp/lock") } == .storeBusy)
        lock = nil
        _ = lock
        _ = try files.lock("/tmp/lock")
    }

    @Test func aCrashForgetsContentThatWasNotSynced() throws {
        // Given a file that is durable, and changed since in every way
        files.put(Array("hello".utf8), at: "/tmp/a")
        let file = try files.open("/tmp/a", .readWrite)
        try file.write(Array("J".utf8), at: 0)
        try file.truncate(to: 3)
        try file.write(Array("xyz".utf8), at: 3)
        #expect(text("/tmp/a") == "Jelxyz")
        // When
        files.crash()
        // Then
        #expect(text("/tmp/a") == "hello")
        #expect(code { _ = try file.size() } == .diskFailure, "files that were open are gone")
    }

    @Test func aCrashKeepsContentThatWasSynced() throws {
        let file = try files.open("/tmp/a", .readWrite)
        try file.write(Array("one".utf8), at: 0)
        try file.sync()
        try file.write(Array("two".utf8), at: 3)
        try files.syncDirectory("/tmp")
        files.crash()
        #expect(text("/tmp/a") == "one")
    }

    @Test func aCrashForgetsNamesThatWereNotSynced() throws {
        files.put(Array("old".utf8), at: "/tmp/a")
        files.put(Array("kept".utf8), at: "/tmp/b")
        try files.replace("/tmp/a", with: Array("new".utf8), isSynced: false)
        try files.remove("/tmp/b")
        files.crash()
        #expect(text("/tmp/a") == "old")
        #expect(text("/tmp/b") == "kept")
    }

    @Test func aWholeReplacementSurvivesACrash() throws {
        files.put(Array("old".utf8), at: "/tmp/a")
        try files.replace("/tmp/a", with: Array("new".utf8))
        files.crash()
        #expect(text("/tmp/a") == "new")
        #expect(files.paths == ["/tmp/a"])
    }

    @Test func aRenameThatIsDurableBeforeItsContentLosesTheContent() throws {
        // The mistake that a simulated disk is there to find.
        files.put(Array("old".utf8), at: "/tmp/a")
        try write("new", to: "/tmp/a.new")
        try files.move("/tmp/a.new", to: "/tmp/a")
        try files.syncDirectory("/tmp")
        files.crash()
        #expect(text("/tmp/a") == "")
    }

    @Test func aKilledProcessLosesItsLocksAndNothingElse() throws {
        let lock = try files.lock("/tmp/lock")
        try write("hello", to: "/tmp/a")
        files.killProcess()
        #expect(text("/tmp/a") == "hello")
        let next = try files.lock("/tmp/lock")
        lock.close()
        #expect(code { _ = try files.lock("/tmp/lock") } == .storeBusy, "a dead handle gives back nothing of others")
        next.close()
    }

    @Test func operationsFailOnRequestAndThenWorkAgain() throws {
        files.fail(.sync, on: "journal", with: .diskFailure, calls: 1..<3)
        let (journal, other) = (try files.open("/tmp/journal", .readWrite), try files.open("/tmp/other", .readWrite))
        try other.sync()
        try journal.sync()
        #expect(code { try journal.sync() } == .diskFailure)
        try other.sync()
        #expect(code { try journal.sync() } == .diskFailure)
        try journal.sync()
    }

    @Test func aShortWriteLeavesItsFirstBytes() throws {
        files.fail(.write, with: .noSpace, afterBytes: 3)
        #expect(code { try write("hello", to: "/tmp/a") } == .noSpace)
        #expect(text("/tmp/a") == "hel")
    }

    @Test func afterThePowerIsCutEverythingFailsUntilTheCrash() throws {
        files.put([], at: "/tmp/a")
        files.cutPower(afterMutations: 2)
        try write("hello", to: "/tmp/a")  // opened and written: two mutations
        #expect(code { try files.remove("/tmp/a") } == .diskFailure)
        #expect(code { _ = try files.list("/tmp") } == .diskFailure)
        files.crash()
        #expect(try files.list("/tmp") == ["a"])
        #expect(text("/tmp/a") == "")
    }

    @Test func theOperationLogHasSuccessesAndFailures() throws {
        files.fail(.write, with: .noSpace)
        #expect(code { try write("hi", to: "/tmp/a") } == .noSpace)
        try write("hi", to: "/tmp/a", at: 4)
        var failed = DiskOperation(.write, "/tmp/a", offset: 0, count: 2)
        failed.failure = .noSpace
        #expect(
            files.operations == [
                DiskOperation(.openToWrite, "/tmp/a"),
                failed,
                DiskOperation(.openToWrite, "/tmp/a"),
                DiskOperation(.write, "/tmp/a", offset: 4, count: 2),
            ])
        files.clearOperations()
        #expect(files.operations.isEmpty)
    }
}
