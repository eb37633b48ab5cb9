import ArgumentParser
import CommandKit
import Community
import CommunityServer
import ConsoleKit
import Core
import Database
import Foundation
import Lantern
import PostFeatures

/// One run of a command: the store is open, the server runs where one is needed, and everything is wired.
struct CommunitySession: CommandSession {
    let settings: CommunitySettings
    let store: JSONStore
    let services: CommunityWiring
    var outboxAtStart = OutboxState()

    static let program = "community"
    static var format: PostFormat { .chosen(among: CommunityLanguages.all) }
    /// The format of the community's own texts.
    static var texts: CommunityFormat { CommunityFormat(language: format.language) }

    static var defaultSettings: ReadingSettings {
        get throws { try InMemorySettingsProvider(own: [], languages: CommunityLanguages.codes).settings.value }
    }

    static func allowed(_ key: SettingKey) -> String {
        key == .language ? (["system"] + CommunityLanguages.all.map(\.code)).joined(separator: ", ") : key.allowed
    }

    static func directory(of options: CommonOptions) -> String { options.directory("lantern/community") }

    // Everybody who is signed in may write.
    static func checkWriting(_ options: CommonOptions) {}

    var site: Site { .community }
    var accounts: (any AccountProvider)? { services.sessions }
    var isJSON: Bool { settings.format == .json }
    var isOffline: Bool { settings.isOffline }
    var sendsWrites: Bool { settings.sendsWrites }

    var writing: any WritingProvider {
        get throws {
            guard Dependency.current.isRegistered((any WritingProvider).self) else {
                return EmptyOutbox(accounts: services.sessions)
            }
            return try Dependency.resolveOrThrow((any WritingProvider).self)
        }
    }

    func advice(on error: DataError, in format: PostFormat) -> String {
        CommunityFormat(language: format.language).message(for: error)
    }

    func text(of target: StatusTarget, on site: Site) -> String { target.native }

    func subject(of item: OutboxItem) -> EntrySubject { CommunityEntry(item, of: services).subject }

    func words(for entry: EntryOutput, in format: PostFormat) -> String? {
        // Kinds are named as the commands that queue them.
        let isOff = if case .flag(false)? = entry.value { true } else { false }
        let name: String
        switch entry.kind {
        case "like", "follow": name = isOff ? "un\(entry.kind)" : entry.kind
        case "donations": name = isOff ? "donations off" : "donations on"
        case "profile":
            guard case .field(let field)? = entry.value else { return entry.kind.harmless }
            name = "set \(field)"
        default: name = entry.kind
        }
        return [name, entry.target].compactMap { $0 }.joined(separator: " ").harmless
    }

    static func run(
        _ options: CommonOptions, _ manner: CommandManner,
        _ work: @Sendable @MainActor (CommunitySession) async throws -> Void
    ) async throws {
        LoopbackProxy.bypass()
        let settings = try CommunitySettings(options, manner)
        let isUsed = !settings.isOffline && !manner.isLocal
        let folder = StoreFolder(settings.directory, languages: CommunityLanguages.all)
        var server: CommunityServer?
        do {
            // Before the store is opened: what is refused here leaves nothing behind.
            var services = try CommunityWiring(settings, server: nil, isUsed: isUsed)
            let store = try await folder.open(manner.use)
            let app: AppServices
            do {
                if settings.base == nil, isUsed {
                    // Once the folder is there in which it keeps what it is told.
                    server = try await CommunityDemo.start(keptIn: settings.demoFile)
                    services = try CommunityWiring(settings, server: server?.baseURL, isUsed: isUsed)
                }
                app = try services.start(store, settings, isUsed: isUsed)
            } catch {
                await folder.close { try await store.close() }
                throw error
            }
            var session = CommunitySession(settings: settings, store: store, services: services)
            let result: Result<Void, any Error>
            do {
                let writing = try session.writing
                // Before anybody is known to be signed in, and so before anything goes out; what is read is shown with it.
                try await writing.load()
                if manner.sends { session.outboxAtStart = writing.outbox.value }
                try await session.loadAccounts()
                if isUsed, store.access == .writing { try await session.finishWithdrawal() }
                result = .success(try await work(session))
            } catch {
                result = .failure(error)
            }
            await folder.close(app.finish)
            try result.get()
        } catch {
            await server?.stop()
            if DataError(error).code == .storeDamaged { try await folder.mend() }
            throw ExitStatus.reporting(error) { texts.message(for: $0) }
        }
        await server?.stop()
    }

    /// Finishes a withdrawal of which nobody knew what became of it; without one nothing is asked.
    private func finishWithdrawal() async throws {
        let departures = try Dependency.resolveOrThrow((any AccountDepartureProvider).self)
        do {
            if try await services.accounts.finishWithdrawal(leaving: departures) == .done {
                Console.warn(Self.format.text(CommunityCommandPhrase.deletedAfterAll))
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The command does what it can, and the next one tries again.
            Console.warn(Self.texts.message(for: DataError(error)))
        }
    }
}
