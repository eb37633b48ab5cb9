import ArgumentParser
import ConsoleKit
import Core
import Database
import PostFeatures

/// Fetches the comments of a post and shows them.
struct CommentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comments", abstract: "Fetches the comments of a post and shows them; the post is stored.")

    @OptionGroup var options: ReaderOptions

    @Option(help: ArgumentHelp("The order; the server's own by default.", valueName: "sort"))
    var sort: CommentSortArgument?

    @Argument(help: "The post's id, as the list prints it.")
    var id: PostArgument

    func run() async throws {
        let (id, sort) = (id, sort?.value)
        try await Session.run(options) { session in
            // A page of text has nothing to unfold with, so all that came is shown.
            let model = CommentThreadViewModel(id: id.postID(on: session.site), sort: sort, foldsLikeServer: false)
            await model.load()
            let shown = ShownComments(model.state.value)
            // The disk failed: that is no answer, whatever the network said.
            if let error = shown.error, error.underlying is StoreError { throw error }
            try ThreadPrinter(session: session).print(shown, id: id)
            if shown.isUnknown { throw ExitStatus.unknownIDs }
            if shown.error != nil { throw ExitStatus.unavailable }
        }
    }
}

/// A thread as the command shows it.
struct ShownComments {
    let post: FeedItem?
    let entries: [CommentThread.Entry]
    /// How many comments the server left out, as far as it says.
    let missingCount: Int
    let issues: [DecodeIssue]
    /// Why there are no comments.
    let error: DataError?
    /// Whether the server does not know the post, and nothing is stored of it.
    let isUnknown: Bool

    init(_ state: CommentThreadViewModel.State) {
        post = state.item
        entries = state.rows.map(\.entry)
        missingCount = state.missingCount
        issues = state.issues
        // What cannot be an id of the site is one that nobody knows.
        let isNoID = state.banner?.error.code == .invalidInput && state.item == nil
        isUnknown = state.phase == .missing || isNoID
        error = isNoID ? DataError(.notFound) : state.banner?.error
    }
}
