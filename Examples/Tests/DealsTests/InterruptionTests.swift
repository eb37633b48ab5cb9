import Foundation
import Testing

@testable import DealsKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Processes that are ended from outside, and stores that are open.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct InterruptionTests {
    /// An ingest from a pipe that stays open.
    private struct Running {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        let errors = Pipe()

        init(_ scratch: Scratch, _ arguments: String...) throws {
            process.executableURL = try DealsProcess.executable
            process.arguments = ["ingest", "--from", "-", "--acks", "--store", scratch.store] + arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = errors
        }

        /// Sends lines, waits for an acknowledgement, does something on a thread of its own, and waits for the end.
        func run(
            _ text: String, until ack: String, _ body: @escaping @Sendable (Process, FileHandle) -> Void
        ) async throws -> Int32 {
            let (reading, writing) = (output.fileHandleForReading, input.fileHandleForWriting)
            return try await DealsProcess.finish(process) { process in
                writing.write(Data(text.utf8))
                Thread.detachNewThread {
                    var said = ""
                    while !said.contains("\(ack)\n") {
                        let data = reading.availableData
                        if data.isEmpty { break }
                        said += String(decoding: data, as: UTF8.self)
                    }
                    body(process, writing)
                }
            }
        }
    }

    @Test func acknowledgedChangesSurviveAnyEndOfTheProcess() async throws {
        let scratch = try Scratch()
        for round in 1...5 {
            let ids = (round * 100 - 99)...(round * 100)
            let status = try await Running(scratch, "--batch", "30").run(
                Lines.text(ids), until: "acked 90"
            ) { process, _ in kill(process.processIdentifier, SIGKILL) }
            #expect(status == SIGKILL)
            let stored = try await scratch.exported()
            #expect(stored.count == round * 90)
            #expect(Set(stored).isSuperset(of: ids.prefix(90).map { Lines.line($0) }))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func aSignalCommitsWhatHasCome(signal: Int32) async throws {
        let scratch = try Scratch()
        let running = try Running(scratch, "--batch", "2")
        let status = try await running.run(Lines.text(1...3), until: "acked 2") { process, _ in
            kill(process.processIdentifier, signal)
        }
        #expect(status == 128 + signal)
        #expect(try await scratch.deals("count").output == "3\n")
        let errors = String(decoding: running.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(errors.contains("3 deals had come, and are committed"))
    }

    @Test func whatOnlyReadsWorksBesideWhatWrites() async throws {
        let scratch = try Scratch()
        let isOpen = DispatchSemaphore(value: 0)
        let isTried = DispatchSemaphore(value: 0)
        async let ended = Running(scratch, "--batch", "1").run(Lines.text(1...1), until: "acked 1") { _, input in
            isOpen.signal()
            isTried.wait()
            input.closeFile()
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isOpen.wait()
                continuation.resume()
            }
        }
        for command in ["list", "count", "export"] {
            let read = try await DealsProcess.run([command, "--store", scratch.store])
            #expect(read.status == 0 && read.output.contains("1") && read.errors.isEmpty, "\(read.errors)")
        }
        let refused = try await DealsProcess.run(["ingest", "--count", "1", "--store", scratch.store])
        #expect(refused.status == 75)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains(scratch.store))
        isTried.signal()
        #expect(try await ended == 0)
    }

    @Test func anOutputThatNobodyReadsEndsItQuietly() async throws {
        let scratch = try Scratch()
        _ = try await scratch.deals("ingest", "--count", "5000")
        for command in ["export", "list --limit 5000", "list --limit 5000 --format json"] {
            let run = try await DealsProcess.shell(
                "{ $DEALS \(command) --store '\(scratch.store)'; echo \"status $?\" >&2; } | head -n 1")
            #expect(run.lines.count == 1)
            #expect(run.errors == "status 0\n")
        }
        let ingest = try await DealsProcess.shell(
            "{ $DEALS ingest --count 300000 --acks --store '\(scratch.store)'; echo \"status $?\" >&2; } | head -n 1")
        #expect(ingest.output == "acked 100\n")
        #expect(ingest.errors == "status 141\n")
    }

    #if os(Linux)
        @Test func anAnswerThatCannotBeWrittenIsAnError() async throws {
            let scratch = try Scratch()
            let run = try await DealsProcess.shell("$DEALS count --store '\(scratch.store)' > /dev/full")
            #expect(run.status == 74)
            #expect(run.errors.contains("could not be written"))
        }
    #endif

    @Test func aDamagedStoreIsSaidOnceAndGoesOn() async throws {
        let scratch = try Scratch()
        try await scratch.ingest(Lines.text(1...300))
        let journal = "\(scratch.store)/journal-00000001.jsonl"
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.store)
        where !name.hasPrefix("journal-") { try FileManager.default.removeItem(atPath: "\(scratch.store)/\(name)") }
        var bytes = Array(try Data(contentsOf: URL(filePath: journal)))
        bytes[bytes.count / 2] ^= 0x01
        try Data(bytes).write(to: URL(filePath: journal))
        let damaged = try await scratch.deals("count")
        #expect(damaged.status == 65)
        #expect(damaged.output.isEmpty)
        #expect(damaged.errors.contains(scratch.store))
        let next = try await scratch.deals("count")
        #expect(next.status == 0)
        #expect(next.output == "200\n")
    }
}
