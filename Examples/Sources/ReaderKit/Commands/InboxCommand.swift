import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Database
import Foundation
import PostFeatures

/// The answers to what one wrote, and mentions.
struct InboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "Answers to what the account wrote, and mentions: shows them, marks them read.",
        subcommands: [ListInboxCommand.self, ReadInboxCommand.self], defaultSubcommand: ListInboxCommand.self)
}

/// Fetches the answers, stores them, and shows them.
struct ListInboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Fetches the answers and shows them; with --offline, those that are stored.")

    @OptionGroup var options: ReaderOptions

    @Flag(help: "Only what is not read.")
    var unread = false

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let isUnreadOnly = unread
        try await Session.run(options, use: options.offline ? .reading : .writing) { session in
            let (answers, account) = try await session.inbox()
            var update: AnswerUpdate
            if session.settings.isOffline {
                update = try await answers.stored(for: account)
                if update.refreshed == nil, update.answers.isEmpty { update.error = DataError(.offline) }
            } else {
                update = try await answers.refresh(for: account)
            }
            // The disk failed: that is no answer, whatever the network said.
            if let error = update.error, error.underlying is StoreError { throw error }
            try InboxPrinter(session: session).print(update, isUnreadOnly: isUnreadOnly)
            if let error = update.error, update.answers.isEmpty, update.refreshed == nil {
                throw error.isAboutSession ? ExitStatus.notSignedIn : ExitStatus.unavailable
            }
        }
    }
}

/// Marks answers as read.
struct ReadInboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Marks answers as read: those that are named, or all that are stored.")

    @OptionGroup var options: ReaderOptions

    @Flag(help: "All that are stored.")
    var all = false

    @Argument(help: "The answers' ids.")
    var ids: [PostArgument] = []

    func validate() throws {
        try Session.checkWriting(options)
        guard all != !ids.isEmpty else { throw ValidationError("Give the ids of answers, or --all.") }
    }

    func run() async throws {
        let (ids, all) = (ids.map(\.native), all)
        try await Session.write(options, handsOver: true) { session in
            let (answers, account) = try await session.inbox()
            let stored = try await answers.stored(for: account).answers
            let names = ThingIDs(site: session.site)
            let known = stored.filter { all || ids.contains(names.text(of: $0.comment)) }
            let unknown = ids.filter { id in !known.contains { names.text(of: $0.comment) == id } }
            if !unknown.isEmpty { WrittenPrinter(session: session).warn(unknown: unknown) }
            let writing = try session.writing
            let queued = try await answers.mark(true, known.map(\.id))
            if !session.settings.isOffline, session.store.access == .writing, !queued.isEmpty {
                try await writing.send(as: account, waitingFor: queued)
            }
            var update = try await answers.stored(for: account)
            let run = try await WriteRun(session)
            let left = writing.outbox.value.items.filter { queued.contains($0.id) }
            let failed = left.first { $0.state == .failed }
            if session.isOver(account), !left.isEmpty {
                update.error = DataError(.sessionExpired)
            } else if !session.settings.isOffline {
                update.error = left.lazy.compactMap { run.delay(of: $0) }.first ?? update.error
                if let failed { update.error = DataError(.refused, message: failed.reason?.message) }
            }
            try InboxPrinter(session: session).print(update, isUnreadOnly: false)
            if let error = update.error, error.isAboutSession { throw ExitStatus.notSignedIn }
            if known.isEmpty, !ids.isEmpty { throw ExitStatus.unknownIDs }
            if failed != nil { throw ExitStatus.unavailable }
        }
    }
}

extension Session {
    /// The answers, and the account that they are for.
    @MainActor
    fileprivate func inbox() async throws -> (any AnswerProvider, AccountKey) {
        guard Dependency.current.isRegistered((any AnswerProvider).self) else {
            throw ValidationError("--backend \(settings.chain.defaultValueDescription) has no inbox.")
        }
        let answers = try Dependency.resolveOrThrow((any AnswerProvider).self)
        var run = try await WriteRun(self)
        do {
            // For a token whose person is not known yet nothing is stored, and nothing can be fetched.
            let account = try await run.knownAccount()
            if let error = run.unnamed { throw error }
            return (answers, account)
        } catch let error as CancellationError {
            throw error
        } catch {
            let error = DataError(error)
            if isJSON { try JSONOutput.print(InboxOutput(items: [], unread: 0, error: ErrorOutput(error))) }
            guard error.isAboutSession else { throw error }
            Console.warn(PostFormat.chosen().text(CommandPhrase.signInFirst))
            throw ExitStatus.notSignedIn
        }
    }
}

/// Prints answers.
@MainActor
struct InboxPrinter {
    let session: Session

    /// Prints them, and why they are not newer.
    func print(_ update: AnswerUpdate, isUnreadOnly: Bool) throws {
        let format = PostFormat.chosen()
        let items = update.answers.filter { !isUnreadOnly || !$0.isRead }
        if let error = update.error {
            let isStoredShown = !update.answers.isEmpty
            Console.warn(
                error.advice(on: session.settings.chain, in: format)
                    + (isStoredShown ? " \(format.text(ReaderPhrase.showingStored))" : ""))
        }
        guard !session.isJSON else {
            return try JSONOutput.print(
                InboxOutput(
                    items: items.map(InboxItemOutput.init), unread: update.unreadCount,
                    error: update.error.map(ErrorOutput.init)))
        }
        guard !items.isEmpty else {
            return update.error == nil ? try Console.answer(format.text(CommandPhrase.noAnswers)) : ()
        }
        let now = Dependency.resolve((any TimeProvider).self).now
        var lines: [String] = []
        for item in items {
            let output = InboxItemOutput(answer: item)
            let details = [
                item.author ?? format.text(CommentPhrase.unknownAuthor), item.community.map { "r/\($0)" },
                format.relativeDate(item.created, now: now),
            ].compactMap { $0?.harmless }
            lines.append("\(item.isRead ? " " : "●") \(output.id.harmless)  \(details.joined(separator: " · "))")
            lines.append("  \((item.body ?? format.text(CommentPhrase.noText)).harmless)")
        }
        try Console.answer(lines.joined(separator: "\n"))
    }
}

/// The JSON output of `inbox`.
private struct InboxOutput: Encodable {
    let items: [InboxItemOutput]
    let unread: Int
    let error: ErrorOutput?

    enum CodingKeys: CodingKey {
        case items, unread, error
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(items, forKey: .items)
        try container.encode(unread, forKey: .unread)
        try container.encode(error, forKey: .error)
    }
}

/// An answer as it is printed; what is unknown is null.
private struct InboxItemOutput: Encodable {
    let answer: Answer

    var id: String { ThingIDs(site: answer.comment.site).text(of: answer.comment) }

    enum CodingKeys: CodingKey {
        case id, kind, post, parent, author, body, created, isRead
    }

    func encode(to encoder: any Encoder) throws {
        let ids = ThingIDs(site: answer.comment.site)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(answer.kind.rawValue, forKey: .kind)
        try container.encode(answer.post?.native, forKey: .post)
        try container.encode(answer.parent.map { ids.text(of: $0) }, forKey: .parent)
        try container.encode(answer.author, forKey: .author)
        try container.encode(answer.body, forKey: .body)
        try container.encode(answer.created?.timeIntervalSince1970, forKey: .created)
        try container.encode(answer.isRead, forKey: .isRead)
    }
}
