import Core
import Synchronization

/// The store at one commit: what a snapshot, its copies and a batch read.
///
/// It never changes. When a derived file that it reads turns out to be damaged, it is rebuilt from the journal, once.
final class StoreView: Sendable {
    let version: UInt64
    let directory: String
    let tables: [String: CollectionState]
    let definitions: [String: any CollectionDefinition]
    let files: RecordFiles
    /// The end of the journal for this view.
    let position: JournalPosition
    /// The number of times that the store had been loaded anew before, since it was opened.
    let reloadCount: Int
    /// Collections that cannot be used as they are declared.
    let refusals: CollectionRefusals
    /// Values that were computed of whole collections.
    let derived: DerivedValues
    /// The folder of what is left for the process that writes; `nil` in that process.
    let leavingFolder: HandoverFolder?
    /// Called when a derived file was found to be damaged.
    private let onDamage: @Sendable (Int) -> Void
    private let rebuilt = Mutex<[String: CollectionState]?>(nil)

    init(
        of environment: StoreEnvironment, tables: [String: CollectionState], files: RecordFiles,
        position: JournalPosition, reloadCount: Int
    ) {
        version = position.next - 1
        directory = environment.directory
        self.tables = tables
        definitions = environment.definitions
        self.files = files
        self.position = position
        self.reloadCount = reloadCount
        refusals = environment.refusals
        derived = environment.derived
        leavingFolder = environment.leavingFolder
        onDamage = environment.onDamage
    }

    /// Reads a table; when that meets a damaged derived file, once more from the journal itself.
    ///
    /// - Parameters:
    ///   - name: The collection's name.
    ///   - body: Reads. It is called again when a derived file was damaged.
    /// - Returns: The result of the body.
    /// - Throws: ``StoreError``; `invalidInput` when the store was opened without the collection, `migrationFailed`
    ///   when most of it does not fit its type.
    func read<Result>(_ name: String, _ body: (CollectionState) throws -> Result) throws -> Result {
        var table = try declaredTable(name)
        var isMended = false
        while true {
            do {
                return try body(table)
            } catch {
                guard !isMended else { throw storeError(error, reading: name) }
                table = try mendedTable(name, after: error)
                isMended = true
            }
        }
    }

    private func declaredTable(_ name: String) throws -> CollectionState {
        if let refusal = refusals[name] { throw refusal }
        guard let table = table(name) else { throw undeclared(name) }
        return table
    }

    /// Makes a table anew that could not be read.
    ///
    /// - Throws: The error itself where what is derived is not to blame.
    private func mendedTable(_ name: String, after error: any Error) throws -> CollectionState {
        switch translated(error) {
        // What is derived is not what was written.
        case is RunDamage: break
        // An index holds what could be written and cannot be read; one that is made anew does not.
        case is UnreadableRecordError: break
        case let error: throw error
        }
        guard let table = try mend(name)[name] else { throw undeclared(name) }
        return table
    }

    /// The error to throw for one that reading a collection ended with.
    func storeError(_ error: any Error, reading name: String) -> any Error {
        let error = translated(error)
        return (error as? UnreadableRecordError).map { unreadableRecord(name, $0) } ?? error
    }

    /// Makes what is derived anew, because an index holds what cannot be read; the store does the same.
    ///
    /// - Parameter name: The collection that was read.
    /// - Returns: The tables that are read from now on.
    /// - Throws: ``StoreError``; `migrationFailed` when most of the collection does not fit its type. That is
    ///   remembered, and nothing is made anew on its account: the other collections are as they were.
    @discardableResult
    func mend(_ name: String) throws -> [String: CollectionState] {
        let tables: [String: CollectionState]
        do {
            tables = try rebuild()
        } catch {
            onDamage(reloadCount)
            throw error
        }
        if let refusal = refusals[name] { throw refusal }
        onDamage(reloadCount)
        return tables
    }

    /// A table as it is read now.
    func table(_ name: String) -> CollectionState? { rebuilt.withLock { $0?[name] } ?? tables[name] }

    /// A table as batches are applied to it, with slots that mean the same there.
    ///
    /// - Throws: ``StoreError`` as ``read(_:_:)``; `RunFailure` when the table was made anew for reading, and the store
    ///   has not been yet.
    func appliedTable(_ name: String) throws -> CollectionState {
        let table = try declaredTable(name)
        guard rebuilt.withLock({ $0 == nil }) else { throw RunFailure.damaged(directory) }
        return table
    }

    /// Creates the error for a record that cannot be read.
    func unreadableRecord(_ name: String, _ error: UnreadableRecordError) -> StoreError {
        StoreError(
            .malformed, path: directory,
            message: "A record of '\(name)' in '\(directory)' does not fit its type: \(error.reason)",
            underlying: error.reason)
    }

    /// Creates the error for a collection that the store was opened without.
    func undeclared(_ name: String) -> StoreError {
        StoreError(
            .invalidInput, path: directory,
            message: """
                The store '\(directory)' was opened without the collection '\(name)'. Add it to 'ownCollections' or \
                'collections' where the store is opened; what is stored of it is kept meanwhile.
                """)
    }

    /// Makes an error of the disk an error of the store.
    private func translated(_ error: any Error) -> any Error {
        switch error {
        case RunFailure.damage(let damage): damage
        case RunFailure.disk(let error): StoreError(error)
        case let error as FileError: StoreError(error)
        default: error
        }
    }

    /// Fills tables from the journal files of the view; who comes meanwhile waits for the same ones.
    private func rebuild() throws -> [String: CollectionState] {
        try rebuilt.withLock { rebuilt in
            if let rebuilt { return rebuilt }
            var loader = CollectionLoader(definitions: definitions, files: files.journal, refuses: false)
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
