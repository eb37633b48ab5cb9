import Core
import Dispatch
import Synchronization

/// The store's own thread for writes: it runs batches one after the other, and publishes what they make.
///
/// Batches that wait while another one is on its way to the disk share the next sync.
final class StoreWriter: Sendable {
    /// The state that only `queue` touches.
    struct State {
        var journal: Journal?
        var lock: StoreLock?
        /// The file that tells readers in other processes how far they may read.
        let tip: StoreTipFile
        /// The store as the next batch finds it; ahead of what is published while a group waits for its sync.
        var view: StoreView
        /// Files that records lie in beside the journal's own, while places move to a compacted file.
        var extraFiles: [JournalFile] = []
        /// The number of changes and bytes that came since the last freeze.
        var unsavedCount = 0
        /// The journal's size at the last freeze.
        var savedBytes = 0
        var isFreezing = false
        /// Goes up with each freeze.
        var freezeCount = 0
        /// Whether what is frozen is being written at the usual priority.
        var isHurrying = false
        /// Batches wait until what is frozen is written.
        var isStalled = false
        /// The number of commits for which the last reading counts: one that was slowed down has not come back yet.
        var readingCredit = 0
        /// Whether somebody reads the store at the moment.
        var isRead: Bool { readingCredit > 0 }
        /// Whether sealed files of the journal are being compacted or joined, or are going to be.
        var isRewriting = false
        /// The bytes of the journal beyond its live records after the last compaction: it cannot become smaller.
        var compactionOverhead = 0
        /// After a join that failed, the size that the journal has to reach first.
        var joinFloor = 0
        /// After a compaction that failed, the size that the journal has to reach first.
        var compactionFloor = 0
        /// No manifest describes what was loaded; one is written even when nothing else is to be.
        var needsManifest = false
        /// The journal's file in which the last manifest ends; nil while there is none.
        var lastNamedFile: UInt32?
        /// The manifest is not to wait for changes: what was salvaged is not to be read once more after a kill.
        var needsManifestSoon = false
        /// The next write loads the store anew, because its state cannot be trusted.
        var needsReload = false
        var isClosing = false
        /// Whether the lock was given back for a time.
        var isSuspended = false
        /// Whether it was closed for good.
        var staysClosed = false
        /// The callers that wait for the store to be closed.
        var closers: [CheckedContinuation<Void, Never>] = []
        /// Goes up with each commit.
        var activity = 0
        /// Whether somebody waits for the commits to end.
        var isResting = false
        /// The number of times that everything was loaded anew: what the maintenance thread began before that is void.
        var reloadCount = 0
        var expiry = ExpiryState()
        /// The damaged files that were set aside since the store was opened.
        var damages: [StoreDamage] = []
    }

    // Slow work must not sit on Swift's cooperative threads: there are as few as there are cores.
    let queue = DispatchQueue(label: "Lantern.JSONStore.writer")
    // Only `queue` takes this lock, so nobody ever waits for it; it is how the compiler knows.
    private let state: Mutex<State>
    private let pending = Mutex<(writes: [PendingWrite], isScheduled: Bool)>(([], false))
    let publisher: StorePublisher
    let environment: StoreEnvironment
    let maintenance: StoreMaintenance

    /// The maximum number of batches that share a sync, which limits how long the first of them waits.
    private static let largestGroup = 256
    /// The number of commits that make room for a reader behind the last one that it has read.
    static let readingCredit = 16

    init(
        state: sending State, publisher: StorePublisher, environment: StoreEnvironment, maintenance: StoreMaintenance
    ) {
        self.state = Mutex(state)
        self.publisher = publisher
        self.environment = environment
        self.maintenance = maintenance
    }

    deinit {
        // The journal's files stay open for the snapshots that still read them.
        state.withLock { state in
            state.lock?.close()
            state.expiry.alarm?.cancel()
        }
    }

    /// Adds a batch to the queue.
    func enqueue(_ write: PendingWrite) {
        let mustSchedule = pending.withLock { pending in
            pending.writes.append(write)
            defer { pending.isScheduled = true }
            if !pending.isScheduled { maintenance.pace.expectWriter() }
            return !pending.isScheduled
        }
        if mustSchedule { queue.async { self.drain() } }
    }

    /// Runs something between batches, unless everything was loaded anew since a count was taken, or the store closed.
    ///
    /// - Parameters:
    ///   - reloadCount: The count; nil to run in any case.
    ///   - work: Runs on the writer's queue.
    func perform(unlessReloadedSince reloadCount: Int?, _ work: @escaping @Sendable (inout State) -> Void) {
        queue.async {
            self.state.withLock { state in
                guard reloadCount ?? state.reloadCount == state.reloadCount, state.journal != nil else { return }
                work(&state)
                self.goOn(&state)
            }
        }
    }

    /// For code that is on the queue.
    func withState(_ work: (inout State) -> Void) {
        state.withLock { work(&$0) }
    }

