import ArgumentParser
import Foundation
import Synchronization

/// Lantern beside GRDB on SQLite: the same work in one process.
@main
struct Peers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", abstract: "Measures Lantern beside GRDB on SQLite.",
        subcommands: [RunCommand.self, IngestChild.self, DocumentChild.self, MemoryChild.self],
        defaultSubcommand: RunCommand.self)
}

extension FigureKind: ExpressibleByArgument {}

/// Measures, prints and judges.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Runs the workloads and prints a line for each.",
        discussion: """
            Every must is about 1,000,000 deals, and the exit status is 1 when one is missed there. Other numbers of \
            deals show how cost grows.
            """)

    @Flag(help: "Print one JSON array with the figures of the largest number of deals.")
    var json = false

    @Option(help: "How many deals; may be repeated. (default: 10000, 100000 and 1000000)")
    var count: [Int] = []

    @Option(help: "A figure to measure; may be repeated. (default: all)")
    var only: [FigureKind] = []

    @Option(help: "One side alone; may be repeated. (default: both)")
    var peer: [PeerKind] = []

    @Option(help: "How many rounds.")
    var rounds = 5

    @Option(help: "Where the deals come from.")
    var seed: UInt64 = 20

    @Option(help: "GRDB's cache for each connection, in MiB.")
    var cache = GRDBPeer.Tuning().cacheMiB

    @Option(help: "After how many pages SQLite writes its WAL back.")
    var checkpoint = GRDBPeer.Tuning().checkpointPages

    @Option(help: "Where the stores are made; the folder for temporary files by default.")
    var scratch: String?

    @Flag(help: "Write RESULTS.md into the Benchmarks folder.")
    var writeResults = false

    func validate() throws {
        guard count.allSatisfy({ $0 >= 1000 }) else { throw ValidationError("--count begins at 1000.") }
        guard rounds >= 1 else { throw ValidationError("--rounds begins at 1.") }
    }

    func run() async throws {
        GRDBPeer.tuning.withLock { $0 = GRDBPeer.Tuning(cacheMiB: cache, checkpointPages: checkpoint) }
        let base = scratch ?? FileManager.default.temporaryDirectory.path
        let folder = "\(base)/lantern-peers-\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let outcome: Result<Report, any Error>
        do {
            outcome = .success(try await measure(in: folder))
        } catch {
            outcome = .failure(error)
        }
        try FileManager.default.removeItem(atPath: folder)
        let report = try outcome.get()
        if json { print(try report.json()) }
        if writeResults { try write(report) }
        if report.isMissed { throw ExitCode(1) }
    }

    private func measure(in folder: String) async throws -> Report {
        let settings = RunSettings(
            rounds: rounds, peers: peer.isEmpty ? PeerKind.allCases : peer,
            figures: Set(only.isEmpty ? FigureKind.allCases : only), seed: seed, scratch: folder)
        let say: (String) -> Void = json ? { settings.log($0) } : { print($0) }
        let machine = Machine()
        for line in machine.lines { say(line) }
        let clock = ContinuousClock()
        let begin = clock.now
        var runs: [SizeRun] = []
        for count in (count.isEmpty ? [10_000, 100_000, 1_000_000] : count.sorted()) {
            settings.log("\(count) deals")
            let run = SizeRun(settings: settings, count: count)
            try await run.run()
            runs.append(run)
        }
        let plans = settings.peers.contains(.grdb) ? try Self.plans(in: folder) : []
        let report = Report(machine: machine, runs: runs, plans: plans, took: clock.now - begin)
        for line in report.settings { say(line) }
        say((["", "SQLite's query plans:"] + plans).joined(separator: "\n"))
        for run in runs { say("\n\(report.table(run))") }
        say("\nThe run took \(Int(report.took.milliseconds / 1000)) s.")
        return report
    }

    private static func plans(in folder: String) throws -> [String] {
        let grdb = try GRDBPeer.open("\(folder)/plans", isSynced: false)
        let plans = try grdb.plans()
        try grdb.close()
        return plans
    }

    private func write(_ report: Report) throws {
        // This file lies in Benchmarks/Sources/peers.
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try report.document().write(
            to: package.appendingPathComponent("RESULTS.md"), atomically: true, encoding: .utf8)
    }
}
