import Core
import Foundation

/// Tells the activity log how tries of a request end: a host, a code, a time.
struct TryDiary: Sendable {
    let recorder: (any ActivityRecorder)?
    let time: any TimeProvider

    func recordFailure(_ error: NetworkError, of host: HostKey, priority: RequestPriority?) {
        guard let recorder else { return }
        let now = time.now
        recorder.record(
            ActivityEvent(
                date: now, kind: .failed, reason: RetryPolicy.pausesHost(error) ? .serverAsked : .failure,
                host: host.host, code: error.code, priority: priority,
                until: error.retryAfter.map { now.moved(by: $0) }))
    }

    func recordRetry(_ error: NetworkError, of host: HostKey, priority: RequestPriority, in pause: Duration) {
        guard let recorder else { return }
        let now = time.now
        recorder.record(
            ActivityEvent(
                date: now, kind: .retried, reason: RetryPolicy.pausesHost(error) ? .serverAsked : .failure,
                host: host.host, code: error.code, priority: priority, until: now.moved(by: pause)))
    }

    func recordRefusal(_ refusal: RateRefusal, of host: HostKey, error: NetworkError) {
        guard let recorder else { return }
        let now = time.now
        recorder.record(
            ActivityEvent(
                date: now, kind: .failed, reason: refusal.reason, host: host.host, code: error.code,
                priority: refusal.isPersonal ? .userInitiated : nil, until: now.moved(by: refusal.retryAfter)))
    }
}
