import ArgumentParser
import ConsoleKit

/// The options of every command.
struct DealsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
    var store: String?

    @Option(help: "The output format.")
    var format = OutputFormat.text

    func validate() throws {
        if let store, store.isEmpty { throw ValidationError("--store names a folder; it cannot be empty.") }
    }

    /// The folder of the store.
    var directory: String {
        store ?? DataFolder.path(of: "lantern/deals")
    }
}
