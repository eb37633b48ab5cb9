import ArgumentParser
import CommandKit
import ConsoleKit
import Core
import Foundation
import PostFeatures

/// Signs somebody in.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Signs in: on a page of the server, or with name and password.",
        discussion: """
            Where people sign in on a page, its address is printed, and for five minutes the browser may come back to
            LANTERN_REDDIT_REDIRECT_URI. Where they sign in with a password, it is LANTERN_PASSWORD, or asked for.
            """)

    @OptionGroup var options: ReaderOptions

    @Option(help: ArgumentHelp("The name of the account.", valueName: "name"))
    var account: String?

    @Flag(
        name: .customLong("take-over"),
        help: "Give the account what was done signed out: statuses and drafts, and votes, which 'sync' sends.")
    var takeOver = false

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let (name, takesOver) = (account, takeOver)
        try await Session.run(options, limitsEachRequest: true) { session in
            let account = try await session.signIn(as: name)
            let shown = account.user?.name ?? account.key?.name
            if account.key != nil, Dependency.current.isRegistered((any WritingProvider).self) {
                // What was queued for a token of this person is theirs from here on.
                let writing = try session.writing
                try await writing.load()
                _ = try await writing.account(on: session.site)
            }
            if takesOver {
                guard let key = account.key else { throw DataError(.unauthorized) }
                let taken = try await Dependency.resolveOrThrow((any AccountDepartureProvider).self)
                    .takeOver(for: key)
                Console.warn(
                    PostFormat.chosen().text(
                        CommandPhrase.takenOver, filling: "\(taken.count + taken.queued.count)"))
            }
            if session.isJSON {
                try JSONOutput.print(AccountOutput(account: shown, site: account.site.rawValue))
            } else {
                let format = PostFormat.chosen()
                try Console.answer(
                    format.text(CommandPhrase.signedIn, filling: (shown ?? account.site.rawValue).harmless))
            }
        }
    }
}

/// The accounts on this device.
struct AccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accounts", abstract: "The accounts that are signed in: shows them, or chooses the one in use.",
        subcommands: [ListAccountsCommand.self, UseAccountCommand.self], defaultSubcommand: ListAccountsCommand.self)
}

/// Shows the accounts.
struct ListAccountsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows the accounts.")

    @OptionGroup var options: ReaderOptions

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        try await Session.run(options, isLocal: true, use: .reading) { session in
            try await session.printAccounts()
        }
    }
}

/// Chooses the account in use.
struct UseAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use", abstract: "Chooses the account that reads and writes from now on.")

    @OptionGroup var options: ReaderOptions

    @Argument(help: "The name of the account.")
    var name: String

    func validate() throws { try Session.checkWriting(options) }

    func run() async throws {
        let name = name
        try await Session.run(options, isLocal: true, use: .reading) { session in
            let account = try session.account(named: name)
            try await session.signIns.use(account.id)
            try await session.printAccounts()
        }
    }
}

extension Session {
    /// Prints the accounts of the site, and what each has not sent.
    @MainActor
    fileprivate func printAccounts() async throws {
        let (accounts, writing) = (try signIns.accounts.value, try writing)
        try await writing.load()
        let rows = accounts.all.map { account in
            AccountRowOutput(
                account: account.user?.name, site: account.site.rawValue,
                isCurrent: account.id == accounts.currentID,
                unsent: account.writingKey.map { key in writing.outbox.value.items.count { $0.account == key } } ?? 0)
        }
        guard !isJSON else { return try JSONOutput.print(AccountsOutput(accounts: rows)) }
        let format = PostFormat.chosen()
        guard !rows.isEmpty else { return try Console.answer(format.text(CommandPhrase.noAccounts)) }
        let lines = zip(rows, accounts.all).map { row, account in
            var parts = [(row.account ?? "?").harmless]
            if row.isCurrent { parts.append(format.text(CommandPhrase.inUse)) }
            if account.state == .expired { parts.append(format.text(CommandPhrase.isOver)) }
            if row.unsent > 0 { parts.append(format.text(CommandPhrase.unsentCount, filling: "\(row.unsent)")) }
            return parts.joined(separator: " · ")
        }
        try Console.answer(lines.joined(separator: "\n"))
    }
}

/// The JSON output of `login`.
struct AccountOutput: Encodable {
    let account: String?
    let site: String

    enum CodingKeys: CodingKey {
        case account, site
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
        try container.encode(site, forKey: .site)
    }
}

/// The JSON output of `accounts`.
private struct AccountsOutput: Encodable {
    let accounts: [AccountRowOutput]
}

/// One account.
private struct AccountRowOutput: Encodable {
    let account: String?
    let site: String
    let isCurrent: Bool
    let unsent: Int

    enum CodingKeys: CodingKey {
        case account, site, isCurrent, unsent
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(account, forKey: .account)
        try container.encode(site, forKey: .site)
        try container.encode(isCurrent, forKey: .isCurrent)
        try container.encode(unsent, forKey: .unsent)
    }
}
