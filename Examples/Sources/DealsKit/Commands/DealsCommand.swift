public import ArgumentParser
import ConsoleKit

/// The `deals` program: a table of a million deals, and how it fills.
public struct DealsCommand: AsyncParsableCommand {
    /// The command's name and subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "deals",
        abstract: "Streams deals into a store of JSON, and shows them sorted by any column.",
        discussion: """
            'deals ingest --count 1000000' fills the store from a simulated market; 'deals watch' shows the \
            table while it fills.
            """,
        subcommands: [
            IngestCommand.self, ListCommand.self, CountCommand.self, ExportCommand.self, WatchCommand.self,
        ])

    /// Creates the command; the parser fills it in.
    public init() {}

    /// Prepares the process: for streams that are closed, or closed while it runs.
    public static func prepare() {
        ProcessStreams.prepare()
    }
}
