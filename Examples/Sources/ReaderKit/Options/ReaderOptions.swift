import ArgumentParser
import Cloud
import ConsoleKit
import Core
import Foundation

/// The options of every command.
struct ReaderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store's folder.", valueName: "dir"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "The backend, which decides the site; several of one site, with commas, are asked in that order.",
            valueName: "backend"))
    var backend = BackendChain(.demo)

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The base URL of requests; the backend's own by default. Plain http only for a loopback address.",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Never touch the network.")
    var offline = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "For the whole command, retries included, with pack and refresh for each request; in seconds: more than 0, "
                + "at most 86400.",
            valueName: "seconds"))
    var timeout = 20.0

    @Option(help: "The output format.")
    var format = OutputFormat.text

    func validate() throws {
        guard timeout.isFinite, timeout > 0, timeout <= 86_400 else {
            throw ValidationError("--timeout is a number of seconds, more than 0 and at most 86400.")
        }
        if let baseURL { _ = try Self.checkedBase(baseURL) }
        _ = try profile
        if let store, store.isEmpty { throw ValidationError("--store names a folder; it cannot be empty.") }
    }

    /// The base URL, where one was given.
    var base: URL? {
        get throws { try baseURL.map(Self.checkedBase) }
    }

    /// The profile of the site whose posts are read.
    var profile: SiteProfile {
        get throws { try backend.profile(base: try base) }
    }

    /// The folder of the store.
    var directory: String {
        store ?? DataFolder.path(of: "lantern/reader")
    }

    private static func checkedBase(_ text: String) throws -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false, url.port.map((1...65535).contains) ?? true
        else {
            throw ValidationError("--base-url is a URL such as https://www.reddit.com or http://127.0.0.1:8080.")
        }
        #if os(Linux)
            if url.host()?.contains(":") == true {
                // Foundation's networking calls such an address a bad URL there.
                throw ValidationError("--base-url: IPv6 addresses do not work on Linux; use 127.0.0.1 or a name.")
            }
        #endif
        do {
            _ = try BaseAddress(url, site: .demo)
        } catch {
            throw ValidationError("--base-url: \(error.message)")
        }
        return url
    }
}
