import Foundation
import Synchronization

/// A thread that only looks at the clock: its longest pause is the machine's own, whatever is measured beside it.
final class PauseWatch: Sendable {
    private static let step = Duration.microseconds(500)

    private let isEnding = Atomic(false)
    private let longest = Mutex(Duration.zero)
    private let ended = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in
            let clock = ContinuousClock()
            var last = clock.now
            while !isEnding.load(ordering: .relaxed) {
                // It sleeps in between, so that it takes no core from what is measured.
                usleep(UInt32(Self.step / .microseconds(1)))
                let now = clock.now
                let pause = now - last - Self.step
                longest.withLock { $0 = max($0, pause) }
                last = now
            }
            ended.signal()
        }
        thread.start()
    }

    /// Ends the thread, and returns its longest pause beyond what it asked for.
    func finish() -> Duration {
        isEnding.store(true, ordering: .relaxed)
        ended.wait()
        return longest.withLock { $0 }
    }
}
