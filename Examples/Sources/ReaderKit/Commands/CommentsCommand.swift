import ArgumentParser
import ConsoleKit
import Core
import Database
import PostFeatures

/// Fetches the comments of a post, stores them, and shows them; without the network, what is stored of them.
struct CommentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comments",
        abstract: "Fetches the comments of a post and shows them; with --offline, those that are stored.")

    @OptionGroup var options: ReaderOptions

    @Option(help: ArgumentHelp("The order; the server's own by default.", valueName: "sort"))
    var sort: CommentSortArgument?

    @Argument(help: "The post's id, as the list prints it.")
    var id: PostArgument

    func validate() throws {
        let profile = try options.profile
        guard sort == nil || profile.defaultSort != nil else {
            throw ValidationError("\(profile.name) has one order only: leave --sort out.")
        }
    }

    func run() async throws {
        let (id, sort) = (id, sort?.value)
        try await Session.run(options, use: options.offline ? .marking(waits: false) : .writing) { session in
            // A page of text has nothing to expand with, so only what blocked people wrote is collapsed.
            let post = try await session.post(id)
            let model = CommentThreadViewModel(
                id: post, sort: sort, collapsesLikeServer: false,
                policy: session.settings.isOffline ? .storedOnly : .networkElseStored)
            await model.load()
            var shown = ShownComments(model, isOffline: session.settings.isOffline)
            // Programs get all of the thread.
            if session.isJSON { try await shown.readCollapsed(of: post) }
            // The disk failed: that is no answer, whatever the network said.
            if let error = shown.error, error.underlying is StoreError { throw error }
            try ThreadPrinter(session: session).print(shown, id: id)
            if shown.isUnknown { throw ExitStatus.unknownIDs }
            if shown.error != nil, !shown.isThere { throw ExitStatus.unavailable }
        }
    }
}

/// A thread as the command shows it.
@MainActor
struct ShownComments {
    let post: FeedItem?
    /// Every comment and placeholder.
    let entries: [CommentThread.Entry]
    /// Those that a page of text shows.
    let rows: [CommentRow]
    /// The marks of the comments of ``rows``, and of others once they were read.
    private(set) var marks: [Core.Comment.ID: Marks]
    /// The changes of the account to its own comments that the server does not have yet, of the same ones.
    private(set) var own: [Core.Comment.ID: OwnText]
    let commentCount: Int
    let newCount: Int
    /// The number of comments that the server left out, as far as it says.
    let missingCount: Int
    /// Whether the order was made here.
    let isApproximate: Bool
    let issues: [DecodeIssue]
    /// The reason why there are no comments, or none from the network.
    let error: DataError?
    /// Whether there is a thread to show, with comments or without.
    let isThere: Bool
    /// Whether the server does not know the post, and nothing is stored of it.
    let isUnknown: Bool

    init(_ model: CommentThreadViewModel, isOffline: Bool) {
        let state = model.state.value
        post = state.item
        entries = model.thread?.entries ?? []
        rows = state.rows
        marks = [:]
        own = [:]
        for row in rows {
            guard let comment = row.comment else { continue }
            (marks[comment.id], own[comment.id]) = (row.marks, row.own)
        }
        (commentCount, newCount, missingCount) = (state.commentCount, state.newCount, state.missingCount)
        isApproximate = state.isApproximate
        issues = state.issues
        // Where nobody had commented, there is no thread to keep, and a pack fetches none: nothing is missing.
        let isBare = model.thread == nil && state.item?.post.commentCount == 0
        isThere = model.thread != nil || isBare
        // What cannot be an id of the site is one that nobody knows.
        let isNoID = state.banner?.error.code == .invalidInput && state.item == nil && !isThere
        isUnknown = state.phase == .missing || isNoID
        let failure = isNoID ? DataError(.notFound) : state.banner?.error
        // Off on purpose, and everything is there: nothing went wrong.
        error = isOffline && isBare && failure?.code == .offline ? nil : failure
    }

    /// Reads what the account did with comments that are collapsed and so have no row.
    ///
    /// - Parameter post: The post of the thread.
    /// - Throws: Why the store cannot be read.
    mutating func readCollapsed(of post: Post.ID) async throws {
        let isComplete = entries.allSatisfy { entry in
            if case .comment(let comment) = entry { marks[comment.id] != nil } else { true }
        }
        guard !isComplete else { return }
        var request = ThreadRequest(post: post)
        request.policy = .storedOnly
        let stored = try await Dependency.resolveOrThrow((any CommentProvider).self).thread(request)
        marks.merge(stored.statuses) { shown, _ in shown }
        own.merge(stored.own) { shown, _ in shown }
    }
}
