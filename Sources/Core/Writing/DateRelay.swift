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

/// Has what is shown of the outbox follow it, which is made before whoever shows it.
final class ShownRelay: Sendable {
    private let writing = Mutex<WeakWriting>(WeakWriting())

    private struct WeakWriting {
        weak var value: DefaultWritingProvider?
    }

    /// Has a provider show each change from now on.
    func follow(_ writing: DefaultWritingProvider) {
        self.writing.withLock { $0.value = writing }
    }

    /// Shows a change, before the call returns that made it.
    func tell() {
        writing.withLock { $0.value }?.publish()
    }
}

extension DefaultWritingProvider {
    /// Sends what all accounts have to be sent now, one account after the other.
    ///
    /// - Throws: A ``CodedError`` when the outbox cannot be read, `CancellationError`.
    package func sendAll() async throws {
        try await opened()
        var seen: Set<AccountKey> = []
        for item in outbox.value.items where seen.insert(item.account).inserted {
            try await send(as: item.account, waitingFor: nil)
        }
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
