import Core

extension ObservableValue {
    /// Calls a closure now and after changes, at most once in an interval, until it returns false.
    ///
    /// - Returns: The task to cancel. The last value is always delivered.
    @MainActor
    func following(
        every interval: Duration, on time: any TimeProvider, _ callback: @escaping @MainActor () -> Bool
    ) -> Task<Void, Never> {
        // Observed here and not in the task, so that nothing is missed before the task starts.
        let values = values
        return Task { @MainActor in
            for await _ in values {
                guard !Task.isCancelled, callback() else { return }
                do {
                    try await time.sleep(for: interval)
                } catch {
                    // A sleep ends early for one reason only: the task was cancelled.
                    return
                }
            }
        }
    }
}
