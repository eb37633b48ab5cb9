import ArgumentParser
import ConsoleKit

/// The options of every command.
struct DealsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where everything is kept.", valueName: "dir"))
    var store: String?

    @Option(help: "What to print.")
    var format = OutputFormat.text

    func validate() throws {
        if let store, store.isEmpty { throw ValidationError("--store names a folder; it cannot be empty.") }
    }

    /// The folder of the store.
    var directory: String {
        store ?? DataFolder.path(of: "lantern/deals")
    }
}
