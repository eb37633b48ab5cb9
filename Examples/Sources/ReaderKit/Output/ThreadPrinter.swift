import ConsoleKit
import Core
import PostFeatures

/// Prints a thread, for people or for programs.
@MainActor
struct ThreadPrinter {
    let session: Session

    /// Prints what there is of it, and says on standard error what there is not.
    func print(_ shown: ShownComments, id: PostArgument) throws {
        if shown.isUnknown {
            Console.warn("The server knows no post with the id '\(id.native)'. The list prints the ids.")
        } else if let error = shown.error {
            Console.warn(error.advice(on: session.settings.backend))
        } else if shown.post == nil, shown.entries.isEmpty {
            // Lemmy answers so for a post without comments and for one that never was, and there is one request.
            Console.warn(
                "The server has no comments for '\(id.native)', and does not say whether there is such a post.")
        }
        for issue in shown.issues.prefix(10) { Console.warn(Self.text(of: issue)) }
        if session.isJSON {
            try JSONOutput.print(output(shown))
        } else if shown.post != nil || shown.error == nil {
            let now = Dependency.resolve((any TimeProvider).self).now
            try Console.answer(ThreadPage(session: session).text(of: shown, now: now))
        }
    }

    private func output(_ shown: ShownComments) -> ThreadOutput {
        let endpoints = Dependency.resolve((any EndpointProvider).self)
        return ThreadOutput(
            post: shown.post.map { ItemOutput(item: $0, endpoints: endpoints) },
            comments: shown.entries.compactMap {
                if case .comment(let comment) = $0 { .init(comment: comment) } else { nil }
            },
            more: shown.entries.compactMap { if case .more(let more) = $0 { .init(more) } else { nil } },
            error: shown.error.map(ErrorOutput.init))
    }

    private static func text(of issue: DecodeIssue) -> String {
        guard let index = issue.index else { return "Something in the thread could not be read: \(issue.reason)" }
        return "Below the thread's comment \(index), something could not be read: \(issue.reason)"
    }
}
