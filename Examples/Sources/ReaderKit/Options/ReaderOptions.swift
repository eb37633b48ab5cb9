import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation

/// The options of every command.
struct ReaderOptions: ParsableArguments, Sendable {
    @OptionGroup var common: CommonOptions

    @Option(
        help: ArgumentHelp(
            "The backend, which decides the site; several of one site, with commas, are asked in that order.",
            valueName: "backend"))
    var backend = BackendChain(.demo)

    func validate() throws {
        _ = try profile
    }

    var offline: Bool { common.offline }

    /// The base URL, where one was given.
    var base: URL? {
        get throws { try common.base }
    }

    /// The profile of the site whose posts are read.
    var profile: SiteProfile {
        get throws { try backend.profile(base: try base) }
    }

    /// The folder of the store.
    var directory: String { common.directory("lantern/reader") }
}
