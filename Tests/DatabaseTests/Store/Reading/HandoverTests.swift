import Core
import Foundation
import Mocks
import Synchronization
import Testing

@testable import Database

/// Writes that one process leaves for another which has the store open.
struct HandoverTests {
    let files = InMemoryFileSystem()
    let clock = ManualClock()
    static let append = HandoverKind<Int>(name: "append") { number, transaction in
        let text = try transaction.record(1, in: Note.schema)?.text ?? ""
        try transaction.upsert(Note(1, "\(text) \(number)"), in: Note.schema)
    }
    private static let failing = HandoverKind<Int>(name: "failing") { _, _ in throw Refused() }
    private struct Refused: Error {}
    private static let invalid = HandoverKind<Int>(name: "invalid") { _, transaction in
        try transaction.upsert(Note(2, weight: .nan), in: Note.schema)
    }

    func open(_ access: StoreAccess, _ files: (any FileSystem)? = nil) async throws -> JSONStore {
        try await JSONStore.open(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], access: access,
            handovers: [AnyHandoverKind(Self.append), AnyHandoverKind(Self.failing), AnyHandoverKind(Self.invalid)],
            files: files ?? self.files,
            time: clock)
    }

    func text(_ store: JSONStore) throws -> String? { try store.snapshot().record(1, in: Note.schema)?.text }

    var leftFiles: [String] { files.paths.filter { $0.contains("/handover") } }

    /// Opens a store for writing and closes it; false when the power was lost meanwhile.
    private func isWholeLife(_ files: InMemoryFileSystem) async -> Bool {
        do {
            let writer = try await open(.writing, files)
            try await writer.close()
        } catch {
            // The power is gone.
        }
        return files.operations.last?.failure == nil
    }

    @Test func whatIsLeftIsDoneInOrderByTheProcessThatWrites() async throws {
        let writer = try await open(.writing)
        let reader = try await open(.reading)
        var texts = reader.observe(1, in: Note.schema).makeAsyncIterator()
        #expect(try await texts.next() == .some(nil))
        for number in 1...20 { try await reader.handOver(number, as: Self.append) }
        let wanted = (1...20).map { " \($0)" }.joined()
        while let text = try await texts.next()?.map(\.text), text != wanted {
            #expect(wanted.hasPrefix(text))
        }
        // Other processes are told a moment before the writer's own readers.
        try await writer.flush()
        #expect(try text(writer) == wanted)
        try await writer.close()
        try await reader.close()
    }

    @Test func whatIsLeftWhileNobodyWritesIsDoneByTheNextOne() async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        #expect(try reader.hasPendingHandovers())
        files.crash()
        let again = try await open(.reading)
        try await again.handOver(2, as: Self.append)
        let writer = try await open(.writing)
        #expect(try text(writer) == " 1 2")
        #expect(leftFiles == [])
        try await writer.close()
    }

    @Test func aStoreThatIsOpenForWritingDoesItAtOnce() async throws {
        let writer = try await open(.writing)
        try await writer.handOver(7, as: Self.append)
        #expect(try text(writer) == " 7")
        #expect(leftFiles == [])
        await #expect(throws: Refused.self) { try await writer.handOver(7, as: Self.failing) }
        try await writer.close()
    }

    @Test func eachIsDoneOnceWhereverThePowerIsLost() async throws {
        // From leaving to forgetting, at each step that changes the disk.
        for mutations in 0..<200 {
            let files = InMemoryFileSystem()
            let reader = try await open(.reading, files)
            for number in 1...3 { try await reader.handOver(number, as: Self.append) }
            files.cutPower(afterMutations: mutations)
            let isOver = await isWholeLife(files)
            files.crash()
            let writer = try await open(.writing, files)
            #expect(try text(writer) == " 1 2 3", "after \(mutations) mutations")
            try await writer.close()
            #expect(!files.paths.contains { $0.contains("/handover/") })
            let last = try await open(.writing, files)
            #expect(try last.snapshot().count(of: HandoverRecord.schema) == 0)
            try await last.close()
            if isOver { return }
        }
        Issue.record("The power was always lost.")
    }

    @Test(arguments: [false, true])
    func nothingIsDoneTwiceWhereItsRemovalWasNotSynced(isKilled: Bool) async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        files.fail(.syncDirectory, on: "handover", with: .diskFailure)
        let disk = CrashTestDisk(files)
        let first = try await open(.writing, disk)
        #expect(try text(first) == " 1")
        // What comes next is removed by a sync that succeeds.
        if isKilled { disk.kill() } else { try await first.close() }
        try await reader.handOver(2, as: Self.append)
        let second = try await open(.writing)
        #expect(try text(second) == " 1 2")
        try await second.flush()
        #expect(try second.snapshot().count(of: HandoverRecord.schema) == 0)
        files.crash()
        let last = try await open(.writing)
        #expect(try text(last) == " 1 2")
        #expect(leftFiles == [])
        try await last.close()
    }

    @Test func aPowerLossWhileANameIsRemovedAnewCostsNothing() async throws {
        for mutations in 0..<100 {
            let files = InMemoryFileSystem()
            let reader = try await open(.reading, files)
            try await reader.handOver(1, as: Self.append)
            files.fail(.syncDirectory, on: "handover", with: .diskFailure)
            let disk = CrashTestDisk(files)
            _ = try await open(.writing, disk)
            disk.kill()
            files.cutPower(afterMutations: mutations)
            let isOver = await isWholeLife(files)
            files.crash(scattering: SeededRandomSource(seed: UInt64(mutations)))
            let writer = try await open(.writing, files)
            #expect(try text(writer) == " 1", "after \(mutations) mutations")
            try await writer.close()
            #expect(!files.paths.contains { $0.contains("handover-") || $0.contains("/handover/") })
            if isOver { return }
        }
        Issue.record("The power was always lost.")
    }

    @Test func aDiskThatFailsIsNotAskedForEver() async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        files.fail(.syncDirectory, on: "handover", with: .diskFailure, calls: 0..<10_000)
        let disk = CrashTestDisk(files)
        _ = try await open(.writing, disk)
        disk.kill()
        files.clearOperations()
        let writer = try await open(.writing)
        for _ in 0..<2_000 { await Task.yield() }
        #expect(files.operations.count { $0.kind == .syncDirectory && $0.path.contains("handover") } < 4)
        #expect(try text(writer) == " 1")
        files.stopFailing()
        try await writer.close()
    }

    @Test func whatCannotBeReadNowHoldsUpWhatWasLeftBehindIt() async throws {
        let reader = try await open(.reading)
        for number in 1...2 { try await reader.handOver(number, as: Self.append) }
        let first = try #require(leftFiles.first { $0.hasSuffix(".json") })
        files.fail(.read, on: first, with: .diskFailure, calls: 0..<1_000)
        let writer = try await open(.writing)
        #expect(try text(writer) == nil)
        files.stopFailing()
        try await reader.handOver(3, as: Self.append)
        try await writer.close()
        let next = try await open(.writing)
        #expect(try text(next) == " 1 2 3")
        try await next.close()
    }

    @Test func nobodyKnowsOfAHandoverThatIsRefusedBesideAWriter() async throws {
        let writer = try await JSONStore.open(
            directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], files: files, time: clock)
        let reader = try await open(.reading)
        files.fail(.syncDirectory, on: "handover", with: .diskFailure)
        // It may have been read to be done by now.
        let error = await #expect(throws: StoreError.self) { try await reader.handOver(1, as: Self.append) }
        #expect(error?.code == .outcomeUnknown)
        try await writer.close()
    }

    @Test func theOrderHoldsWhereSomethingComesWhileTheFolderIsListed() async throws {
        for listing in 1...2 {
            let files = InMemoryFileSystem()
            let reader = try await open(.reading, files)
            for number in 1...2 { try await reader.handOver(number, as: Self.append) }
            let writer = try await open(.writing, ChangingFolder(files, changesDuring: listing))
            #expect(try text(writer) == " 1 2", "while it is listed for the \(listing)th time")
            try await writer.close()
        }
    }

    @Test func whatSomebodyElseTookSinceItWasListedIsNotDoneAgain() async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        let path = try #require(leftFiles.first)
        let other = try await open(.writing)
        #expect(try text(other) == " 1" && leftFiles == [])
        try await other.close()
        let writer = try await open(.writing, EarlierFolder(files, file: path))
        #expect(try text(writer) == " 1")
        try await writer.close()
    }

    @Test func whatCannotBeDoneStaysAndHoldsNothingUp() async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.failing)
        try await reader.handOver(1, as: Self.invalid)
        try await reader.handOver(2, as: HandoverKind<Int>(name: "of a newer version") { _, _ in })
        try await reader.handOver(3, as: Self.append)
        let writer = try await open(.writing)
        #expect(try text(writer) == " 3")
        #expect(leftFiles.count == 3)
        try await writer.close()
    }

    @Test func aKindMayHaveAnyName() async throws {
        let (name, similar) = ("a \"name\"\\\n", "a name")
        func appends(_ text: String, _ name: String) -> HandoverKind<Int> {
            HandoverKind(name: name) { _, transaction in
                let before = try transaction.record(1, in: Note.schema)?.text ?? ""
                try transaction.upsert(Note(1, before + text), in: Note.schema)
            }
        }
        let kinds = [AnyHandoverKind(appends("1", name)), AnyHandoverKind(appends("2", similar))]
        func open(_ access: StoreAccess) async throws -> JSONStore {
            try await JSONStore.open(
                directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)], access: access,
                handovers: kinds, files: files, time: clock)
        }
        let reader = try await open(.reading)
        try await reader.handOver(0, as: appends("1", name))
        let writer = try await open(.writing)
        #expect(try text(writer) == "1")
        #expect(try !writer.hasPendingHandovers())
        try await writer.close()
    }

    @Test func twoKindsOfOneNameAreRefused() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await JSONStore.open(
                directory: "/tmp/store", collections: [AnyCollectionSchema(Note.schema)],
                handovers: [AnyHandoverKind(Self.append), AnyHandoverKind(Self.append)], files: files, time: clock)
        }
        #expect(error?.code == .invalidInput)
        #expect(error?.message.contains("'append'") == true)
    }

    @Test func aDamagedOneIsKeptAside() async throws {
        let reader = try await open(.reading)
        for number in 1...2 { try await reader.handOver(number, as: Self.append) }
        let path = try #require(leftFiles.min())
        var bytes = try #require(files.bytes(at: path))
        bytes[bytes.count - 1] ^= 1
        files.put(bytes, at: path)
        let writer = try await open(.writing)
        #expect(try text(writer) == " 2")
        let aside = try #require(files.paths.first { $0.hasPrefix("/tmp/store/damaged-handover-") })
        #expect(files.bytes(at: aside) == bytes)
        try await writer.close()
    }

    @Test func aDraftOfAProcessThatEndedIsRemovedInTime() async throws {
        let reader = try await open(.reading)
        files.fail(.move, with: .diskFailure)
        files.fail(.remove, with: .diskFailure)
        await #expect(throws: StoreError.self) { try await reader.handOver(1, as: Self.append) }
        #expect(leftFiles.count == 1)
        files.put([1], at: "/tmp/store/handover/\(String(repeating: "0", count: 20))-0.new")
        clock.advance(by: .seconds(120))
        let writer = try await open(.writing)
        #expect(leftFiles == [])
        #expect(try text(writer) == nil)
        try await writer.close()
    }

    @Test func nothingIsLeftWhenTheDiskFails() async throws {
        let reader = try await open(.reading)
        files.fail(.sync, on: ".new", with: .noSpace)
        let error = await #expect(throws: StoreError.self) { try await reader.handOver(1, as: Self.append) }
        #expect(error?.code == .noSpace)
        #expect(leftFiles == [])
        files.fail(.syncDirectory, on: "handover", with: .diskFailure)
        let unsynced = await #expect(throws: StoreError.self) { try await reader.handOver(1, as: Self.append) }
        #expect(unsynced?.code == .diskFailure)
        #expect(leftFiles == [])
        files.fail(.syncDirectory, on: "handover", with: .diskFailure, calls: 0..<2)
        let unknown = await #expect(throws: StoreError.self) { try await reader.handOver(1, as: Self.append) }
        #expect(unknown?.code == .outcomeUnknown)
    }
}

