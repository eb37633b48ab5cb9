import Core
import Dispatch
import Synchronization

/// The part of a store that is open for reading: it shows what another process commits, as it comes.
///
/// It waits on the writer's tip; nothing runs while nothing is committed, where the disk can tell of changes.
final class StoreReader: Sendable {
    private struct State {
        var content: StoreReading.Content
        var reloadCount = 0
        /// The number of changes in memory at which the store is read anew, by the writer's derived files.
        var loadedCountLimit: Int
        var watch: (any FileWatch)?
        /// Whether the tip is watched; else its directory, until there is one.
        var watchesTip = false
        var polling: Task<Void, Never>?
        var isClosed = false
        /// The store when it was last read without a tip.
        var witness: StoreReading.Witness?
        /// Whether something that was read is not there any more.
        var mustReadAnew = false
        /// Whether a look that failed is to be repeated.
        var isRetrying = false
    }

    private let environment: StoreEnvironment
    private let publisher: StorePublisher
    private let queue = DispatchQueue(label: "Lantern.JSONStore.reader")
    private let state: Mutex<State>
    private let isScheduled = Mutex(false)

    /// The time between two looks where the disk cannot tell of changes.
    private static let pollTime = Duration.milliseconds(50)
    /// The time after which a look that failed is repeated.
    private static let retryTime = Duration.milliseconds(500)

    init(_ content: StoreReading.Content, environment: StoreEnvironment, publisher: StorePublisher) {
        self.environment = environment
        self.publisher = publisher
        state = Mutex(State(content: content, loadedCountLimit: Self.limit(content, environment)))
        environment.storeFiles.reportSuperseded { [weak self] in self?.readAnewSoon(without: $0) }
    }

    deinit {
        state.withLock { state in
            state.watch?.cancel()
            state.polling?.cancel()
        }
    }

    /// Begins to follow the writer.
    func follow() {
        lookSoon()
    }

    /// Ends; what was read stays readable.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.watch?.cancel()
            state.polling?.cancel()
            (state.watch, state.polling) = (nil, nil)
        }
    }

    private func lookSoon() {
        let mustSchedule = isScheduled.withLock { isScheduled in
            defer { isScheduled = true }
            return !isScheduled
        }
        guard mustSchedule else { return }
        queue.async { [weak self] in
            guard let self else { return }
            // Before the look: what changes during it is looked at again.
            self.isScheduled.withLock { $0 = false }
            self.look()
        }
    }

    /// Whether opening the store for writing would let more of it be read, or faster.
    var needsUpkeep: Bool {
        state.withLock { state in
            state.content.isWithoutIndexes
                || state.content.refusals.values.contains { [.storeTooOld, .storeDamaged].contains($0.code) }
        }
    }

    /// Waits until everything that was committed before the call is shown.
    ///
    /// - Throws: `FileError` or ``StoreError`` when that cannot be read.
    func catchUp() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            queue.async { continuation.resume(with: Result { if let error = self.look() { throw error } }) }
        }
    }

    /// The same, on the caller's thread.
    ///
    /// - Throws: ``StoreError``.
    func catchUpNow() throws {
        do {
            if let error = queue.sync(execute: { look() }) { throw error }
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Reads everything anew, unless that was done since a file was opened that turned out to be replaced.
    private func readAnewSoon(without file: Int) {
        queue.async { [weak self] in
            guard let self else { return }
            let isPresent = state.withLock { state in
                let isPresent = file >= state.content.firstFile
                if isPresent { state.mustReadAnew = true }
                return isPresent
            }
            if isPresent { lookSoon() }
        }
    }

    /// Reads everything anew: a file that the present view needs is damaged.
    func readAnewSoon() {
        queue.async { [weak self] in
            self?.state.withLock { $0.mustReadAnew = true }
            self?.lookSoon()
        }
    }

    /// Shows what was committed since the last look.
    ///
    /// - Returns: The reason why that cannot be read; it is tried again after a while.
    @discardableResult
    private func look() -> (any Error)? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            do {
                // First, so that nothing comes between the look and the watch.
                try watch(&state)
                let reloadCount = state.reloadCount
                if try update(&state) { publish(state) }
                if state.reloadCount != reloadCount {
                    // With older views go the files that nobody else reads.
                    publisher.forgetRecent()
                    environment.storeFiles.keepSuperseded(before: state.content.firstFile)
                }
                return nil
            } catch {
                if let error = error as? StoreError, [.storeDamaged, .storeTooNew].contains(error.code) {
                    // Whoever reads is told.
                    environment.refusals.set(environment.definitions.mapValues { _ in error })
                    state.mustReadAnew = true
                    publish(state)
                } else {
                    retry(&state)
                }
                return error
            }
        }
    }

    private func retry(_ state: inout State) {
        guard !state.isRetrying else { return }
        state.isRetrying = true
        Task { [weak self, time = environment.time] in
            // A clock that is taken away ends the attempts.
            guard (try? await time.sleep(for: Self.retryTime)) != nil else { return }
            self?.state.withLock { $0.isRetrying = false }
            self?.lookSoon()
        }
    }

    /// Watches the tip; where there is none yet, its directory.
    private func watch(_ state: inout State) throws {
        if state.watchesTip, state.watch?.hasEnded == false,
            try StoreTip.read(environment.files, environment.directory) != nil
        {
            return
        }
        let tip = StoreTip.path(environment.directory)
        let onChange: @Sendable () -> Void = { [weak self] in self?.lookSoon() }
        do throws(FileError) {
            state.watch = try environment.files.watch(tip, onChange: onChange)
            state.watchesTip = state.watch != nil
        } catch {
            guard error.code == .fileMissing else { return poll(&state) }
            guard state.watch?.hasEnded != false || state.watchesTip else { return }
            state.watchesTip = false
            do throws(FileError) {
                state.watch = try environment.files.watch(environment.directory, onChange: onChange)
            } catch {
                // Not swallowed: it is looked at from time to time instead.
                state.watch = nil
            }
        }
        guard state.watch != nil else { return poll(&state) }
        state.polling?.cancel()
        state.polling = nil
    }

    private func poll(_ state: inout State) {
        guard state.polling == nil else { return }
        let time = environment.time
        state.polling = Task { [weak self] in
            // A clock that is taken away ends the looks, as the end of this reader does.
            while (try? await time.sleep(for: Self.pollTime)) != nil {
                guard let self else { return }
                self.lookSoon()
            }
        }
    }

    /// Reads what is new; false when nothing is.
    private func update(_ state: inout State) throws -> Bool {
        let reading = StoreReading(environment: environment)
        let tip = try StoreTip.read(environment.files, environment.directory)
        if tip == state.content.tip, tip != nil, !state.mustReadAnew { return false }
        if let tip, !state.mustReadAnew, state.content.loadedCount < state.loadedCountLimit,
            let content = try reading.readOn(state.content, to: tip)
        {
            state.content = content
            environment.refusals.add(content.refusals)
            return true
        }
        if tip == nil, !state.mustReadAnew {
            // Nobody says that nothing has changed.
            let witness = try reading.witness()
            guard witness != state.witness else { return false }
            state.witness = witness
        }
        let content = try reading.read()
        // What is shown stays what is read from, or nobody would notice when its files are replaced.
        if content.tip == nil, content.position == state.content.position, !state.mustReadAnew { return false }
        state.content = content
        state.mustReadAnew = false
        state.loadedCountLimit = Self.limit(state.content, environment)
        state.reloadCount += 1
        environment.refusals.set(state.content.refusals)
        return true
    }

    private func publish(_ state: State) {
        let view = Self.view(state.content, environment, reloadCount: state.reloadCount)
        // Not what was committed one by one: whoever observes has to look.
        publisher.publish(view, [StoreCommit(number: view.version, changes: [:], lines: [])])
    }

    static func view(
        _ content: StoreReading.Content, _ environment: StoreEnvironment, reloadCount: Int = 0
    ) -> StoreView {
        StoreView(
            of: environment, tables: content.tables, files: RecordFiles(content.files), position: content.position,
            reloadCount: reloadCount)
    }

    private static func limit(_ content: StoreReading.Content, _ environment: StoreEnvironment) -> Int {
        2 * content.loadedCount + environment.limits.freezeCount
    }
}

