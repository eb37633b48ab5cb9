import ArgumentParser
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// What is unsent, and a person's decisions on it.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "What is unsent: shows it, sends it again, gives it up, changes it.",
        subcommands: [
            ListOutboxCommand.self, RetryCommand.self, ArrivedCommand.self, CancelCommand.self,
            EditEntryCommand.self,
        ],
        defaultSubcommand: ListOutboxCommand.self)
}

/// Shows what is unsent.
struct ListOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows what is unsent.")

    @OptionGroup var options: ReaderOptions

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .reading) { session in
            let writing = try session.writing
            try await writing.load()
            try WrittenPrinter(session: session).print(unsent: session.unsent(in: writing))
        }
    }
}

/// Sends entries again.
struct RetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Sends entries now: those that are named, or all that failed.")

    @OptionGroup var options: ReaderOptions

    @Option(
        help: ArgumentHelp(
            "Another account that sends them, for texts that failed, and for what nobody knows whose it is.",
            valueName: "name"))
    var account: String?

    @Argument(help: "The entries' ids.")
    var ids: [PostArgument] = []

    func validate() throws {
        try Session.checkWriting(options)
        guard account == nil || !ids.isEmpty else { throw ValidationError("--account needs the ids of entries.") }
    }

    func run() async throws {
        let (ids, name) = (ids.map(\.native), account)
        try await Session.write(options) { session in
            var run = try await WriteRun(session)
            let other = try name.map { try session.key(of: $0) }
            try await run.askWhose()
            let items = session.unsent(in: run.writing)
            var senders: [AccountKey] = []
            let meant = ids.isEmpty ? items.filter { $0.state == .failed && $0.isKnown }.map(\.id.rawValue) : ids
            for id in meant {
                guard let item = items.first(where: { $0.id.rawValue == id }) else {
                    run.miss(id)
                    continue
                }
                do {
                    try await run.writing.decide(.send(as: other), on: item.id)
                } catch WritingError.notApplicable where ids.isEmpty {
                    // Such as other words for a text of which nobody knows the id: it stays, and keeps nothing up.
                }
                // As it is now: somebody else may send it.
                run.watch(session.unsent(in: run.writing).first { $0.id == item.id } ?? item)
                let sender = other ?? item.account
                if !senders.contains(sender) { senders.append(sender) }
            }
            session.warnOfOrphans(in: run.writing)
            try await run.finish(as: senders)
        }
    }
}

/// Takes an entry as arrived.
struct ArrivedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrived", abstract: "Takes an entry as arrived of which nobody knows whether it did.")

    @OptionGroup var options: ReaderOptions
    @OptionGroup var dependants: DependantOptions

    @Argument(help: "The entry's id.")
    var id: PostArgument

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        try await Session.decide(.arrived(dependants.choice), on: [id.native], options)
    }
}

/// Gives entries up.
struct CancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Gives entries up; a text becomes a draft.")

    @OptionGroup var options: ReaderOptions
    @OptionGroup var dependants: DependantOptions

    @Argument(help: "The entries' ids.")
    var ids: [PostArgument]

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        try await Session.decide(.giveUp(dependants.choice), on: ids.map(\.native), options)
    }
}

/// Changes the text of an entry.
struct EditEntryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Changes the text of an entry; one that failed is to be sent again.",
        usage: "reader outbox edit <id> <text> [<options>]")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The entry's id.")
    var id: PostArgument

    @OptionGroup var words: TextArguments

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let text = try words.typed
        try await Session.decide(.edit(text), on: [id.native], options, text: text)
    }
}

extension Session {
    /// Everything unsent of the site.
    func unsent(in writing: any WritingProvider) -> [OutboxItem] {
        writing.outbox.value.items.filter { $0.account.site == site }
    }

    /// The key of the account that somebody names.
    func key(of name: String) throws -> AccountKey {
        guard let key = try account(named: name).key else { throw DataError(.unauthorized) }
        return key
    }

    /// Follows a decision on entries, and prints what is left; nothing is sent.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - ids: The entries' ids.
    ///   - options: The options of every command.
    ///   - text: The text that would be lost where the decision cannot be stored.
    /// - Throws: The exit status.
    static func decide(
        _ decision: OutboxDecision, on ids: [String], _ options: ReaderOptions, text: String? = nil
    ) async throws {
        let work: @Sendable @MainActor (Session) async throws -> Void = { session in
            let run = try await WriteRun(session)
            // Those that wait for others first, so that these can go with them.
            let known = session.unsent(in: run.writing).filter { ids.contains($0.id.rawValue) }.reversed()
            // None of them goes where one cannot.
            if known.contains(where: { $0.isKnown && [.sending, .checking].contains($0.state) }),
                case .giveUp = decision
            {
                throw WritingError.underWay
            }
            for item in known {
                try await session.asking { try await run.writing.decide(decision, on: item.id) }
            }
            let printer = WrittenPrinter(session: session)
            let unknown = ids.filter { id in !known.contains { $0.id.rawValue == id } }
            if !unknown.isEmpty { printer.warn(unknown: unknown) }
            try printer.print(unsent: session.unsent(in: run.writing))
            if !session.isJSON, case .giveUp = decision, known.contains(where: { $0.title != nil || $0.text != nil }) {
                Console.warn(PostFormat.chosen().text(WritingPhrase.draftsHint))
            }
            if known.isEmpty { throw ExitStatus.unknownIDs }
        }
        guard let text else { return try await write(options, sends: false, work) }
        try await writeText(text, options, sends: false, handsOver: false, work)
    }
}
