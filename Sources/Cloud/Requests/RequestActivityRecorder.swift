import Core
import Foundation

/// A recorder of failed, repeated and refused requests in the activity log.
struct RequestActivityRecorder: Sendable {
    let recorder: (any ActivityRecorder)?
    let time: any TimeProvider

    func recordFailure(_ error: NetworkError, of host: HostKey, priority: RequestPriority?) {
        guard let recorder else { return }
        let now = time.now
        var event = ActivityEvent(
            .failed, reason: RetryPolicy.pausesHost(error) ? .serverAsked : .failure, host: host.host, date: now,
            code: error.code)
        event.priority = priority
        event.until = error.retryAfter.map { now.moved(by: $0) }
        recorder.record(event)
    }

    func recordRetry(_ error: NetworkError, of host: HostKey, priority: RequestPriority, in pause: Duration) {
        guard let recorder else { return }
        let now = time.now
        var event = ActivityEvent(
            .retried, reason: RetryPolicy.pausesHost(error) ? .serverAsked : .failure, host: host.host, date: now,
            code: error.code)
        event.priority = priority
        event.until = now.moved(by: pause)
        recorder.record(event)
    }

    func recordRefusal(_ refusal: RateRefusal, of host: HostKey, error: NetworkError) {
        guard let recorder else { return }
        let now = time.now
        var event = ActivityEvent(.failed, reason: refusal.reason, host: host.host, date: now, code: error.code)
        event.priority = refusal.isPersonal ? .userInitiated : nil
        event.until = now.moved(by: refusal.retryAfter)
        recorder.record(event)
    }
}
