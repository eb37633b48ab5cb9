import ArgumentParser
import Cloud
import CommandKit
import ConsoleKit
import Core
import Foundation

/// The options of the command line as values.
struct ReaderSettings: Sendable {
    var directory: String
    var chain: BackendChain
    var base: URL?
    /// Whether the server is on this machine.
    var isLoopback: Bool
    /// The profile of the site whose posts are read.
    var profile: SiteProfile
    var isOffline: Bool
    var timeout: Duration
    /// Whether the timeout is that of each request, and not that of the whole command.
    var limitsEachRequest = false
    /// Whether the command sends what is unsent.
    var sendsWrites = false
    /// Whether what is unsent goes out by itself, as in a program that stays.
    var sendsUnasked = false
    /// The timer of refreshes in a program that stays; nil in a command, which does what it was asked for.
    var timer: TimerScheduler?
    var format: OutputFormat
    var userAgent: String
    /// The client id under which the app is registered with Reddit.
    var redditClientID: String?
    /// The refresh token of the account that signed in.
    var redditRefreshToken: Secret?
    /// The address to which Reddit's sign-in page sends the browser; it is registered with the client id.
    var redirectURI: String
    /// The password for a sign-in; nil where it is asked for.
    var password: Secret?
    /// The folder of saved pictures.
    var pictureFolder: String

    /// Whether Reddit is used with a refresh token from the environment.
    var hasRedditToken: Bool { chain.contains(.reddit) && redditClientID != nil && redditRefreshToken != nil }

    /// The folder of tokens: each server has its own, so that trying one out costs no sign-in at another.
    var tokenFolder: String { folder("tokens") }

    /// The folder of which account is in use at each server.
    var choiceFolder: String { folder("accounts") }

    /// The file in which the demonstration's server keeps what it is told.
    var demoFile: URL { URL(filePath: "\(directory)/demo-site.json") }

    private func folder(_ name: String) -> String {
        guard let base else { return "\(directory)/\(name)" }
        let server = base.absoluteString.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return "\(directory)/\(name)-\(String(server))"
    }

    init(_ options: ReaderOptions) throws {
        let environment = Dependency.resolve(ReaderEnvironment.self, default: ReaderEnvironment()).values
        directory = options.directory
        chain = options.backend
        base = try options.base
        profile = try options.profile
        // Without an address the demonstration's server runs inside this process.
        isLoopback = chain.contains(.demo)
        if let base { isLoopback = try BaseAddress(base, site: profile.site).isLoopback }
        isOffline = options.offline
        timeout = options.common.patience
        format = options.common.format
        pictureFolder = "\(environment["HOME"] ?? NSHomeDirectory())/Pictures/Lantern"
        userAgent =
            environment["LANTERN_USER_AGENT"].flatMap { $0.isEmpty ? nil : $0 }
            ?? "swift:lantern-reader:0.1.0 (example of the Lantern framework)"
        func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        redditClientID = value("LANTERN_REDDIT_CLIENT_ID")
        redditRefreshToken = value("LANTERN_REDDIT_REFRESH_TOKEN").map(Secret.init)
        redirectURI = value("LANTERN_REDDIT_REDIRECT_URI") ?? "http://127.0.0.1:8976/callback"
        password = value("LANTERN_PASSWORD").map(Secret.init)
        guard userAgent.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw ValidationError("LANTERN_USER_AGENT is one line of ASCII, such as 'linux:my-reader:1.0 (by me)'.")
        }
    }
}