// MARK: Checking

extension StoreReader {
    private static let verifyAttempts = 8

    /// Reads and checks everything, and changes nothing; once more where the writer has replaced something meanwhile.
    func verify() throws -> StoreVerification {
        for _ in 1..<Self.verifyAttempts {
            do {
                return try verifyOnce()
            } catch let error where error.isSuperseded {
                continue
            }
        }
        return try verifyOnce()
    }

    private func verifyOnce() throws -> StoreVerification {
        let reading = StoreReading(environment: environment)
        let content: StoreReading.Content
        do {
            content = try reading.read()
        } catch let error as StoreError where error.code == .storeDamaged {
            let damages = try reading.damages()
            // The writer has mended it meanwhile, or there would be some.
            guard !damages.isEmpty else { return try verifyWhole(reading.read()) }
            return StoreVerification(damages: damages, unreadableRecords: [])
        }
        return try verifyWhole(content)
    }

    private func verifyWhole(_ content: StoreReading.Content) throws -> StoreVerification {
        var damages: [StoreDamage] = []
        for file in content.files {
            let length = file.segment == content.position.segment ? content.position.offset : try file.handle.size()
            if try !JournalCheck(file, length: length).isIntact() {
                let scan = JournalScan(try file.handle.read(at: 0, count: length), segment: file.segment)
                damages.append(StoreDamage(found: file.path, scan))
            }
        }
        guard damages.isEmpty else { return StoreVerification(damages: damages, unreadableRecords: []) }
        // From the journal itself: what is derived says nothing of records that a type of today cannot read.
        let whole = Self.view(try StoreReading(environment: environment).read(usesManifest: false), environment)
        return StoreVerification(damages: [], unreadableRecords: try whole.unreadableRecords())
    }
}

extension StoreDamage {
    /// Damage that is left as it was found.
    init(found path: String, _ scan: JournalScan) {
        self.init(
            path: path, setAsidePath: nil, salvagedBatches: scan.batches.count, lostBytes: scan.lostBytesIfDamaged)
    }
}
