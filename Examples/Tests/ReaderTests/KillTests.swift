import Foundation
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Ends processes at the instant in which they say that they did something.
///
/// `Scripts/kill-test` does it at random ones.
@Suite(.timeLimit(.minutes(5)))
struct KillTests {
    @Test func acknowledgedChangesSurviveAnyEndOfACommand() async throws {
        try await ReaderFixture.run { fixture in
            let ids = try await fixture.reader("list", "--feed", "r/swift").ids
            var saved: [String] = []
            for id in ids.prefix(6) {
                if try await saveAndDie(id, in: fixture) { saved.append(id) }
                let items = try await fixture.reader("list", "--feed", "r/swift", "--offline").items
                let kept = items.filter { $0["isSaved"] as? Bool == true }.compactMap { $0["id"] as? String }
                #expect(Set(kept).isSuperset(of: saved))
            }
            #expect(saved.count == 6)
        }
    }

    /// Saves a post, and kills the process as soon as it has said so.
    private func saveAndDie(_ id: String, in fixture: ReaderFixture) async throws -> Bool {
        let process = Process()
        process.executableURL = try ReaderProcess.executable
        process.arguments = ["save", id, "--store", fixture.store, "--offline", "--format", "json"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            let said = Mutex("")
            let isRead = DispatchSemaphore(value: 0)
            process.terminationHandler = { _ in
                isRead.wait()
                continuation.resume(returning: said.withLock { $0.contains(id) })
            }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
                return
            }
            let number = process.processIdentifier
            Thread.detachNewThread {
                let data = output.fileHandleForReading.availableData
                said.withLock { $0 = String(decoding: data, as: UTF8.self) }
                if process.isRunning { kill(number, SIGKILL) }
                isRead.signal()
            }
        }
    }
}
