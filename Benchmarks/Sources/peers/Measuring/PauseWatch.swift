import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A thread that only looks at the clock, to see how long the machine itself stands still.
///
/// On Linux it goes before all others where that is allowed, and none of what is measured can keep a core from it. Elsewhere
/// its pauses have that in them as well.
final class PauseWatch: Sendable {
    private static let step = Duration.microseconds(500)

    private let isEnding = Atomic(false)
    private let isAhead = Atomic(false)
    private let longest = Mutex(Duration.zero)
    private let ended = DispatchSemaphore(value: 0)

    init() {
        let thread = Thread { [self] in
            isAhead.store(Self.goFirst(), ordering: .relaxed)
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

    private static func goFirst() -> Bool {
        #if canImport(Glibc)
            var parameters = sched_param()
            parameters.sched_priority = 1
            return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
        #else
            return false
        #endif
    }

    /// Ends the thread.
    ///
    /// - Returns: Its longest pause beyond what it asked for, and whether that is the machine's alone.
    func finish() -> (longest: Duration, isMachines: Bool) {
        isEnding.store(true, ordering: .relaxed)
        ended.wait()
        return (longest.withLock { $0 }, isAhead.load(ordering: .relaxed))
    }
}
