import Core
import Foundation

extension NetworkRequestProvider {
    /// Sends a request until there is an answer, or no use in sending it again.
    func perform(_ request: NetworkRequest, for flight: Flights.Flight) async throws -> NetworkResponse {
        let host = HostKey(request.url)
        let ticket = governor.open(host, fairnessKey: request.fairnessKey, urgency: flight.urgency)
        defer { governor.close(ticket) }
        flight.observe { [self] urgency in
            guard let refusal = governor.update(ticket, urgency: urgency) else { return }
            diary.recordRefusal(refusal, of: host, error: refusal.error)
            flight.end(with: refusal.error) { priority, _ in priority == .userInitiated }
        }
        do {
            return try await perform(request, ticket: ticket, host: host, flight: flight)
        } catch let error as CancellationError {
            if flight.isExpired { diary.recordFailure(NetworkError(.timedOut), of: host, priority: nil) }
            throw error
        }
    }

    private func perform(
        _ request: NetworkRequest, ticket: Int, host: HostKey, flight: Flights.Flight
    ) async throws -> NetworkResponse {
        var lastError: NetworkError?
        var retry = 1
        while true {
            try await admit(ticket, flight, host: host, after: lastError)
            if let lastError, RetryPolicy.pausesHost(lastError) {
                // Only now is it certain that it is sent again; until then it was held back.
                diary.recordRetry(lastError, of: host, priority: flight.urgency.priority, in: .zero)
            }
            do {
                return try await attempt(request, ticket: ticket, host: host, flight: flight)
            } catch let refusal as RefusalElsewhere {
                diary.recordFailure(refusal.error, of: refusal.host, priority: flight.urgency.priority)
                throw refusal.error
            } catch let error as NetworkError {
                guard
                    let pause = configuration.retry.pause(before: retry, of: request, after: error, random: random),
                    flight.deadline.map({ time.uptime + pause < $0 }) ?? true
                else {
                    diary.recordFailure(error, of: host, priority: flight.urgency.priority)
                    throw error
                }
                if !RetryPolicy.pausesHost(error) {
                    diary.recordRetry(error, of: host, priority: flight.urgency.priority, in: pause)
                    try await time.sleep(for: pause)
                }
                (lastError, retry) = (error, retry + 1)
            }
        }
    }

    /// Waits until the host may be asked; those who would wait too long for that are told at once.
    private func admit(
        _ ticket: Int, _ flight: Flights.Flight, host: HostKey, after lastError: NetworkError?
    ) async throws {
        while true {
            try Task.checkCancellation()
            do {
                try await governor.admit(ticket, deadline: flight.deadline, urgency: flight.urgency)
                return
            } catch let refusal as RateRefusal {
                let error = lastError.map { $0.waiting(atLeast: refusal.retryAfter) } ?? refusal.error
                diary.recordRefusal(refusal, of: host, error: error)
                flight.end(with: error) { priority, deadline in
                    refusal.isPersonal && priority == .userInitiated || deadline.map { $0 <= refusal.until } ?? false
                }
            }
        }
    }

    /// One try.
    private func attempt(
        _ request: NetworkRequest, ticket: Int, host: HostKey, flight: Flights.Flight
    ) async throws -> NetworkResponse {
        let left = flight.willSend().map { $0 - time.uptime }
        defer { flight.didReceive() }
        guard let left, left > .zero, !Task.isCancelled else {
            governor.failed(ticket, wasSent: false)
            throw left == nil || Task.isCancelled ? CancellationError() : NetworkError(.timedOut)
        }
        var request = request
        request.timeout = left
        let response: NetworkResponse
        do {
            response = try await transport.send(request)
        } catch {
            let failure = error as? NetworkError
            let isUnsent = (failure?.underlying as? ConnectionFailure)?.isUnsent ?? false
            governor.failed(ticket, wasSent: failure != nil && !isUnsent || error is CancellationError)
            if Task.isCancelled {
                // The server kept silent until nobody had time left, which is how a dead connection looks. Whatever else
                // a cancelled transport reports is no failure of the network.
                if flight.isExpired { connectivity?.requestEnded(with: NetworkError(.timedOut)) }
                throw CancellationError()
            }
            if let failure { connectivity?.requestEnded(with: failure) }
            throw error
        }
        let pause = governor.answered(ticket, response, to: request)
        do {
            try ResponseCheck.check(response, to: request, now: time.now)
        } catch {
            let error = pause.map { error.retryAfter == nil ? error.waiting(atLeast: $0) : error } ?? error
            connectivity?.requestEnded(with: error)
            let answering = HostKey(response.url)
            if answering != host, RetryPolicy.pausesHost(error) {
                throw RefusalElsewhere(host: answering, error: error)
            }
            throw error
        }
        connectivity?.requestEnded(with: nil)
        return response
    }
}

/// Another host, where a redirect led, wants to be left alone.
///
/// The line of the host that was asked knows nothing of that pause, and would let the next try through at once, straight
/// to the one that has just refused. So there is no next try: whoever asked hears when it makes sense.
private struct RefusalElsewhere: Error {
    let host: HostKey
    let error: NetworkError
}

extension NetworkError {
    /// The same error, with the longer of its own pause and another one.
    func waiting(atLeast pause: Duration) -> NetworkError {
        NetworkError(code, status: status, retryAfter: max(retryAfter ?? .zero, pause), underlying: underlying)
    }
}

extension Dependency {
    /// The instance for a type where one is registered.
    static func registered<T: Sendable>(_ type: T.Type) -> T? {
        current.isRegistered(type) ? resolve(type) : nil
    }
}
