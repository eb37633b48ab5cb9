/// Lets so many through at a time, in the order in which they came.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) {
        free = width
    }

    /// Runs some work when there is room for it.
    func pass<Result: Sendable>(_ work: @Sendable () async throws -> Result) async throws -> Result {
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

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
