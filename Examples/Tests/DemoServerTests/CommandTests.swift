import Foundation
import TestSupport
import Testing

/// The program as scripts run it.
@Suite("demo-server", .timeLimit(.minutes(5)))
struct CommandTests {
    @Test("It serves with the given faults until it is asked to end")
    func serves() async throws {
        let program = try RunningProgram(
            "demo-server", ["--fault", "status:418", "--fault-path", "/r/", "--fault-times", "1"])
        let line = await program.firstLine()
        let base = try #require(URL(string: line.replacing("listening on ", with: "")))
        let client = TestClient(base: base)
        let statuses = [
            try await client.get("/r/swift.json").status, try await client.get("/r/swift.json").status,
            try await client.get("/demo/faults").status,
        ]
        #expect(statuses == [418, 200, 200])
        client.end()
        program.terminate()
        let end = await program.end()
        #expect(end.status == 0 && end.reason == .exit)
    }

    @Test("A file that it cannot keep things in is an error that names it")
    func keepFile() async throws {
        let end = try await RunningProgram("demo-server", ["--keep", "/nowhere/at/all"]).end()
        #expect(end.status == 1 && end.reason == .exit)
    }

    @Test("A request to end is never lost, however early it comes", arguments: 0..<6)
    func earlySignals(round: Int) async throws {
        let program = try RunningProgram("demo-server", [])
        // From before the program has begun to after it has.
        for _ in 0..<round * 2_000 { await Task.yield() }
        program.terminate()
        let end = await program.end()
        #expect(end.reason == .uncaughtSignal || end.status == 0)
    }

    @Test(
        "What it cannot make sense of is a usage error",
        arguments: [
            ["--fault", "nap"], ["--fault-times", "2"], ["--fault", "hang", "--fault-path", "r/"],
            ["--fault-only", "writes"], ["--fault", "hang", "--fault-only", "poems"], ["--stale", "61"],
            ["--rate-window", "0"], ["--large-thread", "-1"], ["--rate-advice", "maybe"],
        ])
    func usage(arguments: [String]) async throws {
        let end = try await RunningProgram("demo-server", arguments).end()
        #expect(end.status == 64 && end.reason == .exit)
    }
}
