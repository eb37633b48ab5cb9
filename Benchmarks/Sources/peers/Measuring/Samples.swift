import Foundation

/// Times of one kind, in milliseconds.
struct Samples: Sendable {
    private(set) var values: [Double] = []

    mutating func add(_ duration: Duration) {
        values.append(duration.milliseconds)
    }

    /// The time that this share of the samples does not exceed.
    func percentile(_ share: Double) -> Double {
        guard !values.isEmpty else { return .nan }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
    }

    var median: Double { values.median }
}

extension [Double] {
    var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    var mean: Double { isEmpty ? .nan : reduce(0, +) / Double(count) }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }
}
