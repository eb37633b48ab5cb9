import Core
import Synchronization
import Testing

/// Work for one key runs one after the other.
struct KeyedSerialQueueTests {
    @Test func workForOneKeyNeverOverlapsWhoeverIsCancelled() async {
        let queue = KeyedSerialQueue<String>()
        let inside = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = Task {
                        try await queue.run("a") {
                            inside.enter()
                            await Task.yield()
                            inside.leave()
                        }
                    }
                    if number % 3 == 0 { task.cancel() }
                    // Some are cancelled and some are not; all of them end.
                    _ = await task.result
                }
            }
        }
        #expect(inside.largest == 1)
        #expect(queue.waiterCount(of: "a") == 0)
        await #expect(throws: Never.self) { try await queue.run("a") {} }
    }

    @Test func workForOtherKeysDoesNotWait() async throws {
        let queue = KeyedSerialQueue<String>()
        let (gate, sink) = AsyncStream.makeStream(of: Void.self)
        let first = Task { try await queue.run("a") { for await _ in gate {} } }
        let second = Task { try await queue.run("b") { 2 } }
        #expect(try await second.value == 2)
        sink.finish()
        try await first.value
    }
}

/// The number of callers inside at once.
private final class Counter: Sendable {
    private let state = Mutex((count: 0, largest: 0))

    var largest: Int { state.withLock { $0.largest } }

    func enter() {
        state.withLock { state in
            state.count += 1
            state.largest = max(state.largest, state.count)
        }
    }

    func leave() { state.withLock { $0.count -= 1 } }
}