/// A disk on which two files come into a folder of handovers while it is listed: that listing shows the second alone.
private final class ChangingFolder: FileSystem {
    private let files: InMemoryFileSystem
    private let listing: Int
    private let count = Atomic(0)

    init(_ files: InMemoryFileSystem, changesDuring listing: Int) {
        self.files = files
        self.listing = listing
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        let names = try files.list(directory)
        guard directory.hasSuffix("/handover") else { return names }
        let number = count.add(1, ordering: .relaxed).newValue
        return number < listing ? [] : number == listing ? Array(names.sorted().dropFirst()) : names
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile { try files.open(path, mode) }
    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }
    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }
    func move(_ source: String, to destination: String) throws(FileError) {
        try files.move(source, to: destination)
    }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
    func syncDirectory(_ directory: String) throws(FileError) { try files.syncDirectory(directory) }
}

/// A disk as somebody sees it who listed a folder before another process took a file in it away: the file is listed until
/// somebody has tried to open it.
private final class EarlierFolder: FileSystem {
    private let files: InMemoryFileSystem
    private let path: String
    private let wasOpened = Atomic(false)

    init(_ files: InMemoryFileSystem, file path: String) {
        self.files = files
        self.path = path
    }

    func list(_ directory: String) throws(FileError) -> [String] {
        let names = try files.list(directory)
        guard path.hasPrefix("\(directory)/"), directory.hasSuffix("/handover"), !wasOpened.load(ordering: .relaxed)
        else {
            return names
        }
        return names + [String(path.dropFirst(directory.count + 1))]
    }

    func open(_ path: String, _ mode: FileMode) throws(FileError) -> any OpenFile {
        if path == self.path { wasOpened.store(true, ordering: .relaxed) }
        return try files.open(path, mode)
    }

    func makeDirectory(_ directory: String) throws(FileError) { try files.makeDirectory(directory) }
    func lock(_ path: String) throws(FileError) -> any OpenFile { try files.lock(path) }
    func move(_ source: String, to destination: String) throws(FileError) {
        try files.move(source, to: destination)
    }
    func remove(_ path: String) throws(FileError) { try files.remove(path) }
    func syncDirectory(_ directory: String) throws(FileError) { try files.syncDirectory(directory) }
}
