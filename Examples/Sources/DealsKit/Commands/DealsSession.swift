import ArgumentParser
import ConsoleKit
import Core
import Database

/// One run of a command: the store is open while it works.
enum DealsSession {
    /// Runs a command, from opening the store to closing it, and turns what went wrong into an exit status.
    ///
    /// - Parameters:
    ///   - options: The options of every command.
    ///   - use: The way in which the command uses the store; it writes by default.
    ///   - work: The command.
    /// - Throws: The exit status, and what a bad command line is refused with.
    static func run(
        _ options: DealsOptions, use: StoreUse = .writing, _ work: (JSONStore) async throws -> Void
    ) async throws {
        let store: JSONStore
        do {
            store = try await use.open { access, patience in
                try await JSONStore.open(
                    directory: options.directory, collections: [AnyCollectionSchema(Deal.schema)], access: access,
                    waitingUpTo: patience)
            }
        } catch {
            throw ExitStatus.reporting(error)
        }
        do {
            try check(store.damages)
            try await work(store)
        } catch let error as StoreError where error.code == .storeDamaged {
            await close(store)
            throw await mend(options, error)
        } catch {
            await close(store)
            throw ExitStatus.reporting(error)
        }
        guard await close(store) else { throw ExitStatus.diskFailure }
    }

    /// Reports what was damaged; it has been set aside by then.
    private static func check(_ damages: [StoreDamage]) throws {
        guard !damages.isEmpty else { return }
        for damage in damages { Console.warn("\(damage)") }
        Console.warn("The next run goes on with what was salvaged.")
        throw ExitStatus.storeDamaged
    }

    /// Moves aside what a command could not read.
    private static func mend(_ options: DealsOptions, _ error: StoreError) async -> any Error {
        Console.warn(error.message)
        do {
            let store = try await JSONStore.open(
                directory: options.directory, collections: [AnyCollectionSchema(Deal.schema)])
            let damages = store.damages + (try await store.verify().damages)
            await close(store)
            try check(damages)
            return ExitStatus.storeDamaged
        } catch {
            return ExitStatus.reporting(error)
        }
    }

    @discardableResult
    private static func close(_ store: JSONStore) async -> Bool {
        do {
            try await store.close()
            return true
        } catch {
            Console.warn("\(error)")
            return false
        }
    }
}
