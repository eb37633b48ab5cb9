import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A thread of its own for work that nobody waits for, behind all that somebody does wait for.
///
/// Runs one piece of work after the other. Not a queue of Dispatch, because those share threads, and the priority of a
/// thread is all that keeps a merge from taking a core away from a reader.
final class WorkerThread: Sendable {
    private struct State: Sendable {
        var work: [@Sendable () -> Void] = []
        var isStarted = false
        var isEnding = false
    }

    /// The queue of the thread; it lives as long as there is work.
    private final class Mailbox: Sendable {
        let state = Mutex(State())
        let arrivals = DispatchSemaphore(value: 0)

        func run() {
            while true {
                arrivals.wait()
                let (next, isEnding) = state.withLock { state in
                    (state.work.isEmpty ? nil : state.work.removeFirst(), state.isEnding)
                }
                if let next { next() } else if isEnding { return }
            }
        }
    }

    private let mailbox = Mailbox()
    private let name: String

    init(name: String) {
        self.name = name
    }

    deinit {
        mailbox.state.withLock { $0.isEnding = true }
        mailbox.arrivals.signal()
    }

    /// Runs work behind what waits already.
    func async(_ work: @escaping @Sendable () -> Void) {
        let mustStart = mailbox.state.withLock { state in
            state.work.append(work)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mustStart { start() }
        mailbox.arrivals.signal()
    }

    /// Runs work and waits for it; never from this thread itself.
    func sync(_ work: @escaping @Sendable () -> Void) {
        let done = DispatchSemaphore(value: 0)
        async {
            work()
            done.signal()
        }
        done.wait()
    }

    private func start() {
        let thread = Thread { [mailbox] in
            #if canImport(Glibc)
                // On Linux this is about the calling thread alone. SCHED_IDLE (5): it runs on cores that nobody else
                // wants, and the scheduler counts such a core as free. A system that refuses leaves it as it is.
                var parameters = sched_param()
                _ = sched_setscheduler(0, 5, &parameters)
            #endif
            mailbox.run()
        }
        thread.name = name
        #if canImport(Darwin)
            thread.qualityOfService = .utility
        #endif
        thread.start()
    }
}
