import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Searches everything that is kept, posts or comments, or asks the server.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds every stored post with some words in title, author or text, the newest first; no network.",
        discussion: """
            With --comments it finds comments instead, by author and text. With --server it asks the server, which has an \
            order and rules of its own, and prints what it found as `list` does.
            """)

    @OptionGroup var options: ReaderOptions

    @Flag(help: "Search the stored comments instead of the posts.")
    var comments = false

    @Flag(help: "Ask the server instead; with --offline, show what it found before.")
    var server = false

    @OptionGroup var order: OrderOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --server, the number of pages to load, at least 1.", valueName: "k"))
    var pages = 1

    @Argument(help: "The words: all of them, in any order and any case.")
    var text: String

    func validate() throws {
        guard !SearchQuery(text).isEmpty else { throw ValidationError("TEXT has one word at least.") }
        guard !comments || !server else { throw ValidationError("Give --comments or --server, not both.") }
        guard server || (!order.isGiven && pages == 1) else {
            throw ValidationError("--sort, --period and --pages go with --server.")
        }
        guard pages >= 1 else { throw ValidationError("--pages is a number from 1 on.") }
        try order.check(on: options.profile)
    }

    func run() async throws {
        if server { return try await askServer() }
        let (text, comments) = (text, comments)
        try await Session.run(options, isLocal: true, use: .reading, showsMarks: true) { session in
            if comments { return try await Self.searchComments(text, session) }
            // Everything there is, on one page.
            let model = SearchViewModel(site: session.site, pageSize: .max)
            model.setQuery(text)
            await model.search()
            model.stop()
            let state = model.state.value
            if let error = state.banner?.error { throw error }
            let format = PostFormat.chosen()
            try MatchPrinter(session: session).print(
                state.rows, title: text,
                isNothing: state.filteredCount == 0
                    ? format.text(ReaderPhrase.noMatch) : format.everythingFiltered)
        }
    }

    private func askServer() async throws {
        let (pages, order) = (pages, order)
        // The words as they are typed: a server has rules of its own for case and order.
        let source = FeedSource.search(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        try await Session.run(options, use: options.offline ? .reading : .writing, showsMarks: true) { session in
            let isOffline = session.settings.isOffline
            let model = PostListViewModel(
                feed: try order.feed(source, on: session.profile), policy: isOffline ? .storedOnly : .networkElseStored,
                configuration: .init(
                    pageSize: Dependency.resolve((any SettingsProvider).self).settings.value.pageSize,
                    minimumVisible: 0))
            let shown = await ShownFeed.load(
                model, pages: isOffline ? 0 : pages,
                neverListed: DataError(
                    .offline, message: PostFormat(language: .english).text(ReaderPhrase.neverListed)))
            try await FeedPrinter(session: session).print(shown)
            if shown.isUnavailable { throw ExitStatus.unavailable }
        }
    }

    @MainActor
    private static func searchComments(_ text: String, _ session: Session) async throws {
        let model = CommentSearchViewModel(site: session.site, pageSize: .max)
        model.setQuery(text)
        await model.search()
        let state = model.state.value
        if let error = state.banner?.error { throw error }
        let format = PostFormat.chosen()
        try CommentMatchPrinter(session: session).print(
            state.rows, title: text,
            isNothing: state.filteredCount == 0
                ? format.text(ReaderPhrase.noCommentMatch) : format.everythingFiltered)
    }
}
