import Core

/// A request for a join: sealed neighbours, and the id of the file that takes their place.
struct JoinRequest: Sendable {
    let span: JournalSpan
    let fileID: UInt32
    /// The number of commits so far: without another one the store is idle.
    let activity: Int
    /// The number of times that the store had been loaded anew.
    let reloadCount: Int
}

/// Joins sealed neighbours of the journal to one file, so that there are few of them.
///
/// No record gets another place: the new file knows how far each part has moved.
struct JoinJob: MaintenanceJob {
    private let activity: Int
    private let reloadCount: Int
    /// The files that are joined; none once the writer was told.
    private var covered: [JournalFile]
    private let joiner: JournalJoiner
    private var isCopied = false
    /// The file that others cannot be joined to.
    private var refused: UInt32?
    /// The file has its name, and is not to be removed any more.
    private(set) var isRenamed = false

    /// As many bytes of a file take about as long as an entry of a merge: a slice copies a MiB.
    private static let entryBytes = 256

    init(_ request: JoinRequest, _ environment: StoreEnvironment) throws(FileError) {
        (activity, reloadCount) = (request.activity, request.reloadCount)
        covered = request.span.files
        joiner = try JournalJoiner(
            folder: environment.folder, covering: request.span, id: request.fileID,
            chunkSize: environment.limits.sliceCount * Self.entryBytes)
    }

    mutating func work(_ environment: StoreEnvironment) throws -> Bool {
        if isCopied { return true }
        let step = try joiner.step()
        try joiner.syncLargePart()
        switch step {
        case .more: return false
        case .copied: try joiner.seal()
        case .refused(let id): refused = id
        }
        isCopied = true
        return true
    }

    mutating func finish(
        _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment, _ writer: StoreWriter
    ) throws {
        if let refused {
            cancel(environment)
            return writer.perform(unlessReloadedSince: reloadCount) { writerState in
                writerState.journal?.noteApart(refused)
                writerState.isRewriting = false
            }
        }
        guard state.lists(covered.map(\.id)) else {
            cancel(environment)
            return writer.perform(unlessReloadedSince: reloadCount) { $0.isRewriting = false }
        }
        let file = try joiner.finish()
        isRenamed = true
        try state.goOn(writer) { try adopt(file, &$0, environment, writer) }
    }

    mutating func cleanUp(_ environment: StoreEnvironment, _ writer: StoreWriter) throws -> Bool {
        guard isRenamed else { return true }
        // Those that somebody still holds, the writer until it was told included, keep another name meanwhile.
        guard try joiner.removeNextCovered() else { return false }
        let activity = activity
        writer.perform(unlessReloadedSince: reloadCount) { writerState in
            writerState.isRewriting = false
            writer.join(&writerState, isBusy: writerState.activity != activity)
        }
        return true
    }

    /// Has the store read from the new file.
    private mutating func adopt(
        _ file: JournalFile, _ state: inout StoreMaintenance.State, _ environment: StoreEnvironment,
        _ writer: StoreWriter
    ) throws {
        let sealed = covered
        covered = []
        let ids = Set(sealed.map(\.id))
        state.replacement = (ids, file, file.length, [:])
        if var manifest = state.manifest {
            try manifest.journal.replace(ids, by: file, size: file.length)
            try state.write(manifest, environment)
        }
        writer.perform(unlessReloadedSince: state.reloadCount) { writerState in
            guard let journal = writerState.journal else { return }
            let before = journal.totalBytes
            journal.replace(sealed, by: file)
            writerState.savedBytes -= before - journal.totalBytes
            writerState.tip.write(journal, isNewEpoch: true)
            writerState.view = environment.view(
                tables: writerState.view.tables, journal: journal, more: [], reloadCount: writerState.reloadCount,
                after: writerState.view)
            writer.republish(&writerState)
        }
    }

    mutating func cancel(_ environment: StoreEnvironment) {
        if !isRenamed { joiner.cancel() }
    }
}
