import ArgumentParser
import ConsoleKit
import Core

/// Dismisses posts from lists; `undo` takes it back.
struct DismissCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismisses posts from lists, some or all of a feed; 'undo' takes it back.")

    @OptionGroup var options: ReaderOptions
    @OptionGroup var feedOptions: OptionalFeedOptions

    @Flag(help: "Everything that is stored in the feed that --feed names.")
    var all = false

    @Argument(help: "The posts' ids.")
    var ids: [PostArgument] = []

    func validate() throws {
        if all {
            guard ids.isEmpty else { throw ValidationError("Give ids, or --all with --feed, but not both.") }
            guard feedOptions.feed != nil else {
                throw ValidationError("--all needs --feed: 'dismiss --all --feed r/swift'.")
            }
            _ = try feedOptions.feed(on: options.profile)
        } else {
            guard !ids.isEmpty else { throw ValidationError("Give at least one id, or --all with --feed.") }
            guard !feedOptions.isGiven else { throw ValidationError("--feed, --sort and --period go with --all.") }
        }
    }

    func run() async throws {
        let (ids, all, feedOptions) = (ids, all, feedOptions)
        try await Session.run(options, isLocal: true, use: .marking(waits: true), marks: true) { session in
            if all {
                let feed = try feedOptions.feed(on: session.profile)
                feedOptions.order.warnWhereUnused(in: feed)
                try await session.apply(.dismissAll(feed), done: .dismissed)
            } else {
                try await session.apply(.dismiss(ids.map { $0.postID(on: session.site) }), done: .dismissed)
            }
        }
    }
}

/// The feed of a command that does not need one.
struct OptionalFeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads; with hackernews also top, new, best, ask, show "
                + "and jobs.", valueName: "feed"))
    var feed: String?

    @OptionGroup var order: OrderOptions

    var isGiven: Bool { feed != nil || order.isGiven }

    func feed(on profile: SiteProfile) throws -> Feed {
        try order.feed(try profile.checkedSource(feed ?? "home"), on: profile)
    }
}
