import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core

/// A command that likes a post, or ends that.
protocol LikingCommand: AsyncParsableCommand {
    /// Whether the person likes it afterwards.
    static var isLiked: Bool { get }
    var options: CommonOptions { get }
    var id: String { get }
}

extension LikingCommand {
    func run() async throws {
        let id = id
        try await CommunitySession.queue(options) { run in
            guard let post = try await run.find(post: id) else { return }
            run.watch(try await CommunityWriter().like(post.id, Self.isLiked))
        }
    }
}

/// Likes a post.
struct LikeCommand: LikingCommand {
    static let configuration = CommandConfiguration(commandName: "like", abstract: "Likes a post.")
    static let isLiked = true
    @OptionGroup var options: CommonOptions
    @Argument(help: "The post's id, as it is printed.") var id: String
}

/// Likes a post no longer.
struct UnlikeCommand: LikingCommand {
    static let configuration = CommandConfiguration(commandName: "unlike", abstract: "Takes a like back.")
    static let isLiked = false
    @OptionGroup var options: CommonOptions
    @Argument(help: "The post's id, as it is printed.") var id: String
}

/// Comments on a post.
struct CommentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "comment", abstract: "Comments on a post: 1 to 300 characters on one line.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "The post's id, as it is printed; an unsent one has its entry's id.") var id: String
    @OptionGroup var words: TextArguments

    func run() async throws {
        let (id, text) = (id, try words.typed)
        try await CommunitySession.queue(options, text: text) { run in
            guard let post = try await run.find(post: id) else { return }
            run.watch(try await CommunityWriter().comment(text, on: post.id))
        }
    }
}

/// Deletes a comment of one's own.
struct UncommentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uncomment", abstract: "Deletes a comment of one's own.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "The post's id, as it is printed.") var id: String
    @Argument(help: "The comment's id, as it is printed.") var comment: String

    func run() async throws {
        let (id, comment) = (id, comment)
        try await CommunitySession.queue(options) { run in
            guard let post = try await run.find(post: id) else { return }
            do {
                run.watch(try await CommunityWriter().uncomment(comment, on: post.id))
            } catch let error as DataError where error.code == .notFound {
                run.miss(comment)
            }
        }
    }
}

/// Deletes a post of one's own.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a post of one's own.")

    @OptionGroup var options: CommonOptions
    @OptionGroup var dependants: DependantOptions
    @Argument(help: "The post's id, as it is printed; an unsent one has its entry's id.") var id: String

    func run() async throws {
        let (id, dependants) = (id, dependants.choice)
        try await CommunitySession.queue(options) { run in
            guard let post = try await run.find(post: id) else { return }
            try await run.session.asking {
                run.watch(try await CommunityWriter().delete(post.id, dependants))
            }
        }
    }
}
