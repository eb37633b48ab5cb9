package import ArgumentParser
package import ConsoleKit
package import Core
package import Database
package import PostFeatures

/// The manner in which a command runs.
package struct CommandManner: Sendable {
    /// Whether it never needs the network, so that no server is started for it.
    package var isLocal = false
    /// The way in which it uses the store.
    package var use = StoreUse.writing
    /// Whether the timeout is that of each request, and not that of the whole command.
    package var limitsEachRequest = false
    /// Whether it sends what is unsent.
    package var sends = false
    /// Whether somebody looks at screens while it runs, so that what is unsent goes out by itself.
    package var isInteractive = false

    /// A manner; by default that of a command that writes to the store and asks the server, and sends nothing.
    package init(
        isLocal: Bool = false, use: StoreUse = .writing, limitsEachRequest: Bool = false, sends: Bool = false,
        isInteractive: Bool = false
    ) {
        (self.isLocal, self.use, self.limitsEachRequest, self.sends) = (isLocal, use, limitsEachRequest, sends)
        self.isInteractive = isInteractive
    }
}

/// One run of a program's command, with what all programs need of it: the store is open, and everything is wired.
package protocol CommandSession: Sendable {
    /// The options of every command of the program.
    associatedtype Options: ParsableArguments & Sendable

    /// The program's name.
    static var program: String { get }
    /// The format in the language that the person has set.
    static var format: PostFormat { get }
    /// The settings before any is set.
    static var defaultSettings: ReadingSettings { get throws }
    /// Returns the allowed values of a setting, as an English phrase.
    static func allowed(_ key: SettingKey) -> String
    /// Returns the folder of the store.
    static func directory(of options: Options) -> String
    /// Refuses options with which nobody can write.
    ///
    /// - Throws: `ValidationError`.
    static func checkWriting(_ options: Options) throws
    /// Runs a command, from opening the store to closing it, and turns what went wrong into an exit status.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - manner: The manner in which the command runs.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func run(
        _ options: Options, _ manner: CommandManner, _ work: @Sendable @MainActor (Self) async throws -> Void
    ) async throws

    /// The database.
    var store: JSONStore { get }
    /// The site.
    var site: Site { get }
    /// The accounts of the site; nil where nobody can sign in.
    var accounts: (any AccountProvider)? { get }
    /// The outbox before anything was sent in this run; only where the command sends.
    var outboxAtStart: OutboxState { get }
    /// Whether the answer is for programs.
    var isJSON: Bool { get }
    /// Whether the network is never touched.
    var isOffline: Bool { get }
    /// Whether the command sends what is unsent.
    var sendsWrites: Bool { get }
    /// The outbox.
    ///
    /// - Throws: `ValidationError` where there is none.
    var writing: any WritingProvider { get throws }

    /// Finds out what has to be known before what is unsent is sent; nothing by default.
    ///
    /// - Parameter account: The account whose entries are sent.
    /// - Throws: The reason why what is stored cannot be read or written.
    func prepareSync(as account: AccountKey) async throws
    /// Returns the message of an error, and what to do in this program.
    func advice(on error: DataError, in format: PostFormat) -> String
    /// Returns the printed id of what an entry is about.
    func text(of target: StatusTarget, on site: Site) -> String
    /// Describes an item of the outbox in the words of this program.
    func subject(of item: OutboxItem) -> EntrySubject
    /// Returns what an entry of one of the program's own kinds is, in words; nil for a built-in kind.
    func words(for entry: EntryOutput, in format: PostFormat) -> String?
}

extension CommandSession {
    package static func allowed(_ key: SettingKey) -> String { key.allowed }
    package func prepareSync(as account: AccountKey) async throws {}
    package func subject(of item: OutboxItem) -> EntrySubject { EntrySubject(builtIn: item, in: self) }
    package func words(for entry: EntryOutput, in format: PostFormat) -> String? { nil }

