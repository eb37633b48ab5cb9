import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Refreshes a feed, loads further pages, and shows what the database holds now.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Refreshes a feed and shows it; with --offline, what is stored of it.")

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
            let shown = await ShownFeed.load(model, pages: isStoredOnly ? 0 : pages)
            try await FeedPrinter(session: session).print(shown)
            if shown.isUnavailable { throw ExitStatus.unavailable }
        }
    }
}

/// A feed as a command shows it.
@MainActor
struct ShownFeed {
    let feed: Feed
    var items: [FeedItem]
    var isEnd: Bool
    /// Whether this run fetched and committed a page.
    var isFromNetwork: Bool
    var error: DataError?
    var issues: [DecodeIssue]
    /// Whether the network failed or was off, and nothing is stored to show instead.
    var isUnavailable: Bool
    /// Whether nothing is shown only because the network is off and the feed was never fetched.
    var isNeverListed: Bool
    /// The reason why posts are stored and none is shown.
    var absence: Absence?

    /// The reason why every post is left out.
    enum Absence {
        /// The person has dismissed or hidden each of them.
        case dismissed
        /// The settings leave out what is not dismissed or hidden.
        case filtered
    }

    /// Loads a feed, and so many pages of it in the server's order.
    ///
    /// - Parameters:
    ///   - model: The list to drive.
    ///   - pages: The number of pages to fetch; 0 shows what is stored.
    /// - Returns: The pages of this run as the database now holds them, or the whole stored feed when none came.
    static func load(_ model: PostListViewModel, pages: Int) async -> ShownFeed {
        await model.load()
        var receipts = [model.state.value.page].compactMap { $0 }
        var issues = model.state.value.issues
        while receipts.count < pages, let cursor = receipts.last?.next {
            await model.loadPage(after: cursor)
            issues += model.state.value.issues
            guard model.state.value.banner == nil, let page = model.state.value.page else { break }
            receipts.append(page)
        }
        model.stop()
        let state = model.state.value
        var items = state.items
        if !receipts.isEmpty {
            // Only what this run fetched; the rest of the feed is stored behind it.
            let byID = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            var seen: Set<Post.ID> = []
            items = receipts.flatMap(\.ids).filter { seen.insert($0).inserted }.compactMap { byID[$0] }
        }
        var error = state.banner?.error
        let isOffline = pages == 0 && !model.feed.source.isLocal
        let isUnavailable = state.storedCount == 0 && receipts.isEmpty && (error != nil || isOffline)
        let isNeverListed = isUnavailable && error == nil
        if isNeverListed {
            // Programs read the same in every language.
            let message = PostFormat(language: .english).text(ReaderPhrase.neverListed)
            error = DataError(.offline, message: message)
        }
        return ShownFeed(
            feed: model.feed, items: items, isEnd: receipts.last.map { $0.next == nil } ?? state.isEnd,
            isFromNetwork: !receipts.isEmpty, error: error, issues: issues, isUnavailable: isUnavailable,
            isNeverListed: isNeverListed,
            absence: state.storedCount == 0 ? nil : state.filtered.isEmpty ? .dismissed : .filtered)
    }
}
