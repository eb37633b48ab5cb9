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
    /// Collections that cannot be used as they are declared.
    let refusals: CollectionRefusals
    /// Called when a derived file was found to be damaged.
    private let onDamage: @Sendable (Int) -> Void
    private let rebuilt = Mutex<[String: TableState]?>(nil)

    init(
        version: UInt64, directory: String, tables: [String: TableState], definitions: [String: any TableDefinition],
        files: RecordFiles, position: JournalPosition, epoch: Int, refusals: CollectionRefusals,
        onDamage: @escaping @Sendable (Int) -> Void
    ) {
        self.version = version
        self.directory = directory
        self.tables = tables
        self.definitions = definitions
        self.files = files
        self.position = position
        self.epoch = epoch
        self.refusals = refusals
        self.onDamage = onDamage
    }

    /// Reads a table; when that meets a damaged derived file, once more from the journal itself.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - body: Reads. It is called again when a derived file was damaged.
    /// - Returns: What the body returns.
    /// - Throws: ``StoreError``; `invalidInput` when the store was opened without the collection, `migrationFailed`
    ///   when most of it does not fit its type.
    func read<Result>(_ name: String, _ body: (TableState) throws -> Result) throws -> Result {
        if let refusal = refusals[name] { throw refusal }
        guard let table = table(name) else { throw undeclared(name) }
        do {
            return try translating { try body(table) }
        } catch is RunDamage {
            // What is derived is not what was written.
        } catch is RecordMisfit {
            // An index holds what could be written and cannot be read; one that is made anew does not.
        }
        guard let table = try mend(name)[name] else { throw undeclared(name) }
        do {
            return try translating { try body(table) }
        } catch let error as RecordMisfit {
            throw misfit(name, error)
        }
    }

    /// Makes what is derived anew, because an index holds what cannot be read; the store does the same.
    ///
    /// - Parameter name: The collection that was read.
    /// - Returns: The tables that are read from now on.
    /// - Throws: ``StoreError``; `migrationFailed` when most of the collection does not fit its type. That is
    ///   remembered, and nothing is made anew on its account: the other collections are as they were.
    @discardableResult
    func mend(_ name: String) throws -> [String: TableState] {
        let tables: [String: TableState]
        do {
            tables = try rebuild()
        } catch {
            onDamage(epoch)
            throw error
        }
        if let refusal = refusals[name] { throw refusal }
        onDamage(epoch)
        return tables
    }

    /// A table as it is read now.
    func table(_ name: String) -> TableState? { rebuilt.withLock { $0?[name] } ?? tables[name] }

    /// A record that cannot be read.
    func misfit(_ name: String, _ error: RecordMisfit) -> StoreError {
        StoreError(
            .malformed, path: directory,
            message: "A record of '\(name)' in '\(directory)' does not fit its type: \(error.reason)",
            underlying: error.reason)
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
            var loader = TableLoader(definitions: definitions, files: files.journal, refuses: false)
            do {
                let replay = JournalReplay(
                    files: files.journal, position: position, schemas: definitions.mapValues(\.version))
                let versions = try replay.run(&loader)
                try loader.check(versions)
                let tables = try loader.finish()
                refusals.add(loader.refusals)
                rebuilt = tables
                return tables
            } catch let error as FileError {
                throw StoreError(error)
            }
        }
    }
}
