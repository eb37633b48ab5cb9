import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Answers a post or a comment.
struct ReplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Answers a post or a comment; '-' reads the text from standard input.",
        usage: "reader reply <id> <text> [<options>]")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The id of the post or the comment, as it is printed; an unsent one has its entry's id.")
    var id: PostArgument

    @Argument(parsing: .allUnrecognized, help: "The text, or - for standard input.")
    var text: [String]

    func validate() throws {
        try Session.checkWriting(options)
        if try SignedArgument.only(text, named: "text") != "-" { _ = try typed }
    }

    private var typed: String {
        get throws { try TypedText.text(try SignedArgument.only(text, named: "text")) }
    }

    func run() async throws {
        let (id, text) = (id.native, try typed)
        try await Session.writeText(text, options) { session in
            var run = try await WriteRun(session)
            let thing = try await Things(session, run.writing.outbox.value).thing(id)
            let account = try await run.account(
                keeping: TypedDraft(.reply, text, of: id, thing, on: session.site))
            if let thing {
                try await run.queue(.reply(text, to: thing.target, in: thing.post), as: account)
            } else {
                run.miss(id)
            }
            try await run.finish(as: account)
        }
    }
}

/// Changes a text of one's own.
struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes the text of a post or a comment of one's own.",
        usage: "reader edit <id> <text> [<options>]")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The id of the post or the comment, as it is printed; an unsent one has its entry's id.")
    var id: PostArgument

    @Argument(parsing: .allUnrecognized, help: "The text, or - for standard input.")
    var text: [String]

    func validate() throws {
        try Session.checkWriting(options)
        if try SignedArgument.only(text, named: "text") != "-" { _ = try typed }
    }

    private var typed: String {
        get throws { try TypedText.text(try SignedArgument.only(text, named: "text")) }
    }

    func run() async throws {
        let (id, text) = (id.native, try typed)
        try await Session.writeText(text, options) { session in
            var run = try await WriteRun(session)
            let thing = try await Things(session, run.writing.outbox.value).thing(id)
            let account = try await run.account(
                keeping: TypedDraft(.edit, text, of: id, thing, on: session.site))
            if let thing {
                try await run.queue(.edit(text, of: thing.target), as: account)
            } else {
                run.miss(id)
            }
            try await run.finish(as: account)
        }
    }
}

/// Deletes texts of one's own.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Deletes posts and comments of one's own.")

    @OptionGroup var options: ReaderOptions
    @OptionGroup var dependants: DependantOptions

    @Argument(help: "The ids of the posts and the comments, as they are printed.")
    var ids: [PostArgument]

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let (ids, dependants) = (ids.map(\.native), dependants.choice)
        try await Session.write(options, handsOver: true) { session in
            var run = try await WriteRun(session)
            let account = try await run.account()
            for id in ids {
                if let thing = try await Things(session, run.writing.outbox.value).thing(id) {
                    try await session.asking { try await run.queue(.delete(thing.target, dependants), as: account) }
                } else {
                    run.miss(id)
                }
            }
            try await run.finish(as: account)
        }
    }
}

/// What becomes of what waits for an entry that goes.
struct DependantOptions: ParsableArguments {
    @Flag(name: .customLong("with-replies"), help: "What waits for it is given up too.")
    var withReplies = false

    @Flag(name: .customLong("as-drafts"), help: "What waits for it becomes drafts.")
    var asDrafts = false

    @Flag(name: .customLong("to-parent"), help: "What waits for it answers what it answered.")
    var toParent = false

    func validate() throws {
        guard [withReplies, asDrafts, toParent].count(where: { $0 }) <= 1 else {
            throw ValidationError("Give one of --with-replies, --as-drafts and --to-parent.")
        }
    }

    var choice: OutboxDependants? {
        withReplies ? .givenUp : asDrafts ? .drafts : toParent ? .toParent : nil
    }
}

/// Posts in a community.
struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit", abstract: "Posts a text or a link in a community.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The community: r/swift, swift, or NAME@HOST.")
    var community: String

    @Option(parsing: .unconditional, help: "The title.")
    var title: String

    @Option(parsing: .unconditional, help: "The text, or - for standard input.")
    var text: String?

    @Option(parsing: .unconditional, help: "The link.")
    var url: String?

    func validate() throws {
        try Session.checkWriting(options)
        _ = try CommunityArgument.name(community)
        guard text == nil || url == nil else { throw ValidationError("A post has --text or --url, not both.") }
        guard !title.allSatisfy(\.isWhitespace) else { throw ValidationError("--title is blank.") }
        if let text, text != "-" { _ = try TypedText.text(text) }
    }

    func run() async throws {
        let name = try CommunityArgument.name(community)
        let post = PostDraft(title: title, text: try text.map(TypedText.text), url: url)
        try await Session.writeText(post.text ?? post.title, options) { session in
            var run = try await WriteRun(session)
            let account = try await run.account(keeping: TypedDraft(post, to: name))
            try await run.queue(.submit(post, to: name), as: account)
            try await run.finish(as: account)
        }
    }
}

extension Session {
    /// Runs a command that writes a text; one that could not be kept is printed on standard error.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of every command.
    ///   - sends: Whether anything is sent; true by default.
    ///   - handsOver: Whether it is left for a program that has the store; true by default.
    ///   - work: The command.
    /// - Throws: As ``write(_:sends:handsOver:_:)``.
    static func writeText(
        _ text: String, _ options: ReaderOptions, sends: Bool = true, handsOver: Bool = true,
        _ work: @Sendable @MainActor (Session) async throws -> Void
    ) async throws {
        do {
            try await write(options, sends: sends, handsOver: handsOver, work)
        } catch let status as ExitCode where [ExitStatus.storeBusy, ExitStatus.diskFailure].contains(status) {
            Console.warn(PostFormat.chosen().text(WritingPhrase.keptText, filling: text))
            throw status
        }
    }

    /// Says what a person has to add where other entries wait for one that is to go.
    ///
    /// - Parameter work: The decision.
    /// - Throws: `ValidationError` for that; what the work throws.
    @MainActor
    func asking(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as WritingError {
            guard case .hasDependants = error else { throw error }
            throw ValidationError(
                "\(error.description) \(PostFormat.chosen().text(WritingPhrase.dependantsHint))")
        }
    }
}
