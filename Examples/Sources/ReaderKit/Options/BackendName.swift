import ArgumentParser
import Core
import Foundation

/// A backend that the command line can name.
enum BackendName: String, CaseIterable, Sendable {
    /// DemoServer inside this process.
    case demo
    /// Reddit's API, with a client id.
    case reddit
    /// Reddit's public JSON, or a server that speaks it.
    case redditJSON = "reddit-json"
    /// Reddit's Atom feeds.
    case redditFeed = "reddit-feed"
    /// A Lemmy server.
    case lemmy
    /// Hacker News.
    case hackerNews = "hackernews"

    /// Returns the profile of the backend's site.
    ///
    /// All backends of Reddit have one site, wherever requests go. Each Lemmy server numbers its posts by itself, so
    /// there the host of the base URL is the site.
    func profile(base: URL?) -> SiteProfile {
        switch self {
        case .demo: .demo
        case .reddit, .redditJSON, .redditFeed: .reddit
        case .lemmy: .lemmy(host: (base ?? self.base).host() ?? "")
        case .hackerNews: .hackerNews
        }
    }

    /// The address of its requests unless the command line says otherwise; for the demonstration, a server that is not
    /// up.
    var base: URL {
        switch self {
        case .demo: Self.url("http://127.0.0.1")
        case .reddit, .redditJSON, .redditFeed: Self.url("https://www.reddit.com")
        case .lemmy: Self.url("https://lemmy.world")
        case .hackerNews: Self.url("https://news.ycombinator.com")
        }
    }

    private static func url(_ text: StaticString) -> URL {
        guard let url = URL(string: "\(text)") else { preconditionFailure("'\(text)' is no URL.") }
        return url
    }
}

/// One backend, or several of one site that are asked in this order.
struct BackendChain: ExpressibleByArgument, Sendable {
    let names: [BackendName]

    init(_ name: BackendName) {
        names = [name]
    }

    init?(argument: String) {
        var names: [BackendName] = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let name = BackendName(rawValue: String(part)) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    /// Whether a backend is one of them.
    func contains(_ name: BackendName) -> Bool { names.contains(name) }

    /// Returns the profile of the site that all of them belong to.
    func profile(base: URL?) throws -> SiteProfile {
        let profiles = names.map { $0.profile(base: base) }
        guard Set(profiles.map(\.site)).count == 1 else {
            throw ValidationError(
                "--backend: '\(names.map(\.rawValue).joined(separator: ","))' are backends of several sites. "
                    + "A chain is of one site, such as reddit,reddit-json,reddit-feed.")
        }
        guard Set(names).count == names.count else {
            throw ValidationError("--backend: a chain names each backend once.")
        }
        return profiles[0]
    }

    var defaultValueDescription: String { names.map(\.rawValue).joined(separator: ",") }

    static var allValueStrings: [String] { BackendName.allCases.map(\.rawValue) }
}
