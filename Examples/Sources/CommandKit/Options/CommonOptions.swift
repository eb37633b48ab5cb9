package import ArgumentParser
import Cloud
package import ConsoleKit
import Core
package import Foundation

/// The options that every command of every program has.
package struct CommonOptions: ParsableArguments, Sendable {
    /// The folder of the store; nil for the program's own.
    @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
    package var store: String?

    /// The base URL, as it was typed.
    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The base URL of requests; by default that of what is asked. Plain http only for a loopback address.",
            valueName: "url"))
    package var baseURL: String?

    /// Whether the network is never touched.
    @Flag(help: "Never touch the network.")
    package var offline = false

    /// The time for the command, in seconds.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "For the whole command, retries included, with what fetches much for each request; in seconds: more than 0, "
                + "at most 86400.",
            valueName: "seconds"))
    package var timeout = 20.0

    /// The output format.
    @Option(help: "The output format.")
    package var format = OutputFormat.text

    package init() {}

    package func validate() throws {
        guard timeout.isFinite, timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout is a number of seconds, more than 0 and at most 86400.")
        }
        _ = try base
        if let store, store.isEmpty { throw ValidationError("--store names a folder; it cannot be empty.") }
    }

    /// The time for the command.
    package var patience: Duration { .milliseconds(Int64((timeout * 1000).rounded(.up))) }

    /// The base URL, where one was given.
    package var base: URL? {
        get throws { try baseURL.map(Self.checkedBase) }
    }

    /// The folder of the store.
    ///
    /// - Parameter name: The program's own folder in the platform's data folder.
    /// - Returns: Its path.
    package func directory(_ name: String) -> String { store ?? DataFolder.path(of: name) }

    private static func checkedBase(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.port.map((1...65535).contains) ?? true
        else {
            throw ValidationError("--base-url is a URL such as https://example.com or http://127.0.0.1:8080.")
        }
        #if os(Linux)
            if url.host()?.contains(":") == true {
                // Foundation's networking calls such an address a bad URL there.
                throw ValidationError("--base-url: IPv6 addresses do not work on Linux; use 127.0.0.1 or a name.")
            }
        #endif
        do {
            _ = try BaseAddress(url, site: Site(rawValue: "checked"))
        } catch {
            throw ValidationError("--base-url: \(error.message)")
        }
        return url
    }
}
