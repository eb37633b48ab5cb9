import CommandKit
import ConsoleKit
import Core
import Database
import DemoServer
import Foundation
import Lantern
import PostFeatures

/// One run of a command: the store is open, the server runs where one is needed, and everything is wired.
struct Session: Sendable {
    let settings: ReaderSettings
    let store: JSONStore
    /// The accounts of the site; nil where nobody can sign in.
    var accounts: (any AccountProvider)?
    /// What was unsent before anything was sent in this run; only where the command sends.
    var outboxAtStart = OutboxState()
    /// The address of the demonstration's server where that runs inside this process.
    var demoServer: URL?

    var profile: SiteProfile { settings.profile }
    var site: Site { profile.site }
    var isJSON: Bool { settings.format == .json }
    /// Whether another program has the store open for writing, so that this one only reads it.
    var isBeside: Bool { store.access == .reading }

    /// Runs a command, from opening the store to closing it, and turns what went wrong into an exit status.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - isLocal: Whether the command never needs the network, so that no server is started for it.
    ///   - use: The way in which the command uses the store; it writes by default.
    ///   - limitsEachRequest: Whether the timeout is that of each request, and not that of the whole command.
    ///   - sends: Whether the command sends what is unsent; false by default.
    ///   - sendsUnasked: Whether what is unsent goes out by itself while it runs; false by default.
    ///   - marks: Whether the command writes a person's marks, and so asks first whose a token from the environment is;
    ///     false by default.
    ///   - showsMarks: Whether a command that only reads shows what its person has marked; false by default.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func run(
        _ options: ReaderOptions, isLocal: Bool = false, use: StoreUse = .writing, limitsEachRequest: Bool = false,
        sends: Bool = false, sendsUnasked: Bool = false, marks: Bool = false, showsMarks: Bool = false,
        _ work: @Sendable @MainActor (Session) async throws -> Void
    ) async throws {
        LoopbackProxy.bypass()
        var changing = try ReaderSettings(options)
        changing.limitsEachRequest = limitsEachRequest
        changing.sendsWrites = sends
        changing.sendsUnasked = sendsUnasked
        // Beside a program that writes there is nothing to refresh, and without a network nothing to ask.
        if sendsUnasked, !changing.isOffline { changing.timer = TimerScheduler() }
        let asksWho = marks && changing.hasRedditToken
        // What is asked beside what was asked for is not waited for long.
        if isLocal, asksWho { changing.timeout = min(changing.timeout, .seconds(5)) }
        let settings = changing
        let isUsed = !settings.isOffline && (!isLocal || asksWho)
        let needsServer = settings.chain.contains(.demo) && settings.base == nil && isUsed
        let folder = StoreFolder(settings.directory, languages: Language.ofReader)
        var server: DemoServer?
        do {
            // Before the store is opened: what is refused here leaves nothing behind.
            var backends = try settings.backends(base: settings.base, isUsed: isUsed)
            // What was marked before there was an account is to be seen by the first command already.
            var use = use
            if showsMarks, case .reading = use, DemoSite.isNew(to: settings) { use = .marking(waits: false) }
            var session = Session(settings: settings, store: try await folder.open(use))
            let services: AppServices
            do {
                if needsServer {
                    // Once the folder is there in which it keeps what it is told.
                    server = try await DemoSite.start(keptIn: settings.demoFile)
                    backends = try settings.backends(base: server?.baseURL, isUsed: isUsed)
                }
                services = try Injector.start(settings, session.store, backends, isUsed: isUsed)
            } catch {
                await folder.close { [session] in try await session.store.close() }
                throw error
            }
            session.accounts = services.backends.all.lazy.compactMap { $0.session as? any AccountProvider }.first
            session.demoServer = server?.baseURL
            let result: Result<Void, any Error>
            do {
                if sends, Dependency.current.isRegistered((any WritingProvider).self) {
                    // Before anybody is known to be signed in, and so before anything goes out.
                    let writing = try session.writing
                    try await writing.load()
                    session.outboxAtStart = writing.outbox.value
                }
                try await session.loadAccounts()
                try await DemoSite.takeOver(session)
                if asksWho { try await session.askWho() }
                result = .success(try await work(session))
            } catch {
                result = .failure(error)
            }
            await folder.close(services.finish)
            try result.get()
        } catch {
            await server?.stop()
            if DataError(error).code == .storeDamaged { try await folder.mend() }
            let format = PostFormat.chosen()
            throw ExitStatus.reporting(error) { format.message(for: $0) }
        }
        await server?.stop()
    }
}

extension Session: CommandSession {
    static var program: String { "reader" }
    static var format: PostFormat { .chosen() }
    static var defaultSettings: ReadingSettings { ReadingSettings() }
    static func directory(of options: ReaderOptions) -> String { options.directory }

    static func run(
        _ options: ReaderOptions, _ manner: CommandManner,
        _ work: @Sendable @MainActor (Session) async throws -> Void
    ) async throws {
        try await run(
            options, isLocal: manner.isLocal, use: manner.use, limitsEachRequest: manner.limitsEachRequest,
            sends: manner.sends, work)
    }

    var isOffline: Bool { settings.isOffline }
    var sendsWrites: Bool { settings.sendsWrites }

    func advice(on error: DataError, in format: PostFormat) -> String {
        error.advice(on: settings.chain, in: format)
    }

    func text(of target: StatusTarget, on site: Site) -> String { ThingIDs(site: site).text(of: target) }
}
