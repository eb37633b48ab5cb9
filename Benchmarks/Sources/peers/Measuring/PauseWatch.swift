import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A thread that only looks at the clock: its longest pause is the machine's own, whatever is measured beside it.
///
/// On Linux it goes before all others where that is allowed, so that none of what is measured can keep a core from it.
final class PauseWatch: Sendable {
    private static let step = Duration.microseconds(500)

    private let isEnding = Atomic(false)
    private let longest = Mutex(Duration.zero)
    private let ended = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in
            Self.goFirst()
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

    private static func goFirst() {
        #if canImport(Glibc)
            var parameters = sched_param()
            parameters.sched_priority = 1
            // Where it is not allowed, the pause has what the thread waits for a core in it as well.
            _ = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
        #endif
    }

    /// Ends the thread, and returns its longest pause beyond what it asked for.
    func finish() -> Duration {
        isEnding.store(true, ordering: .relaxed)
        ended.wait()
        return longest.withLock { $0 }
    }
}
