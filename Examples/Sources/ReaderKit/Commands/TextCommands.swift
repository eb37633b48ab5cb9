import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Database
import Foundation
import PostFeatures

/// A command that writes a text about a post or a comment: an answer to it, or other words for it.
protocol TextCommand: AsyncParsableCommand {
    /// The kind of what is queued.
    static var kind: OutboxItem.Kind { get }
    /// Makes the intent.
    static func intent(_ text: String, about thing: Things.Thing) -> WriteIntent
    var options: ReaderOptions { get }
    var id: PostArgument { get }
    var words: TextArguments { get }
}

extension TextCommand {
    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let (id, text) = (id.native, try words.typed)
        try await Session.writeText(text, options) { session in
            var run = try await WriteRun(session)
            let thing = try await run.thing(id)
            let account = try await run.account(
                keeping: TypedDraft(Self.kind, text, of: id, thing, on: session.site))
            try await run.queue(about: id, as: account) { Self.intent(text, about: $0) }
            try await run.finish(as: account)
        }
    }
}

/// Answers a post or a comment.
struct ReplyCommand: TextCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply", abstract: "Answers a post or a comment; '-' reads the text from standard input.",
        usage: "reader reply <id> <text> [<options>]")
    static let kind = OutboxItem.Kind.reply

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The id of the post or the comment, as it is printed; an unsent one has its entry's id.")
    var id: PostArgument

    @OptionGroup var words: TextArguments

    static func intent(_ text: String, about thing: Things.Thing) -> WriteIntent {
        .reply(text, to: thing.target, in: thing.post)
    }
}

/// Changes a text of one's own.
struct EditCommand: TextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes the text of a post or a comment of one's own.",
        usage: "reader edit <id> <text> [<options>]")
    static let kind = OutboxItem.Kind.edit

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The id of the post or the comment, as it is printed; an unsent one has its entry's id.")
    var id: PostArgument

    @OptionGroup var words: TextArguments

    static func intent(_ text: String, about thing: Things.Thing) -> WriteIntent { .edit(text, of: thing.target) }
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
            // What is on the server first: that can be taken back where another one is refused. Of what is unsent, those
            // that wait for others first.
            let (named, unsent) = (Set(ids), session.unsent(in: run.writing).map(\.id.rawValue))
            let known = Set(unsent)
            do {
                for id in ids.filter({ !known.contains($0) }) + unsent.reversed().filter(named.contains) {
                    try await session.asking {
                        try await run.queue(about: id, as: account) { .delete($0.target, dependants) }
                    }
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                try await run.takeBack()
                throw error
            }
            let keepsWords = unsent.contains(where: named.contains) && session.store.access == .writing
            if keepsWords, !session.isJSON { Console.warn(PostFormat.chosen().text(CommandPhrase.draftsHint)) }
            try await run.finish(as: account)
        }
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
