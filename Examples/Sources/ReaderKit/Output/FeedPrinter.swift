import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints a feed, for people or for programs.
@MainActor
struct FeedPrinter {
    let session: Session
    /// The feed as it was typed.
    let name: String

    func print(_ shown: ShownFeed) throws {
        if let error = shown.error {
            Console.warn(
                error.advice(on: session.settings.backend)
                    + (shown.isUnavailable || shown.isFromNetwork ? "" : " Showing what is stored."))
        }
        for issue in shown.issues.prefix(10) { Console.warn(Self.text(of: issue)) }
        if session.isJSON {
            try JSONOutput.print(output(shown))
        } else if !shown.isUnavailable {
            try Console.answer(FeedPage(session: session, name: name).text(of: shown))
        }
    }

    private func output(_ shown: ShownFeed) -> FeedOutput {
        let endpoints = Dependency.resolve((any EndpointProvider).self)
        return FeedOutput(
            feed: name, sort: shown.feed.sort.rawValue, origin: shown.isFromNetwork ? "network" : "database",
            isEnd: shown.isEnd, error: shown.error.map(ErrorOutput.init),
            issues: shown.issues.map(IssueOutput.init),
            items: shown.items.map { ItemOutput(item: $0, endpoints: endpoints) })
    }

    private static func text(of issue: DecodeIssue) -> String {
        if issue == .suspiciousEmpty {
            return "The server sent no posts, which is hard to believe; showing the stored ones."
        }
        return "The answer's post \(issue.index.map(String.init) ?? "?") could not be read: \(issue.reason)"
    }
}