    /// Runs something between batches, and waits for it without blocking a thread.
    func run<Result: Sendable>(_ work: @escaping @Sendable (inout State) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                let result = self.state.withLock { state in
                    defer { self.goOn(&state) }
                    return Swift.Result { try work(&state) }
                }
                continuation.resume(with: result)
            }
        }
    }

    private func drain() {
        maintenance.pace.beginWriting()
        let group = pending.withLock { Array($0.writes.prefix(Self.largestGroup)) }
        let (count, isStalled, isRead) = state.withLock { state in
            let count = isLagging(state) ? 0 : runGroup(group[...], &state)
            // What was frozen is written first; then it goes on.
            state.isStalled = isLagging(state)
            return (count, state.isStalled, state.isRead)
        }
        let isMore = pending.withLock { pending in
            pending.writes.removeFirst(count)
            pending.isScheduled = isStalled || !pending.writes.isEmpty
            maintenance.pace.endWriting(isMore: pending.isScheduled, isStalled: isStalled, isShared: isRead)
            return pending.isScheduled
        }
        // Behind what the maintenance thread has handed in meanwhile.
        if isMore, !isStalled { queue.async { self.drain() } }
    }

    /// Goes on with the batches that wait for what is frozen, once that is written.
    private func goOn(_ state: inout State) {
        guard state.isStalled, !isLagging(state) else { return }
        state.isStalled = false
        queue.async { self.drain() }
    }

    /// Runs a group of batches: first its buffered ones that wait for no sync, then the rest with one sync.
    ///
    /// - Returns: How many of them: it ends when there is enough to be frozen.
    private func runGroup(_ group: ArraySlice<PendingWrite>, _ state: inout State) -> Int {
        var rest = group
        // Whoever needs no sync does not wait for one that comes behind.
        while let write = rest.first, write.durability == .buffered {
            rest.removeFirst()
            do {
                let commit = try runWithRetry(write, &state)
                publish(commit.map { [$0] } ?? [], of: [write], &state)
                maintain(&state)
                if state.isRead { maintenance.pace.giveWay() }
            } catch {
                write.complete(error)
                maintain(&state)
            }
            if isLagging(state) { return group.count - rest.count }
        }
        guard !rest.isEmpty else { return group.count }
        let count = runSynced(rest, &state)
        maintain(&state)
        return group.count - rest.count + count
    }

    /// The outcome of a batch that has changed nothing, so far as the batches before it count.
    private enum Unsettled {
        case unchanged
        case refused(any Error)
        /// It met a damaged derived file.
        case delayed
    }

    /// Runs batches that share one sync, with which all of them count or none does: nobody sees any of them before it.
    ///
    /// A batch is judged by those before it. When they do not count in the end, one that was refused, or that had
    /// nothing to change, is judged again without them.
    ///
    /// Batches that meet a damaged derived file run once more, in a group of their own, when everything derived was
    /// made anew: `isRetryAfterReload`.
    ///
    /// - Returns: How many of them: it ends when there is enough to be frozen.
    private func runSynced(
        _ group: ArraySlice<PendingWrite>, _ state: inout State, isRetryAfterReload: Bool = false
    ) -> Int {
        do {
            if state.needsReload { try reload(&state) }
            try state.lock?.noteOpen()
            // First, so that a whole group lies in one file.
            try state.journal?.rollIfFull()
            if let journal = state.journal { try state.tip.ensure(journal) }
        } catch {
            let error: any Error = (error as? FileError).map { StoreError($0) as any Error } ?? error
            for write in group { write.complete(error) }
            return group.count
        }
        let before = (
            view: state.view, position: state.journal?.position, versions: state.journal?.versions ?? [:],
            count: state.unsavedCount
        )
        var commits: [StoreCommit] = []
        var done: [PendingWrite] = []
        var unsettled: [(write: PendingWrite, outcome: Unsettled)] = []
        var count = 0
        for write in group {
            // Nothing that was delayed is left for another group.
            if !isRetryAfterReload, count > 0, isTailFull(state) { break }
            // Loaded anew in the middle of a group, the journal could not be taken back to the group's beginning.
            if count > 0, state.needsReload { break }
            count += 1
            do {
                if let commit = try stageAndAppend(write, &state, canRoll: false) {
                    commits.append(commit)
                    done.append(write)
                } else {
                    unsettled.append((write, .unchanged))
                }
            } catch RunFailure.damage where !isRetryAfterReload {
                unsettled.append((write, .delayed))
            } catch RunFailure.damage(let damage) {
                unsettled.append((write, .refused(StoreError(damage))))
            } catch {
                unsettled.append((write, .refused(error)))
            }
        }
        do throws(FileError) {
            if !commits.isEmpty { try state.journal?.sync() }
        } catch {
            var error = error
            if let position = before.position, let journal = state.journal {
                error = journal.rewind(to: position, versions: before.versions, after: error)
            }
            state.view = before.view
            state.expiry.sweeps = [:]
            state.unsavedCount = before.count
            for write in done { write.complete(StoreError(error)) }
            judgeAgain(unsettled, &state, isRetryAfterReload: isRetryAfterReload)
            return count
        }
        publish(commits, of: done, &state)
        let delayed = settle(unsettled)
        guard !delayed.isEmpty else { return count }
        // Everything derived is made anew first, and not in the middle of a group.
        state.needsReload = true
        var rest = delayed[...]
        while !rest.isEmpty { rest = rest.dropFirst(runSynced(rest, &state, isRetryAfterReload: true)) }
        return count
    }

    /// Runs the batches anew that were judged by others which do not count: nothing of them is in the journal.
    ///
    /// Of one that could not be taken back something may be: that stays its outcome, whatever another attempt would meet.
    private func judgeAgain(
        _ unsettled: [(write: PendingWrite, outcome: Unsettled)], _ state: inout State, isRetryAfterReload: Bool
    ) {
        let unsettled = unsettled.filter { write, outcome in
            guard case .refused(let error) = outcome, (error as? StoreError)?.code == .outcomeUnknown else {
                return true
            }
            write.complete(error)
            return false
        }
        guard !unsettled.isEmpty else { return }
        let isDelayed = unsettled.contains { if case .delayed = $0.outcome { true } else { false } }
        if isDelayed { state.needsReload = true }
        var rest = unsettled.map(\.write)[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(runSynced(rest, &state, isRetryAfterReload: isRetryAfterReload || isDelayed))
        }
    }

    /// Tells the callers of batches what became of them; returns those that have to run again.
    private func settle(_ unsettled: [(write: PendingWrite, outcome: Unsettled)]) -> [PendingWrite] {
        var delayed: [PendingWrite] = []
        for (write, outcome) in unsettled {
            switch outcome {
            case .unchanged: write.complete(nil)
            case .refused(let error): write.complete(error)
            case .delayed: delayed.append(write)
            }
        }
        return delayed
    }

    /// Runs one batch up to the journal, and once more when a derived file was damaged; nil when it changes nothing.
    private func runWithRetry(_ write: PendingWrite, _ state: inout State) throws -> StoreCommit? {
        do {
            return try stageAndAppend(write, &state)
        } catch RunFailure.damage {
            // A derived file is damaged: everything derived is made anew, and the batch starts again.
            try reload(&state)
            do {
                return try stageAndAppend(write, &state)
            } catch RunFailure.damage(let damage) {
                throw StoreError(damage)
            }
        }
    }

    /// Lets one batch stage its changes, applies them to the tables, and appends them to the journal without a sync.
    ///
    /// Whatever it throws, the journal and the state hold nothing of the batch. Nil when it changes nothing.
    private func stageAndAppend(
        _ write: PendingWrite, _ state: inout State, canRoll: Bool = true
    ) throws -> StoreCommit? {
        if write.isCancelled { throw CancellationError() }
        if state.needsReload {
            try reload(&state)
        }
        guard let journal = state.journal else { throw environment.unavailable(state) }
        var transaction = WriteTransaction(
            snapshot: StoreSnapshot(state.view, isProvisional: true), number: journal.nextNumber,
            directory: environment.directory)
        try write.body(&transaction)
        guard !transaction.isEmpty else { return nil }
        var tables = state.view.tables
        var placements: [String: [Placement]] = [:]
        var versions = transaction.versions
        do {
            for (name, changes) in transaction.staged where changes.count > 0 {
                guard let definition = environment.definitions[name], var table = tables[name] else { continue }
                placements[name] = try table.apply(changes, definition, files: state.view.files, isChecked: true)
                table.lastChange = transaction.number
                if !table.unreadableRecords.isEmpty || state.view.tables[name]?.unreadableRecords.isEmpty == false
                    || table.unreadableRecords.accepted != 0
                {
                    // What was deleted must not make those that do not fit too many at another opening, and those that
                    // fit by now must not make room for others.
                    versions[UnreadableRecordMark.name(of: name)] = table.unreadableRecords.distinctCount
                    table.unreadableRecords.accepted = table.unreadableRecords.distinctCount
                }
                tables[name] = table
            }
            try state.lock?.noteOpen()
            // A group has done so before its first batch.
            if canRoll { try state.tip.ensure(journal) }
            let batch = Journal.Batch(records: transaction.lines, versions: versions)
            let appended = try journal.append([batch], isSynced: false, canRoll: canRoll)[0]
            for (name, placements) in placements {
                tables[name]?.place(placements, file: appended.fileID, offset: appended.recordsOffset)
                if let changes = transaction.staged[name] {
                    environment.definitions[name]?.remember(
                        changes, file: appended.fileID, offset: appended.recordsOffset)
                }
            }
        } catch let error as FileError {
            // The next write loads the store anew, and so salvages what cannot be written anew.
            if error.isReadBack { state.needsReload = true }
            throw StoreError(error)
        } catch RunFailure.disk(let error) {
            throw StoreError(error)
        } catch let error as DuplicateKey {
            throw error.refusal(environment.directory)
        }
        state.activity += 1
        state.expiry.note(transaction, environment)
        state.unsavedCount += transaction.staged.values.reduce(0) { $0 + $1.count }
        state.view = environment.view(
            tables: tables, journal: journal, more: state.extraFiles, reloadCount: state.reloadCount, after: state.view)
        return StoreCommit(number: transaction.number, changes: transaction.staged, lines: transaction.lines)
    }
}
