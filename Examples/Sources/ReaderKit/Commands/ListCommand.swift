import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Refreshes a feed, loads further pages, and shows what the database holds now.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Refreshes a feed and shows it; with --offline, what is stored of it.")

    @OptionGroup var list: ListOptions

    func run() async throws { try await list.run() }
}

/// The options of a list of posts, and what is done with them.
///
/// The command that runs where none is named has them too: with a command in place of a group of options, the parser would
/// name that command in the usage of a refused command line.
struct ListOptions: ParsableArguments {
    @OptionGroup var options: ReaderOptions
    @OptionGroup var feedOptions: FeedOptions

    // Unconditional, so that a number below 0 is refused with what is allowed and not taken for an option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of posts in a page, 1 to 100; the setting pageSize by default.", valueName: "n"))
    var limit: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The number of pages to load, at least 1.", valueName: "k"))
    var pages = 1

    func validate() throws {
        guard limit.map((1...100).contains) ?? true else { throw ValidationError("--limit is a number from 1 to 100.") }
        guard pages >= 1 else { throw ValidationError("--pages is a number from 1 on.") }
        _ = try feedOptions.feed(on: options.profile)
    }

    /// Refreshes the feed, and shows it.
    func run() async throws {
        let (pages, limit, feedOptions) = (pages, limit, feedOptions)
        let isLocal = try feedOptions.source(on: options.profile).isLocal
        let use: StoreUse = isLocal || options.offline ? .reading : .writing
        try await Session.run(options, isLocal: isLocal, use: use, showsMarks: true) { session in
            let feed = try feedOptions.feed(on: session.profile)
            feedOptions.order.warnWhereUnused(in: feed)
            let isStoredOnly = isLocal || session.settings.isOffline
            let pageSize = limit ?? Dependency.resolve((any SettingsProvider).self).settings.value.pageSize
            let model = PostListViewModel(
                feed: feed, policy: isStoredOnly ? .storedOnly : .networkElseStored,
                configuration: .init(pageSize: pageSize, minimumVisible: 0))
            let shown = await ShownFeed.load(
                model, pages: isStoredOnly ? 0 : pages,
                // Programs read the same in every language.
                neverListed: DataError(
                    .offline, message: PostFormat(language: .english).text(ReaderPhrase.neverListed)))
            try await FeedPrinter(session: session).print(shown)
            if shown.isUnavailable { throw ExitStatus.unavailable }
        }
    }
}
