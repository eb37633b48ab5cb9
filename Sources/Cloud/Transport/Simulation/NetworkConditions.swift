import Core

/// Simulated latency, losses and failures, for a ``SimulatedTransport`` in tests and demonstrations.
public struct NetworkConditions: Sendable, Hashable {
    /// The shortest and the longest latency of an answer.
    package var latency: ClosedRange<Duration>
    /// The part of connections that break, from 0 to 1.
    package var loss: Double
    /// The part of requests that a status answers instead of the server, from 0 to 1 each; together at most 1.
    package var statuses: [Int: Double]

    /// Creates conditions; by default nothing is delayed and nothing fails.
    ///
    /// - Parameters:
    ///   - latency: The shortest and the longest time that an answer takes.
    ///   - loss: The part of connections that break, 0 to 1.
    ///   - statuses: The part of requests that a status answers instead of the server.
    public init(latency: ClosedRange<Duration> = .zero ... .zero, loss: Double = 0, statuses: [Int: Double] = [:]) {
        self.latency = latency
        self.loss = loss
        self.statuses = statuses
    }

    /// The simulated result of one request.
    struct Fate: Equatable {
        var latency: Duration
        var isLost: Bool
        var status: Int?
    }

    /// Draws three numbers, whatever they come to, so that one request's fate does not move the next one's.
    func fate(from random: any RandomSource) -> Fate {
        let (slowness, luck, draw) = (random.next(in: 0...1), random.next(in: 0...1), random.next(in: 0...1))
        var fate = Fate(latency: latency.lowerBound, isLost: luck < loss)
        fate.latency += (latency.upperBound - latency.lowerBound) * slowness
        var rest = draw
        for (status, share) in statuses.sorted(by: { $0.key < $1.key }) {
            if rest < share {
                fate.status = status
                break
            }
            rest -= share
        }
        return fate
    }
}
