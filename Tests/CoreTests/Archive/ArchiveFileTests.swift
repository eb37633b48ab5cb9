import Core
import Foundation
import Mocks
import Testing

/// An archive on a disk that fails.
struct ArchiveFileTests {
    private let files = InMemoryFileSystem()
    private let old = Archive(date: Date(timeIntervalSince1970: 1), statuses: [.mock("a", isRead: true)])
    private let new = Archive(date: Date(timeIntervalSince1970: 2), statuses: [.mock("b", isRead: true)])

    private var file: ArchiveFile { ArchiveFile(path: "/tmp/archive.json", files: files) }

    @Test func whatIsWrittenIsReadAndNothingElseIsLeft() async throws {
        let count = try await file.write(old)
        #expect(try await file.read() == old)
        #expect(files.bytes(at: "/tmp/archive.json")?.count == count)
        #expect(try await file.write(new) > 0)
        #expect(try await file.read() == new)
        #expect(try files.list("/tmp") == ["archive.json"])
    }

    @Test func itSurvivesPowerLoss() async throws {
        _ = try await file.write(old)
        files.crash()
        #expect(try await file.read() == old)
    }

    @Test func whenAnyStepFailsTheOldFileIsThereAndNoDraft() async throws {
        _ = try await file.write(old)
        files.fail(.write, on: ".archive.json.lantern", with: .noSpace)
        await #expect(throws: FileError.self) { _ = try await file.write(new) }
        files.fail(.sync, on: ".archive.json.lantern", with: .diskFailure)
        await #expect(throws: FileError.self) { _ = try await file.write(new) }
        #expect(try await file.read() == old)
        #expect(try files.list("/tmp") == ["archive.json"])
    }

    @Test func whereverThePowerIsCutTheFileIsTheOldOneOrTheNewOne() async throws {
        for count in 0..<8 {
            let files = InMemoryFileSystem()
            let file = ArchiveFile(path: "/tmp/archive.json", files: files)
            _ = try await file.write(old)
            files.cutPower(afterMutations: count)
            // What it says of the cut does not matter; what is on the disk does.
            _ = try? await file.write(new)
            files.crash()
            let read = try await file.read()
            #expect(read == old || read == new, "after \(count) mutations")
        }
    }

    @Test func aFileThatIsMissingDamagedOrTooLargeSaysSo() async throws {
        let missing = try await #require(throws: FileError.self) { try await file.read() }
        #expect(missing.code == .fileMissing && missing.path == "/tmp/archive.json")
        try files.replace("/tmp/archive.json", with: Array("{}".utf8))
        let damaged = try await #require(throws: DataError.self) { try await file.read() }
        #expect(damaged.underlying as? ArchiveError == .notAnArchive)
        let large = try await #require(throws: DataError.self) { try await file.read(maximumBytes: 1) }
        #expect(large.underlying as? ArchiveError == .tooLarge(maximumBytes: 1))
        #expect(files.bytes(at: "/tmp/archive.json") == Array("{}".utf8))
    }

    @Test func aFolderThatIsNotThereIsNotMade() async throws {
        let file = ArchiveFile(path: "/tmp/nowhere/archive.json", files: files)
        let error = try await #require(throws: FileError.self) { _ = try await file.write(old) }
        #expect(error.path == "/tmp/nowhere/archive.json")
        #expect(try files.list("/tmp").isEmpty)
    }
}
