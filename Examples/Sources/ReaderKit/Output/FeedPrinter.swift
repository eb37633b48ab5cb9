import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Prints a feed, for people or for programs.
@MainActor
struct FeedPrinter {
    let session: Session

    func print(_ shown: ShownFeed) async throws {
        let format = PostFormat.chosen()
        if let error = shown.error {
            let isStoredShown = !shown.isUnavailable && !shown.isFromNetwork
            Console.warn(
                (shown.isNeverListed
                    ? format.text(ReaderPhrase.neverListed) : error.advice(on: session.settings.chain, in: format))
                    + (isStoredShown ? " \(format.text(ReaderPhrase.showingStored))" : ""))
        }
        for issue in shown.issues.prefix(10) { Console.warn(issue.text(in: format)) }
        if session.isJSON {
            try JSONOutput.print(try await output(shown))
        } else if !shown.isUnavailable {
            try Console.answer(FeedPage(session: session).text(of: shown))
        }
    }

    private func output(_ shown: ShownFeed) async throws -> FeedOutput {
        let endpoints = Dependency.resolve((any EndpointProvider).self)
        // One look at the store for all of them.
        let availability = try await Dependency.resolve((any AvailabilityProvider).self).availability(
            of: shown.items.map(\.post))
        return FeedOutput(
            feed: shown.feed.source.description, sort: shown.feed.sort?.rawValue,
            origin: shown.isFromNetwork ? "network" : "database",
            isEnd: shown.isEnd, error: shown.error.map(ErrorOutput.init),
            issues: shown.issues.map(IssueOutput.init),
            items: shown.items.map { item in
                ItemOutput(
                    item: item, endpoints: endpoints,
                    availability: availability[item.id]?.level ?? PostAvailability.Level.none)
            })
    }
}
