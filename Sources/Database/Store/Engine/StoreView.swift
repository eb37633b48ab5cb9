import Core
import Synchronization

/// The store at one commit: what a snapshot, its copies and a batch read.
///
/// It never changes. When a derived file that it reads turns out to be damaged, it is rebuilt from the journal, once.
final class StoreView: Sendable {
    let version: UInt64
    let directory: String
    let tables: [String: TableState]
    let definitions: [String: any TableDefinition]
    let files: RecordFiles
    /// Where the journal ends for this view.
    let position: JournalPosition
    /// How often everything had been loaded anew before.
    let epoch: Int
    /// Called when a derived file was found to be damaged.
    private let onDamage: @Sendable (Int) -> Void
    private let rebuilt = Mutex<[String: TableState]?>(nil)

    init(
        version: UInt64, directory: String, tables: [String: TableState], definitions: [String: any TableDefinition],
        files: RecordFiles, position: JournalPosition, epoch: Int,
        onDamage: @escaping @Sendable (Int) -> Void
    ) {
        self.version = version
        self.directory = directory
        self.tables = tables
        self.definitions = definitions
        self.files = files
        self.position = position
        self.epoch = epoch
        self.onDamage = onDamage
    }

    /// Reads a table; when that meets a damaged derived file, once more from the journal itself.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - body: Reads. It is called again when a derived file was damaged.
    /// - Returns: What the body returns.
    /// - Throws: ``StoreError``; `invalidInput` when the store was opened without the collection.
    func read<Result>(_ name: String, _ body: (TableState) throws -> Result) throws -> Result {
        guard let table = rebuilt.withLock({ $0?[name] }) ?? tables[name] else { throw undeclared(name) }
        do {
            return try translating { try body(table) }
        } catch is RunDamage {
            onDamage(epoch)
            guard let table = try rebuild()[name] else { throw undeclared(name) }
            return try translating { try body(table) }
        }
    }

    /// Somebody asks for a collection that the store was opened without.
    func undeclared(_ name: String) -> StoreError {
        StoreError(
            .invalidInput, path: directory,
            message: """
                The store '\(directory)' was opened without the collection '\(name)'. Add it to 'ownCollections' or \
                'collections' where the store is opened; what is stored of it is kept meanwhile.
                """)
    }

    /// Makes errors of the disk errors of the store.
    private func translating<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch RunFailure.damage(let damage) {
            throw damage
        } catch RunFailure.disk(let error) {
            throw StoreError(error)
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Fills tables from the journal files of the view; who comes meanwhile waits for the same ones.
    private func rebuild() throws -> [String: TableState] {
        try rebuilt.withLock { rebuilt in
            if let rebuilt { return rebuilt }
            var loader = TableLoader(definitions: definitions, files: files.journal)
            do {
                try JournalReplay(files: files.journal, position: position, schemas: definitions.mapValues(\.version))
                    .run(&loader)
                let tables = try loader.finish()
                rebuilt = tables
                return tables
            } catch let error as FileError {
                throw StoreError(error)
            }
        }
    }
}
