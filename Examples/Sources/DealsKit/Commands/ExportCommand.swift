import ArgumentParser
import ConsoleKit
import Database

/// Writes all deals as JSON Lines.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all deals as JSON Lines, in the order of their ids.",
        discussion: "'ingest --from' reads this format; it is the same with --format json.")

    @OptionGroup var options: DealsOptions

    func run() async throws {
        try await DealsSession.run(options, use: .reading) { store in
            var output = StandardOutput()
            try DealRows(store.snapshot(), by: nil, .ascending).forEach(from: 0, limit: .max) { deal, _ in
                try output.append { bytes in
                    DealLine.append(deal, to: &bytes)
                    bytes.append(UInt8(ascii: "\n"))
                }
            }
            try output.flush()
        }
    }
}
