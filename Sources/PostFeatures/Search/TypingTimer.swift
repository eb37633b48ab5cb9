import Core

/// Waits until a person has stopped typing, and tells what is searched for now from what was asked before.
@MainActor
final class TypingTimer {
    /// Grows with everything that makes an answer under way void.
    private(set) var generation = 0
    private var pause: Task<Void, Never>?

    deinit {
        pause?.cancel()
    }

    /// Ends the pause, and makes what is under way void.
    func settle() {
        generation += 1
        pause?.cancel()
        pause = nil
    }

    /// Searches after a pause, unless it is ended before.
    ///
    /// - Parameters:
    ///   - debounce: How long the pause is.
    ///   - time: The clock.
    ///   - search: The search; it gets the generation that it is of.
    func wait(
        _ debounce: Duration, on time: any TimeProvider, _ search: @escaping @MainActor (Int) async -> Void
    ) {
        let mine = generation
        pause = Task {
            do {
                try await time.sleep(for: debounce)
            } catch {
                // A sleep ends early for one reason only: something else is searched for.
                return
            }
            await search(mine)
        }
    }
}
