import Core
import Foundation

/// The repetition of a fetch that failed for want of a network, once servers answer again.
///
/// A minute passes between two at least: the server that failed need not be the one that answers, and nobody has asked.
@MainActor
final class OutageRetry {
    private static let pause: TimeInterval = 60

    /// The failure of the last fetch; `nil` while it has none.
    var failure: DataError?
    private let connectivity = Dependency.registered((any ConnectivityProvider).self)
    private let time = Dependency.clock
    private var follower: Task<Void, Never>?
    private var running: Task<Void, Never>?
    private var last: Date?

    deinit {
        follower?.cancel()
        running?.cancel()
    }

    /// Follows the connection from the first call on, until it is released.
    ///
    /// - Parameter retry: Makes the fetch again.
    func follow(_ retry: @escaping @MainActor () async -> Void) {
        guard follower == nil, let connectivity else { return }
        // Asked for here and not in the task, so that nothing is missed between this call and its start.
        let ends = connectivity.reconnections
        follower = Task { [weak self] in
            for await _ in ends {
                guard let self, !Task.isCancelled else { return }
                begin(retry)
            }
        }
    }

    /// Begins beside the stream: an outage that ends meanwhile may be the fetch's own, and is no reason for another one.
    private func begin(_ retry: @escaping @MainActor () async -> Void) {
        guard running == nil, let failure, [.offline, .timedOut, .captivePortal].contains(failure.code) else { return }
        let now = time.now
        if let last, (0..<Self.pause).contains(now.timeIntervalSince(last)) { return }
        last = now
        running = Task { [weak self] in
            await retry()
            self?.running = nil
        }
    }
}
