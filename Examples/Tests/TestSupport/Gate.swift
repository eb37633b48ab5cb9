/// A gate that lets a number of tasks through at a time, in the order in which they came.
package actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a gate.
    ///
    /// - Parameter width: How many it lets through at a time.
    package init(width: Int) {
        free = width
    }

    /// Runs some work when there is room for it.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    /// - Throws: What it throws.
    package func pass<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
        await enter()
        do {
            let result = try await work()
            leave()
            return result
        } catch {
            leave()
            throw error
        }
    }

    /// Waits until there is room; ``leave()`` belongs to it.
    package func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Leaves the gate, so that the next task can enter.
    package func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
