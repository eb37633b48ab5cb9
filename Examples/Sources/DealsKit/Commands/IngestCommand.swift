import ArgumentParser
import ConsoleKit
import Core
import Database

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Streams deals into the store.
struct IngestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Streams deals into the store.",
        discussion: """
            The deals come from a simulated market (--count), or from JSON Lines (--from). A deal replaces \
            a stored one with the same id.
            """)

    @OptionGroup var options: DealsOptions

    @Option(help: ArgumentHelp("The number of deals to take from the simulated server, 0 or more.", valueName: "n"))
    var count: Int?

    @Option(help: ArgumentHelp("The seed of the simulated server; 1 by default.", valueName: "s"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("A file of JSON Lines; - is standard input.", valueName: "file"))
    var from: String?

    @Option(help: ArgumentHelp("The number of records in a commit, 1 or more.", valueName: "records"))
    var batch = 100

    @Flag(help: "Print 'acked K' after each commit, K the records committed so far.")
    var acks = false

    @Flag(help: "Have each batch on the disk before the next one, so that it survives power loss.")
    var synced = false

    func validate() throws {
        guard (count == nil) != (from == nil) else {
            throw ValidationError("Say where the deals come from: --count N for the simulated server, or --from FILE.")
        }
        if let count, count < 0 { throw ValidationError("--count is a number from 0 on.") }
        if seed != nil, count == nil { throw ValidationError("--seed goes with --count.") }
        if let from, from.isEmpty { throw ValidationError("--from names a file, or - for standard input.") }
        guard batch >= 1 else { throw ValidationError("--batch is a number from 1 on.") }
    }

    func run() async throws {
        // Before the store is: a file that is not there creates none.
        let file = try from.map(DealFile.init)
        try await DealsSession.run(options) { store in
            let packets = PacketChannel<[Deal]>(capacity: 16)
            let interruption = Interruption { _ in packets.finish() }
            let skipped = SkippedLines()
            if let file {
                file.send(to: packets, skipping: skipped)
            } else {
                let server = DealServer(count: count ?? 0, seed: seed ?? 1)
                server.subscribeToDeals { deals in
                    if !packets.send(deals) { server.stop() }
                } onEnd: {
                    packets.finish()
                }
            }
            try await commit(packets, to: store, skipped, interruption)
        }
    }

    private func commit(
        _ packets: PacketChannel<[Deal]>, to store: JSONStore, _ skipped: SkippedLines, _ interruption: Interruption
    ) async throws {
        let start = ContinuousClock.now
        var writer = BatchWriter(
            store: store, batchSize: batch, durability: synced ? .synced : .buffered,
            onCommit: { [acks] committed in if acks { try Self.acknowledge(committed) } })
        do {
            try await writer.run(packets)
        } catch {
            skipped.reportTotal()
            if !(error is ExitCode) {
                Console.warn("\(DealText.grouped(writer.committed)) deals were committed before this:")
            }
            throw error
        }
        skipped.reportTotal()
        if let number = interruption.number {
            Console.warn(
                "Ended by \(Interruption.name(of: number)): \(DealText.grouped(writer.committed)) deals had come, and are committed."
            )
            throw ExitStatus.signal(number)
        }
        if !acks { try summarize(writer.committed, skipped.count, ContinuousClock.now - start) }
    }

    private func summarize(_ committed: Int, _ skipped: Int, _ duration: Duration) throws {
        let seconds = duration / .seconds(1)
        var output = StandardOutput()
        if options.format == .json {
            try output.append("{\"ingested\": \(committed), \"skipped\": \(skipped), \"seconds\": \(seconds)}\n")
        } else {
            let rate = Int(Double(committed) / max(seconds, 0.001))
            try output.append(
                "\(DealText.grouped(committed)) deals in \((seconds * 100).rounded() / 100) s, \(DealText.grouped(rate)) a second.\n"
            )
        }
        try output.flush()
    }

    /// Prints at once how many records are committed.
    private static func acknowledge(_ committed: Int) throws {
        var output = StandardOutput()
        do {
            try output.append("acked \(committed)\n")
            try output.flush()
        } catch let status as ExitCode where status == .success {
            // Nobody listens any more, as if the signal for it had ended the program: not all was done.
            throw ExitStatus.signal(SIGPIPE)
        }
    }
}
