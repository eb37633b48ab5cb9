import ArgumentParser
import Core
import Foundation

/// Which cloud, and so which site's posts.
enum Backend: String, CaseIterable, ExpressibleByArgument {
    /// DemoServer inside this process.
    case demo
    /// Reddit's public JSON, or a server that speaks it.
    case redditJSON = "reddit-json"

    var site: Site {
        switch self {
        case .demo: .demo
        case .redditJSON: .reddit
        }
    }

    /// Where its requests go unless the command line says otherwise; for the demonstration, a server that is not up.
    var base: URL {
        switch self {
        case .demo: Self.url("http://127.0.0.1")
        case .redditJSON: Self.url("https://www.reddit.com")
        }
    }

    private static func url(_ text: StaticString) -> URL {
        guard let url = URL(string: "\(text)") else { preconditionFailure("'\(text)' is no URL.") }
        return url
    }
}
