package import ArgumentParser
import ConsoleKit
package import Core
import Foundation
import PostFeatures

/// What is unsent, and a person's decisions on it.
package struct OutboxCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "outbox", abstract: "What is unsent: shows it, sends it again, gives it up, changes it.",
            subcommands: [
                ListOutboxCommand<Session>.self, RetryCommand<Session>.self, ArrivedCommand<Session>.self,
                CancelCommand<Session>.self, EditEntryCommand<Session>.self,
            ],
            defaultSubcommand: ListOutboxCommand<Session>.self)
    }

    package init() {}
}

/// Shows what is unsent.
package struct ListOutboxCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "list", abstract: "Shows what is unsent.")
    }

    @OptionGroup var options: Session.Options

    package init() {}

    package func validate() throws { try Session.checkWriting(options) }

    package func run() async throws {
        try await Session.run(options, CommandManner(isLocal: true, use: .reading)) { session in
            let writing = try session.writing
            try await writing.load()
            try WrittenPrinter(session: session).print(unsent: session.unsent(in: writing))
        }
    }
}

/// Sends entries again.
package struct RetryCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "retry", abstract: "Sends entries now: those that are named, or all that failed.")
    }

    @OptionGroup var options: Session.Options

    @Option(
        help: ArgumentHelp(
            "Another account that sends them, for texts that failed, and for what nobody knows whose it is.",
            valueName: "name"))
    var account: String?

    @Argument(help: "The entries' ids.")
    var ids: [EntryArgument] = []

    package init() {}

    package func validate() throws {
        try Session.checkWriting(options)
        guard account == nil || !ids.isEmpty else { throw ValidationError("--account needs the ids of entries.") }
    }

    package func run() async throws {
        let (ids, name) = (ids.map(\.id), account)
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
package struct ArrivedCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "arrived", abstract: "Takes an entry as arrived of which nobody knows whether it did.")
    }

    @OptionGroup var options: Session.Options
    @OptionGroup var dependants: DependantOptions

    @Argument(help: "The entry's id.")
    var id: EntryArgument

    package init() {}

    package func validate() throws { try Session.checkWriting(options) }

    package func run() async throws {
        try await Session.decide(.arrived(dependants.choice), on: [id.id], options)
    }
}

/// Gives entries up.
package struct CancelCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "cancel", abstract: "Gives entries up; a text becomes a draft.")
    }

    @OptionGroup var options: Session.Options
    @OptionGroup var dependants: DependantOptions

    @Flag(help: "Give up payments too whose money may be taken.")
    var withPayments = false

    @Argument(help: "The entries' ids.")
    var ids: [EntryArgument]

    package init() {}

    package func validate() throws { try Session.checkWriting(options) }

    package func run() async throws {
        try await Session.decide(
            .giveUp(dependants.choice, withConsent: withPayments), on: ids.map(\.id), options)
    }
}

/// Changes the text of an entry.
package struct EditEntryCommand<Session: CommandSession>: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "edit", abstract: "Changes the text of an entry; one that failed is to be sent again.",
            usage: "\(Session.program) outbox edit <id> <text> [<options>]")
    }

    @OptionGroup var options: Session.Options

    @Argument(help: "The entry's id.")
    var id: EntryArgument

    @OptionGroup var words: TextArguments

    package init() {}

    package func validate() throws { try Session.checkWriting(options) }

    package func run() async throws {
        let text = try words.typed
        try await Session.decide(.edit(text), on: [id.id], options, text: text)
    }
}

extension CommandSession {
    /// Everything unsent of the site; an upload goes and leaves with what it belongs to.
    package func unsent(in writing: any WritingProvider) -> [OutboxItem] {
        writing.outbox.value.items.filter { $0.account.site == site && !$0.isPart }
    }

    /// The key of the account that somebody names.
    package func key(of name: String) throws -> AccountKey {
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
    package static func decide(
        _ decision: OutboxDecision, on ids: [String], _ options: Options, text: String? = nil
    ) async throws {
        let work: @Sendable @MainActor (Self) async throws -> Void = { session in
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
                Console.warn(Self.format.text(CommandPhrase.draftsHint))
            }
            if known.isEmpty { throw ExitStatus.unknownIDs }
        }
        guard let text else { return try await write(options, sends: false, work) }
        try await writeText(text, options, sends: false, handsOver: false, work)
    }
}
