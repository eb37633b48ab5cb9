/// Counts in a second, over the last second or so.
struct RateMeter: Sendable {
    private struct Sample: Sendable {
        let time: Duration
        let count: Int
    }

    private var samples: [Sample]

    init(at time: Duration) {
        samples = [Sample(time: time, count: 0)]
    }

    /// Takes a count, and says how fast it has grown.
    mutating func rate(at time: Duration, count: Int) -> Double {
        samples.append(Sample(time: time, count: count))
        // One older than a second stays, so that there is always a second to look at.
        while samples.count > 2, time - samples[1].time >= .seconds(1) { samples.removeFirst() }
        let seconds = (time - samples[0].time) / .seconds(1)
        return seconds > 0 ? Double(count - samples[0].count) / seconds : 0
    }
}
