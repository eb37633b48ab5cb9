import ArgumentParser
import ConsoleKit
import Core
import Database
import DemoServer
import Foundation

/// One run of a command: the store is open, the server runs where one is needed, and everything is wired.
struct Session: Sendable {
    let settings: ReaderSettings
    let store: JSONStore

    var site: Site { settings.site }
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
        var wired: Injector?
        do {
            if settings.backend == .demo, settings.base == nil, !settings.isOffline, !isLocal {
                let started = DemoServer()
                server = started
                try await started.start()
            }
            let base = settings.base ?? server?.baseURL ?? settings.backend.base
            let injector = try Injector(settings, store: session.store, base: base, isLocal: isLocal)
            wired = injector
            injector.register()
            try await work(session)
        } catch {
            await session.end(wired, server)
            throw ExitStatus.reporting(error)
        }
        await session.end(wired, server)
    }

    private func end(_ wired: Injector?, _ server: DemoServer?) async {
        await wired?.finish()
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
            throw ExitStatus.reporting(error)
        }
        guard store.damages.isEmpty else {
            for damage in store.damages { Console.warn("\(damage)") }
            Console.warn("The next run goes on with what was salvaged.")
            throw ExitStatus.storeDamaged
        }
        return store
    }
}