    /// Runs a command that writes to a server: the store is open for writing, and what is unsent is sent.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - sends: Whether anything is sent; true by default.
    ///   - handsOver: Whether what is queued is left for a program that has the store; false by default.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    package static func write(
        _ options: Options, sends: Bool = true, handsOver: Bool = false,
        _ work: @Sendable @MainActor (Self) async throws -> Void
    ) async throws {
        try checkWriting(options)
        let use: StoreUse = handsOver ? .marking(waits: true) : .writing
        try await run(options, CommandManner(isLocal: !sends, use: use, sends: sends)) { session in
            do {
                try await work(session)
            } catch {
                guard DataError(error).code == .readOnly else { throw error }
                // It reads, as another program writes, and what it needs is not stored: nothing can be left for that one.
                throw DataError(.storeBusy)
            }
        }
    }

    /// Runs a command that writes a text; one that could not be kept is printed on standard error.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - options: The options of every command.
    ///   - sends: Whether anything is sent; true by default.
    ///   - handsOver: Whether it is left for a program that has the store; true by default.
    ///   - work: The command.
    /// - Throws: As ``write(_:sends:handsOver:_:)``.
    package static func writeText(
        _ text: String, _ options: Options, sends: Bool = true, handsOver: Bool = true,
        _ work: @Sendable @MainActor (Self) async throws -> Void
    ) async throws {
        do {
            try await write(options, sends: sends, handsOver: handsOver, work)
        } catch let status as ExitCode where [ExitStatus.storeBusy, ExitStatus.diskFailure].contains(status) {
            Console.warn(format.text(CommandPhrase.keptText, filling: text))
            throw status
        }
    }

    /// Says what a person has to add where other entries wait for one that is to go.
    ///
    /// - Parameter work: The decision.
    /// - Throws: `ValidationError` for that; what the work throws.
    @MainActor
    package func asking(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as WritingError {
            guard case .hasDependants(let ids) = error else { throw error }
            throw ValidationError(Self.format.text(CommandPhrase.dependants, counting: ids.count))
        }
    }

    /// Reads who is signed in, so that each sees their own things; nothing is asked.
    package func loadAccounts() async throws {
        do {
            try await accounts?.load()
        } catch let error as CancellationError {
            throw error
        } catch {
            // What nobody has done is readable all the same.
            Console.warn(Self.format.message(for: DataError(error)))
        }
    }

    /// Says how many things are not sent, where there are some; for the end of an interactive program.
    package func tellUnsent() {
        // Where there is no outbox, nothing is unsent.
        guard let outbox = try? writing.outbox.value, outbox.unsentCount > 0 else { return }
        let waiting = accounts == nil ? 0 : outbox.items.count { !$0.isPart && isOver($0.account) }
        for (phrase, count) in [
            (CommandPhrase.unsentAtEnd, outbox.unsentCount - waiting), (.unsentUntilSignIn, waiting),
        ] where count > 0 {
            Console.warn(Self.format.text(phrase, counting: count))
        }
    }

    /// Says what nobody sends, as it was queued for a token of which nobody knows whose it was.
    ///
    /// - Parameter writing: The outbox.
    package func warnOfOrphans(in writing: any WritingProvider) {
        let keys = accounts?.accounts.value.all.compactMap(\.writingKey) ?? []
        let orphans = unsent(in: writing).filter { item in
            item.account.name?.hasPrefix("token:") ?? false && !keys.contains(item.account)
        }
        guard !orphans.isEmpty else { return }
        let ids = orphans.map(\.id.rawValue).joined(separator: ", ")
        Console.warn(Self.format.text(CommandPhrase.orphans, filling: ids))
    }

    /// The name of an account's person, as the site has it; the account's id where that is not known.
    package func name(of account: AccountKey) -> String {
        accounts?.accounts.value.all.first { $0.key == account }?.user?.name ?? account.name ?? account.description
    }

    /// Whether the session of an account is over, or it is not signed in here.
    package func isOver(_ account: AccountKey) -> Bool {
        !(accounts?.accounts.value.all.contains { $0.writingKey == account && $0.state != .expired } ?? false)
    }

    /// Finds the account that somebody names, of the site.
    ///
    /// - Parameter name: The name, in any case, or the id.
    /// - Returns: The account on this device.
    /// - Throws: `DataError` with the code `notFound` where nobody of that name is signed in here.
    package func account(named name: String) throws(DataError) -> SignedInAccount {
        let all = accounts?.accounts.value.all ?? []
        let found =
            all.first { $0.user?.name.lowercased() == name.lowercased() }
            ?? all.first { $0.user?.id == name || $0.id == name }
        guard let found else {
            throw DataError(
                .notFound, message: Self.format.text(CommandPhrase.unknownAccount, filling: "'\(name)'"))
        }
        return found
    }
}
