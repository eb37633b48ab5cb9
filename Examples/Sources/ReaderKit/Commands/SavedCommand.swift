import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

/// Shows what is saved.
struct SavedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saved", abstract: "Shows the saved posts, what was saved last first; no network.")

    @OptionGroup var options: ReaderOptions

    @Option(
        help: ArgumentHelp(
            "Only posts with all of these words in the title, the author's name or the text.", valueName: "text"))
    var search = ""

    func run() async throws {
        let text = search
        try await Session.run(options, isLocal: true, use: .reading, showsMarks: true) { session in
            let model = SavedPostsViewModel(site: session.site, fields: PostSearchField.allCases)
            model.setQuery(text)
            await model.load()
            model.stop()
            let state = model.state.value
            if let error = state.banner?.error { throw error }
            let format = PostFormat.chosen()
            try MatchPrinter(session: session).print(
                state.rows, title: format.name(of: .saved),
                isNothing: state.keptCount == 0
                    ? format.text(ReaderPhrase.nothingSaved)
                    : state.keptCount == state.filteredCount
                        ? format.everythingFiltered : format.text(ReaderPhrase.noSavedMatch))
        }
    }
}
