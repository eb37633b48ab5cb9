import ArgumentParser
import ConsoleKit
import Database

/// The command that counts the stored deals.
struct CountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count", abstract: "Prints the number of stored deals.")

    @OptionGroup var options: DealsOptions

    func run() async throws {
        try await DealsSession.run(options, use: .reading) { store in
            let count = try store.read { try $0.count(of: Deal.schema) }
            var output = StandardOutput()
            try output.append(options.format == .json ? "{\"count\": \(count)}\n" : "\(count)\n")
            try output.flush()
        }
    }
}
