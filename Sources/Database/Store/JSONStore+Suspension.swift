/// Processes that write to a store in turn.
extension JSONStore {
    /// Gives other processes the store to write to, until ``resume(waitingUpTo:)``: finishes what was begun, syncs it, and
    /// gives the lock back.
    ///
    /// Reads go on, and see the store as it was; so do observers. Writes throw `storeSuspended`. Apple's systems end an
    /// app that is put to sleep while it has a locked file in a folder that it shares; call this before. Of a store that
    /// is open for reading, and of one that is suspended, it does nothing.
    ///
    /// - Throws: ``StoreError`` when the last sync fails; the store is suspended all the same.
    public func suspend() async throws {
        guard access == .writing else { return }
        let writer = try writer
        try await writer.suspend()
    }

    /// Takes the store back to write to it, after ``suspend()``.
    ///
    /// Commits that other processes have made meanwhile are there, and observers hear of them. Of a store that is not
    /// suspended, and of one that was closed, it does nothing.
    ///
    /// - Parameter patience: The time to wait for another process that writes; none by default.
    /// - Throws: ``StoreError``: `storeBusy` when the time is over, and the store stays suspended; what opening a store
    ///   throws. `CancellationError`.
    public func resume(waitingUpTo patience: Duration = .zero) async throws {
        guard access == .writing else { return }
        let writer = try writer
        try await StoreLock.whenFree(waitingUpTo: patience, environment.time) { try await writer.resume() }
        await taker?.takeAll(for: self)
    }
}
