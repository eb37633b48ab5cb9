import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Shows one post and marks it as read.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows one stored post, and marks it as read.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The post's id, as the list prints it.")
    var id: PostArgument

    func run() async throws {
        let id = id
        try await Session.run(options, isLocal: true, use: .marking(waits: false)) { session in
            let model = PostDetailViewModel(id: try await session.post(id))
            await model.load()
            if let error = model.state.value.banner?.error { throw error }
            guard let item = model.state.value.item else {
                if session.isJSON {
                    let error = DataError(.notFound, message: Self.unknown(id, in: PostFormat(language: .english)))
                    try JSONOutput.print(PostOutput(item: nil, error: ErrorOutput(error)))
                }
                Console.warn(Self.unknown(id, in: PostFormat.chosen()))
                throw ExitStatus.unknownIDs
            }
            if session.isJSON {
                let endpoints = Dependency.resolve((any EndpointProvider).self)
                try JSONOutput.print(PostOutput(item: ItemOutput(item: item, endpoints: endpoints), error: nil))
            } else {
                try Console.answer(PostPage(session: session).text(of: item))
            }
        }
    }

    private static func unknown(_ id: PostArgument, in format: PostFormat) -> String {
        "\(format.text(ReaderPhrase.unknownIDs, filling: "'\(id.native)'")) \(format.text(ReaderPhrase.idHint))"
    }
}

/// An id as people type it: the site's own.
struct PostArgument: ExpressibleByArgument, Sendable {
    let native: String

    init?(argument: String) {
        guard !argument.isEmpty, !argument.contains(where: { $0.isWhitespace || $0.isNewline }) else { return nil }
        native = argument
    }

    func postID(on site: Site) -> Post.ID {
        Post.ID(site: site, native: native)
    }
}
