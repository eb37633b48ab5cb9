import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

/// Searches everything that is kept: posts, or comments.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Finds every stored post with some words in title, author or text, the newest first; no network.",
        discussion: "With --comments it finds comments instead, by author and text.")

    @OptionGroup var options: ReaderOptions

    @Flag(help: "Search the stored comments instead of the posts.")
    var comments = false

    @Argument(help: "The words: all of them, in any order and any case.")
    var text: String

    func validate() throws {
        guard !SearchQuery(text).isEmpty else { throw ValidationError("TEXT has one word at least.") }
    }

    func run() async throws {
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
