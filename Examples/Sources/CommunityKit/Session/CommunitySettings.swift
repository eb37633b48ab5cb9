import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation

/// The options of the command line and the environment as values.
struct CommunitySettings: Sendable {
    let directory: String
    /// The root of the server; nil for the demonstration's.
    let base: URL?
    let isOffline: Bool
    let timeout: Duration
    /// Whether the timeout is that of each request, and not that of the whole command.
    let limitsEachRequest: Bool
    /// Whether the command sends what is unsent.
    let sendsWrites: Bool
    /// Whether somebody looks at screens while it runs.
    let isInteractive: Bool
    let format: OutputFormat
    /// The key of the server; nil where the environment has none.
    let key: Secret?
    /// The password; nil where it is asked for.
    let password: Secret?
    let userAgent: String
    /// The folders of programs, such as those that convert pictures; nil where the environment names none.
    let programPath: String?

    init(_ options: CommonOptions, _ manner: CommandManner) throws {
        let environment = Dependency.resolve(ProgramEnvironment.self, default: ProgramEnvironment())
        directory = CommunitySession.directory(of: options)
        base = try options.base
        isOffline = options.offline
        timeout = options.patience
        (limitsEachRequest, sendsWrites) = (manner.limitsEachRequest, manner.sends)
        isInteractive = manner.isInteractive
        format = options.format
        key = environment["LANTERN_COMMUNITY_KEY"].map(Secret.init)
        password = environment["LANTERN_PASSWORD"].map(Secret.init)
        programPath = environment["PATH"]
        userAgent =
            environment["LANTERN_USER_AGENT"] ?? "swift:lantern-community:0.1.0 (example of the Lantern framework)"
        guard userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ValidationError("LANTERN_USER_AGENT is one line of ASCII, such as 'linux:my-community:1.0 (by me)'.")
        }
    }

    /// The folder of tokens: each server has its own, so that trying one out costs no sign-in at another.
    var tokenFolder: String { folder("tokens") }

    /// The folder of small values: which account is in use at a server, and what was begun there.
    var noteFolder: String { folder("accounts") }

    /// The file in which the demonstration's server keeps what it is told.
    var demoFile: URL { URL(filePath: "\(directory)/demo-community.json") }

    private func folder(_ name: String) -> String {
        guard let base else { return "\(directory)/\(name)" }
        let server = base.absoluteString.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(directory)/\(name)-\(String(server))"
    }
}
