import ArgumentParser
import Core
import Database
import DemoServer
import Foundation

/// One run of a command: the store is open, the server runs where one is needed, and everything is wired.
struct Session: Sendable {
    let settings: ReaderSettings
    let store: JSONStore

    var site: Site { settings.backend.site }
    var isJSON: Bool { settings.format == .json }

    /// Runs a command, from opening the store to closing it, and turns what went wrong into an exit status.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - isLocal: Whether the command never needs the network, so that no server is started for it.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func run(
        _ options: ReaderOptions, isLocal: Bool = false, _ work: @Sendable @MainActor (Session) async throws -> Void
    ) async throws {
        LoopbackProxy.bypass()
        let settings = try ReaderSettings(options)
        let session = Session(settings: settings, store: try await open(settings))
        var server: DemoServer?
        do {
            if settings.backend == .demo, settings.base == nil, !settings.isOffline, !isLocal {
                let started = DemoServer()
                server = started
                try await started.start()
            }
            let base = settings.base ?? server?.baseURL ?? settings.backend.base
            Injector(options: settings, store: session.store, base: base).register()
            try await work(session)
        } catch {
            await session.end(server)
            throw exit(for: error)
        }
        await session.end(server)
    }

    private func end(_ server: DemoServer?) async {
        await server?.stop()
        do {
            try await store.close()
        } catch {
            Console.warn("\(error)")
        }
    }

    private static func open(_ settings: ReaderSettings) async throws -> JSONStore {
        let store: JSONStore
        do {
            store = try await JSONStore.open(
                directory: settings.directory, collections: DatabasePostProvider.collections)
        } catch {
            throw exit(for: error)
        }
        guard store.damages.isEmpty else {
            for damage in store.damages { Console.warn("\(damage)") }
            Console.warn("The next run goes on with what was salvaged.")
            throw ExitStatus.storeDamaged
        }
        return store
    }

    private static func exit(for error: any Error) -> any Error {
        if error is ExitCode || error is ValidationError || error is CleanExit { return error }
        let error = DataError(error)
        Console.warn(error.message)
        switch error.code {
        case .storeBusy: return ExitStatus.storeBusy
        case .storeTooNew: return ExitStatus.otherVersion
        case .noSpace, .readOnly, .permissionDenied, .fileMissing, .diskFailure: return ExitStatus.diskFailure
        case .invalidInput: return ExitStatus.usage
        default: return ExitCode.failure
        }
    }
}

/// The exit statuses, after sysexits.h.
enum ExitStatus {
    /// A value out of range or malformed.
    static let usage = ExitCode(64)
    /// The store is damaged.
    static let storeDamaged = ExitCode(65)
    /// None of the ids named is known.
    static let unknownIDs = ExitCode(66)
    /// The network failed, and nothing is stored to show.
    static let unavailable = ExitCode(69)
    /// The disk does not do what it has to.
    static let diskFailure = ExitCode(74)
    /// Another version of the program wrote the store; it is left as it is.
    static let otherVersion = ExitCode(78)
    /// Another process has the store open.
    static let storeBusy = ExitCode(75)
}
