import ArgumentParser
import Core

/// Puts posts away; `undo` takes it back.
struct DismissCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Puts posts away, some or all of a feed; 'undo' takes it back.")

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
            _ = try feedOptions.feed(on: options.site)
        } else {
            guard !ids.isEmpty else { throw ValidationError("Give at least one id, or --all with --feed.") }
            guard !feedOptions.isGiven else { throw ValidationError("--feed, --sort and --period go with --all.") }
        }
    }

    func run() async throws {
        let (ids, all, feedOptions) = (ids, all, feedOptions)
        try await Session.run(options, isLocal: true) { session in
            if all {
                let feed = try feedOptions.feed(on: session.site)
                try await session.apply(.dismissAll(feed), done: .dismissed)
            } else {
                try await session.apply(.dismiss(ids.map { $0.postID(on: session.site) }), done: .dismissed)
            }
        }
    }
}

/// Which feed, where a command may do without.
struct OptionalFeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads.", valueName: "feed"))
    var feed: String?

    @Option(help: ArgumentHelp("The order; hot by default.", valueName: "sort"))
    var sort: ChoiceArgument<FeedSort>?

    @Option(help: ArgumentHelp("How far back top and controversial look; day by default.", valueName: "period"))
    var period: ChoiceArgument<FeedPeriod>?

    var isGiven: Bool { feed != nil || sort != nil || period != nil }

    func feed(on site: Site) throws -> Feed {
        Feed(
            site: site, source: try FeedOptions.source(named: feed ?? "home", on: site), sort: sort?.value ?? .hot,
            period: period?.value ?? .day)
    }
}
