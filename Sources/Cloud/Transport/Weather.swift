import Core

/// What a ``SimulatedTransport`` does to requests.
public struct Weather: Sendable, Hashable {
    /// The shortest and the longest time that an answer takes.
    public var latency: ClosedRange<Duration>
    /// Which part of connections break, 0 to 1.
    public var loss: Double
    /// Which part of requests a status answers instead of the server, 0 to 1 each; together at most 1.
    public var statuses: [Int: Double]

    /// Creates a weather; a fine one by default.
    ///
    /// - Parameters:
    ///   - latency: The shortest and the longest time that an answer takes.
    ///   - loss: Which part of connections break, 0 to 1.
    ///   - statuses: Which part of requests a status answers instead of the server.
    public init(latency: ClosedRange<Duration> = .zero ... .zero, loss: Double = 0, statuses: [Int: Double] = [:]) {
        self.latency = latency
        self.loss = loss
        self.statuses = statuses
    }

    /// What becomes of one request.
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
