import Core

extension ObservableValue {
    /// Calls back now and after changes, with a pause between two calls: what changes in the pause comes as one.
    ///
    /// - Parameters:
    ///   - interval: The pause.
    ///   - time: The clock.
    ///   - callback: What to call; it answers whether it wants to be called again.
    /// - Returns: The task to cancel. The value that comes last is always told.
    @MainActor
    func following(
        every interval: Duration, on time: any TimeProvider, _ callback: @escaping @MainActor () -> Bool
    ) -> Task<Void, Never> {
        // Asked for here and not in the task, so that nothing is missed between this call and the task's start.
        let values = values
        return Task { @MainActor in
            for await _ in values {
                guard !Task.isCancelled, callback() else { return }
                do {
                    try await time.sleep(for: interval)
                } catch {
                    // A sleep ends early for one reason only: nobody wants to follow any more.
                    return
                }
            }
        }
    }
}
