import Foundation
import Synchronization

/// Tells the outbox of the dates of servers, whose senders are made before it.
final class DateRelay: Sendable {
    private let entries = Mutex<WeakOutbox>(WeakOutbox())

    private struct WeakOutbox {
        weak var value: DefaultOutboxProvider?
    }

    /// Tells an outbox from now on.
    func follow(_ entries: DefaultOutboxProvider) {
        self.entries.withLock { $0.value = entries }
    }

    /// Tells the outbox a date.
    func tell(_ date: Date) {
        guard let entries = entries.withLock({ $0.value }) else { return }
        Task { await entries.handle(.serverDate(date)) }
    }
}

extension BackgroundJob {
    /// Returns the job that sends what is unsent.
    ///
    /// - Parameter writing: The outbox.
    /// - Returns: The job, named `outbox`.
    package static func outbox(_ writing: DefaultWritingProvider) -> BackgroundJob {
        BackgroundJob("outbox") { _ in try await writing.sendAll() }
    }
}
