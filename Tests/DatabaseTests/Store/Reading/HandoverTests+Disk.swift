import Core
import Foundation
import Mocks
import Testing

@testable import Database

/// What is left for the process that writes, where the disk fails and processes end.
extension HandoverTests {
    @Test(.timeLimit(.minutes(1))) func aDamagedOneIsReportedAlsoWhereTheDiskFailsThen() async throws {
        let writer = try await open(.writing)
        var reports = writer.damageReports().makeAsyncIterator()
        let reader = try await open(.reading)
        let name = "\(String(repeating: "0", count: 20))-1.json"
        files.put([1], at: "/tmp/store/handover/\(name)")
        // Behind that of what is left now, by which the other one is found.
        files.fail(.syncDirectory, on: "/handover", with: .diskFailure, calls: 1..<2)
        try await reader.handOver(2, as: Self.append)
        #expect(await reports.next()?.setAsidePath == "/tmp/store/damaged-handover-\(name)")
        try await writer.close()
        #expect(try text(writer) == " 2")
    }

    /// What was done by a process that was killed may be lost with the power, and what was left with it.
    @Test func whatIsKnownToBeDoneIsOnTheDiskBeforeWhatWasLeftIsRemoved() async throws {
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        let left = try #require(leftFiles.first)
        let disk = CrashTestDisk(files)
        let killed = try JSONStore(
            directory: "/tmp/store",
            collections: [AnyCollectionSchema(Note.schema), AnyCollectionSchema(HandoverRecord.schema)], files: disk,
            time: clock)
        try await killed.write { transaction in
            try transaction.upsert(Note(1, " 1"), in: Note.schema)
            try transaction.upsert(
                HandoverRecord(id: String(left.dropFirst("/tmp/store/handover/".count))), in: HandoverRecord.schema)
        }
        disk.kill()
        files.clearOperations()
        let writer = try await open(.writing)
        #expect(leftFiles == [])
        let removal = files.operations.firstIndex { $0.kind == .remove && $0.path == left }
        let journal = files.operations.firstIndex {
            $0.kind == .move && $0.destination == "/tmp/store/journal-00000001.jsonl"
        }
        #expect(try #require(journal) < #require(removal))
        #expect(try text(writer) == " 1")
        try await writer.close()
    }

    @Test func namesWithNumbersBeyondAllDatesAreSomebodyElses() async throws {
        let names = ["handover/18446744073709551615-x.json", "handover/18446744073709551615-x.new"]
        for name in names { files.put([1], at: "/tmp/store/\(name)") }
        let journal = "/tmp/store/journal-\(Int.max).jsonl"
        files.put([1], at: journal)
        let reader = try await open(.reading)
        try await reader.handOver(1, as: Self.append)
        let writer = try await open(.writing)
        #expect(try text(writer) == " 1")
        try await writer.close()
        #expect(leftFiles == names.map { "/tmp/store/\($0)" })
        #expect(files.bytes(at: journal) == [1])
    }
}
