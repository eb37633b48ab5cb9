package import ConsoleKit
import Core
package import Database
package import PostFeatures

/// The folder of a program's store, and what is said and done where it is damaged.
package struct StoreFolder: Sendable {
    /// The path of the folder.
    package let path: String
    private let languages: [Language]

    /// A folder.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - languages: The languages of the program.
    package init(_ path: String, languages: [Language]) {
        (self.path, self.languages) = (path, languages)
    }

    // The settings are in the store, so the language is the system's where it is not open.
    private var format: PostFormat { .chosen(among: languages) }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - use: The way in which it is used.
    ///   - ownCollections: The program's own collections; none by default.
    /// - Returns: The store.
    /// - Throws: `StoreError`; the exit status for damages, once it was said what was set aside.
    package func open(_ use: StoreUse, ownCollections: [AnyCollectionSchema] = []) async throws -> JSONStore {
        let store = try await use.open { access, patience in
            try await JSONStore.open(
                directory: path, ownCollections: ownCollections, access: access, waitingUpTo: patience)
        }
        do {
            try tell(store.damages)
        } catch {
            try await store.close()
            throw error
        }
        return store
    }

    /// Sets aside what a command could not read.
    ///
    /// - Parameter ownCollections: The program's own collections; none by default.
    /// - Throws: The exit status, once it was said what was set aside.
    package func mend(ownCollections: [AnyCollectionSchema] = []) async throws {
        let store: JSONStore
        do {
            store = try await open(.writing, ownCollections: ownCollections)
        } catch let error as StoreError {
            // The command's own error says more.
            Console.warn(error.message)
            return
        }
        let found = try await store.verify()
        try await store.close()
        try tell(found.damages)
    }

    /// Ends something; what goes wrong is a warning, as the command is done.
    package func close(_ end: () async throws -> Void) async {
        do {
            try await end()
        } catch {
            Console.warn(format.message(for: DataError(error)))
        }
    }

    /// Says what was damaged and set aside; the next run goes on.
    private func tell(_ damages: [StoreDamage]) throws {
        guard !damages.isEmpty else { return }
        for damage in damages { Console.warn(damage.text(in: format)) }
        Console.warn(format.text(StorePhrase.goesOnSalvaged))
        throw ExitStatus.storeDamaged
    }
}

extension StoreDamage {
    /// A sentence about the damage and where the file is kept; English says most.
    package func text(in format: PostFormat) -> String {
        guard format.language != .english else { return description }
        guard let setAsidePath else { return format.text(StorePhrase.damagedFileAsFound, filling: path) }
        return "\(format.text(StorePhrase.damagedFile, filling: path)) "
            + format.text(StorePhrase.damagedFileAside, filling: setAsidePath)
    }
}
