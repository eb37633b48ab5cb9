import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core

/// Shows one post with its comments.
struct PostCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post", abstract: "Shows a post with its comments; where it is not stored, it is asked for.")

    @OptionGroup var options: CommonOptions

    @Argument(help: "The post's id, as it is printed.")
    var id: String

    func validate() throws {
        guard !id.isEmpty else { throw ValidationError("An id is not empty. Take one as it is printed.") }
    }

    func run() async throws {
        let id = id
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            var thread = CommunityThread()
            do {
                let policy: ReadPolicy = session.isOffline ? .storedOnly : .networkElseStored
                thread = try await CommunityPosts().thread(id, policy: policy)
                if thread.post == nil, thread.error == nil, session.isOffline {
                    thread.error = CommunitySession.offlineReason
                }
            } catch let error as DataError {
                thread.error = error
            }
            let unsent = try session.unsent()
            let post = thread.post.flatMap { post in
                post.isDeleted ? nil : session.output(of: post, thread.comments, unsent)
            }
            try session.answer(
                thread.error ?? (post == nil ? DataError(.notFound) : nil), isStored: post != nil,
                text: post.map { PostLines(session.services.configuration).text(of: $0) } ?? ""
            ) {
                OnePostOutput(post: post, error: $0)
            }
        }
    }
}
