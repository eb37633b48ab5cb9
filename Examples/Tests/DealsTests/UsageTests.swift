import Foundation
import Testing

/// Bad input: refused with what is allowed, nothing written.
@Suite(.timeLimit(.minutes(5)))
struct UsageTests {
    static let refused: [[String]] = [
        ["ingest"], ["ingest", "--count", "5", "--from", "-"], ["ingest", "--count", "-1"], ["ingest", "--count=-1"],
        ["ingest", "--count", "many"], ["ingest", "--count", "1.5"], ["ingest", "--count", "1", "--batch", "0"],
        ["ingest", "--count", "1", "--batch=-5"], ["ingest", "--from", "-", "--seed", "3"],
        ["ingest", "--count", "1", "--seed=-3"], ["ingest", "--from", ""], ["ingest", "--from", "/nowhere/at/all"],
        ["ingest", "--from", "/"], ["list", "--sort", "colour"], ["list", "--sort", ""], ["list", "--offset=-1"],
        ["list", "--offset", "x"], ["list", "--limit=-1"], ["list", "--limit", "1e3"], ["list", "--limit", ""],
        ["list", "--format", "xml"], ["list", "all"], ["count", "--sort", "id"], ["export", "--limit", "3"],
        ["watch", "--count=-1"], ["watch", "--seed", "x"], ["frobnicate"], ["list", "--nonsense"],
    ]

    @Test(arguments: refused) func isRefusedWithStatus64(arguments: [String]) async throws {
        let scratch = try Scratch()
        let refused = try await DealsProcess.run(arguments + ["--store", scratch.store])
        #expect(refused.status == 64)
        #expect(refused.output.isEmpty)
        #expect(refused.errors.contains("Error:") || refused.errors.contains("Usage:"))
        #expect(!scratch.isStoreThere)
    }

    @Test func anEmptyStoreOptionIsRefused() async throws {
        #expect(try await DealsProcess.run(["count", "--store", ""]).status == 64)
    }

    @Test func aStoreThatIsAFileIsTheDisksTrouble() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("text")
        let run = try await DealsProcess.run(["count", "--store", path])
        #expect(run.status == 74)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(path))
    }

    @Test func helpIsHelpAndNoError() async throws {
        let help = try await DealsProcess.run(["--help"])
        #expect(help.status == 0)
        for command in ["ingest", "list", "count", "export", "watch"] { #expect(help.output.contains(command)) }
    }
}
