import Dispatch
import Foundation
import Synchronization

/// Runs tasks on a queue of its own, and can stop whoever resumes one of them, in the middle of that.
///
/// What resumes a task enqueues it, on the thread that resumes: here a test gets between two steps of code that knows
/// nothing of it.
final class StoppingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "StoppingExecutor")
    private let rival = Mutex<(@Sendable () -> Void)?>(nil)
    private let rivals = AsyncStream.makeStream(of: Void.self)

    /// Returns when no task runs that was resumed before.
    func finishWhatIsUnderWay() {
        queue.sync {}
    }

    /// Stops the next one who resumes a task, while a rival does something on a thread of its own.
    ///
    /// - Parameter rival: What to do meanwhile.
    func stopNextResumption(during rival: @escaping @Sendable () -> Void) {
        self.rival.withLock { $0 = rival }
    }

    /// Waits until the rival has done it.
    func overtaking() async {
        for await _ in rivals.stream {}
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        let rival = rival.withLock { rival in
            defer { rival = nil }
            return rival
        }
        guard let rival else { return }
        let hasOvertaken = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [rivals] in
            rival()
            hasOvertaken.signal()
            rivals.continuation.finish()
        }
        // A limit: where the one who is stopped holds a lock, the rival cannot get by before it goes on.
        _ = hasOvertaken.wait(timeout: .now() + .milliseconds(200))
    }
}
