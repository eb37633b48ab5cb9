import ArgumentParser
import Core
import Foundation

/// Which cloud, and so which site's posts.
enum Backend: String, CaseIterable, ExpressibleByArgument {
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

    /// Whose posts they are.
    ///
    /// All roads to Reddit lead to one site, wherever requests go. Each Lemmy server numbers its posts by itself, so
    /// there the host of the base URL is the site.
    func site(base: URL?) -> Site {
        switch self {
        case .demo: .demo
        case .reddit, .redditJSON, .redditFeed: .reddit
        case .lemmy: .lemmy((base ?? self.base).host() ?? "")
        }
    }

    /// Where its requests go unless the command line says otherwise; for the demonstration, a server that is not up.
    var base: URL {
        switch self {
        case .demo: Self.url("http://127.0.0.1")
        case .reddit, .redditJSON, .redditFeed: Self.url("https://www.reddit.com")
        case .lemmy: Self.url("https://lemmy.world")
        }
    }

    private static func url(_ text: StaticString) -> URL {
        guard let url = URL(string: "\(text)") else { preconditionFailure("'\(text)' is no URL.") }
        return url
    }
}
