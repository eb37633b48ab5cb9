import ArgumentParser
import ConsoleKit
import Core
import Database
import ScreenKit

/// Shows the table while deals stream in.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Shows the table live while deals stream in.",
        discussion: """
            1 to 6 sort by a column, and the same key again reverses. The arrows, PgUp, PgDn, Home and End scroll; q \
            quits. Where standard output is no terminal, or with --format json, a line a second says how far it is.
            """)

    /// The least time between two packets on a screen, in seconds: 50,000 deals a second can be watched.
    private static let pause = 0.002

    @OptionGroup var options: DealsOptions

    @Option(help: ArgumentHelp("The number of deals to take from the simulated server, 0 or more.", valueName: "n"))
    var count = 1_000_000

    @Option(help: ArgumentHelp("The seed of the simulated server.", valueName: "s"))
    var seed: UInt64 = 1

    func validate() throws {
        guard count >= 0 else { throw ValidationError("--count is a number from 0 on.") }
    }

    func run() async throws {
        let terminal = Terminal()
        let keyboard = terminal.isInteractive && options.format == .text ? TerminalMode.openKeyboard() : nil
        try await DealsSession.run(options) { store in
            if let keyboard {
                try await show(store, keyboard, hasColour: terminal.hasColour)
            } else {
                try await tell(store)
            }
        }
    }

    // MARK: On a terminal

    @MainActor
    private func show(_ store: JSONStore, _ keyboard: Int32, hasColour: Bool) async throws {
        try await TerminalSession.run(keyboard: keyboard) { queue, device in
            let ingest = LiveIngest(into: store, count: count, seed: seed, pause: Self.pause)
            let table = LiveTable(store: store, ingest: ingest, size: device.size, queue: queue)
            let end: ScreenEnd
            do {
                end = try await table.run(
                    in: ScreenLoop(table, on: device, events: queue, hasColour: hasColour))
            } catch {
                await stop(ingest)
                throw error
            }
            ingest.stop()
            TerminalMode.leave()
            try await ingest.wait()
            return end
        }
    }

    private func stop(_ ingest: LiveIngest) async {
        ingest.stop()
        // What the terminal failed with is what the person has to hear.
        try? await ingest.wait()
    }

    // MARK: Elsewhere

    private func tell(_ store: JSONStore) async throws {
        let ingest = LiveIngest(into: store, count: count, seed: seed)
        let interruption = Interruption { _ in ingest.stop() }
        let ticker = Task {
            while true {
                try await Task.sleep(for: .seconds(1))
                try line(store, ingest)
            }
        }
        do {
            try await withTaskCancellationHandler {
                // A line that cannot be written ends it all.
                async let told: Void = waitForFailure(of: ticker, then: ingest)
                try await ingest.wait()
                ticker.cancel()
                try await told
            } onCancel: {
                ticker.cancel()
            }
        } catch {
            ticker.cancel()
            throw error
        }
        try line(store, ingest)
        if let number = interruption.number { throw ExitStatus.signal(number) }
    }

    private func waitForFailure(of ticker: Task<Void, any Error>, then ingest: LiveIngest) async throws {
        do {
            try await ticker.value
        } catch is CancellationError {
            return
        } catch {
            ingest.stop()
            throw error
        }
    }

    private func line(_ store: JSONStore, _ ingest: LiveIngest) throws {
        let count = try store.snapshot().count(of: Deal.schema)
        let progress = ingest.progress.value
        var output = StandardOutput()
        if options.format == .json {
            try output.append(
                "{\"count\": \(count), \"received\": \(progress.committed), \"rate\": \(Int(progress.rate))}\n")
        } else {
            try output.append(
                "\(DealText.grouped(count)) deals, \(DealText.grouped(progress.committed)) of \(DealText.grouped(ingest.expected)) received, \(DealText.grouped(Int(progress.rate)))/s\n"
            )
        }
        try output.flush()
    }
}
