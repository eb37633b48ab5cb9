import Core
import Dispatch

extension StoreWriter {
    /// Looks whether something should be written to derived files.
    func maintainSoon() {
        perform(unlessReloadedSince: 0) { self.maintain(&$0) }
    }

    /// Makes everything derived anew, when a reader has found it damaged.
    ///
    /// - Parameter reloadCount: The ``StoreView/reloadCount`` of the view that met the damage; when everything was
    ///   loaded anew since, that is mended already.
    func reloadSoon(unlessReloadedSince reloadCount: Int) {
        perform(unlessReloadedSince: reloadCount) { state in
            do {
                try self.reload(&state)
            } catch {
                // Not swallowed: `needsReload` stays set, and the next write tries again and reports it.
                state.needsReload = true
            }
        }
    }

    /// Makes everything that was committed survive power loss.
    func flush() async throws {
        try await run { state in
            guard let journal = state.journal else { throw self.environment.unavailable(state) }
            do throws(FileError) {
                try state.lock?.noteOpen()
                try journal.sync()
            } catch {
                throw StoreError(error)
            }
        }
    }

    /// Ends the store.
    func close() async throws {
        try await release(isSuspending: false)
    }

    /// Gives the lock back, with everything finished and synced, until ``resume(_:)``.
    func suspend() async throws {
        try await release(isSuspending: true)
    }

    /// Takes the lock again, and what other processes have committed meanwhile.
    ///
    /// - Throws: ``StoreError``: `storeBusy` while another process has it.
    func resume() async throws {
        await waitForRelease()
        try await run { state in
            guard state.isSuspended else { return }
            do {
                let lock = try StoreLock(self.environment.files, self.environment.directory)
                do {
                    self.environment.storeFiles.unshare()
                    try self.reopen(lock, &state)
                    self.maintain(&state)
                } catch {
                    self.environment.storeFiles.share()
                    lock.close()
                    throw error
                }
            } catch let error as FileError {
                throw StoreError(opening: self.environment.directory, error)
            }
        }
    }

    private func release(isSuspending: Bool) async throws {
        let isFirst = try await run { state in
            if !isSuspending { state.staysClosed = true }
            if state.isSuspended {
                // Nothing is open; only the way back is given up.
                if !isSuspending { state.isSuspended = false }
                return false
            }
            // From now on nothing is frozen but the rest, below: of two at once each would hold what the other has.
            defer { state.isClosing = true }
            return !state.isClosing
        }
        guard isFirst else { return await waitUntilClosed() }
        let outcome = try await writeRest()
        try await run { state in
            // What a reload has begun meanwhile would go on beside the next owner.
            self.maintenance.stop()
            if case .success = outcome, let journal = state.journal, journal.isDurable {
                // Only saves writing the last file anew; whoever opens the store without this note does that.
                try? state.lock?.noteClosed(at: journal.position)
            }
            // Once more, where a commit could not.
            if let journal = state.journal { state.tip.write(journal) }
            state.tip.forget()
            // Its files stay open for as long as a snapshot reads them, or are looked at when they are opened again.
            state.journal = nil
            // Nothing changes in the folder any more once it is closed.
            self.publisher.forgetRecent()
            self.publisher.finishReleases()
            self.environment.storeFiles.finishRemovals()
            self.environment.storeFiles.share()
            state.lock?.close()
            state.lock = nil
            // Who closes it while it is being suspended does not want it back.
            state.isSuspended = isSuspending && !state.staysClosed
            state.isClosing = !state.isSuspended
            for closer in state.closers { closer.resume() }
            state.closers = []
        }
        do {
            try outcome.get()
        } catch let error as FileError {
            throw StoreError(error)
        }
    }

    /// Syncs the journal and writes what is left to derived files.
    private func writeRest() async throws -> Result<Void, any Error> {
        // What is being written to derived files first, so that the rest can be frozen.
        await maintenance.drain(for: self)
        let (outcome, frozen) = try await run { state -> (Result<Void, any Error>, FrozenStore?) in
            guard let journal = state.journal else { return (.success(()), nil) }
            let outcome = Result {
                if !journal.isDurable { try state.lock?.noteOpen() }
                do throws(FileError) {
                    try journal.sync()
                } catch {
                    // What a failed sync was about is written anew by the second.
                    try journal.sync()
                }
            }
            guard case .success = outcome, !state.needsReload else { return (outcome, nil) }
            return (outcome, self.makeFrozen(&state, compacting: self.isBloated(state), isSynced: true))
        }
        await maintenance.finish(frozen, for: self)
        return outcome
    }

    /// Waits for whoever has begun to suspend or to close the store, if anybody has.
    private func waitForRelease() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.async {
                self.withState { state in
                    if state.isClosing, state.journal != nil {
                        state.closers.append(continuation)
                    } else {
                        continuation.resume()
                    }
                }
            }
        }
    }

    /// Waits for whoever has begun to close the store.
    private func waitUntilClosed() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            queue.async {
                self.withState { state in
                    if state.journal == nil { continuation.resume() } else { state.closers.append(continuation) }
                }
            }
        }
    }

    /// Checks everything, and loads the store anew when something is damaged.
    func verify() async throws -> StoreVerification {
        try await run { state in
            guard let journal = state.journal else { throw self.environment.unavailable(state) }
            do {
                try state.lock?.noteOpen()
                if try !journal.repairIfIntact() { state.needsReload = true }
                var isDamaged = state.needsReload
                for (file, size) in zip(journal.files, journal.sizes) where !isDamaged {
                    isDamaged = try !JournalCheck(file, length: size).isIntact()
                }
                if !isDamaged { isDamaged = try !self.areRunsIntact(state.view) }
                if !isDamaged { isDamaged = try !self.canBeRead(state.view) }
                let known = state.damages.count
                if isDamaged { try self.reload(&state) }
                return StoreVerification(
                    damages: Array(state.damages[known...]), unreadableRecords: try state.view.unreadableRecords())
            } catch let error as FileError {
                throw StoreError(error)
            }
        }
    }

    /// Whether every record that an index holds fits its type: some can be written and not be read again.
    private func canBeRead(_ view: StoreView) throws -> Bool {
        do {
            for (name, table) in view.tables {
                guard let definition = environment.definitions[name] else { continue }
                for slot in 0..<UInt32(table.slots.capacity) {
                    let place = try table.slots[slot]
                    guard !place.isNone else { continue }
                    let isUnreadable = try view.files.withBytes(at: place) {
                        definition.unreadableRecord(Array($0)) != nil
                    }
                    if isUnreadable { return false }
                }
            }
            return true
        } catch RunFailure.damage {
            return false
        } catch RunFailure.disk(let error) {
            throw error
        }
    }

    /// Reads every block of every derived file, and looks whether the orders are as long as they should be.
    private func areRunsIntact(_ view: StoreView) throws -> Bool {
        do {
            for table in view.tables.values {
                for order in table.orders {
                    var count = 0
                    var cursor = try order.cursor(from: nil)
                    while try cursor.nextSlot() != nil { count += 1 }
                    guard count == order.count else { return false }
                }
                for slot in 0..<UInt32(table.slots.capacity) { _ = try table.slots[slot] }
            }
            return true
        } catch RunFailure.damage {
            return false
        } catch RunFailure.disk(let error) {
            throw error
        }
    }
}
