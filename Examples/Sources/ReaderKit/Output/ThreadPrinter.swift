import CommandKit
import ConsoleKit
import Core
import PostFeatures

/// Prints a thread, for people or for programs.
@MainActor
struct ThreadPrinter {
    let session: Session

    /// Prints the thread, and reports missing parts on standard error.
    func print(_ shown: ShownComments, id: PostArgument) throws {
        let format = PostFormat.chosen()
        if shown.isUnknown {
            Console.warn(
                "\(format.text(ReaderPhrase.unknownToServer, filling: "'\(id.native)'")) "
                    + format.text(ReaderPhrase.idHint))
        } else if let error = shown.error {
            let isNeverOpened = session.settings.isOffline && error.code == .offline && !shown.isThere
            Console.warn(
                (isNeverOpened
                    ? format.text(ReaderPhrase.neverOpened, filling: "'\(id.native)'")
                    : error.advice(on: session.settings.chain, in: format))
                    + (shown.isThere ? " \(format.text(ReaderPhrase.showingStored))" : ""))
        } else if shown.post == nil, shown.entries.isEmpty {
            // Lemmy answers so for a post without comments and for one that never was, and there is one request.
            Console.warn(format.text(ReaderPhrase.noComments, filling: "'\(id.native)'"))
        }
        for issue in shown.issues.prefix(10) { Console.warn(issue.text(in: format)) }
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
                guard case .comment(let comment) = $0 else { return nil }
                return CommentOutput(
                    comment: comment, marks: shown.marks[comment.id] ?? Marks(), own: shown.own[comment.id])
            },
            more: shown.entries.compactMap { if case .more(let more) = $0 { .init(more) } else { nil } },
            error: shown.error.map(ErrorOutput.init))
    }
}
