extension Double {
    /// This number as a length: nothing for what is none (not a number, infinite, negative), and no more than a million
    /// points, so that sums of many of them keep their fractions.
    var length: Double {
        isFinite && self > 0 ? Swift.min(self, 1_000_000) : 0
    }

    /// This number as a width divided by a height; `nil` for what is none (not a number, infinite, zero, negative).
    var ratio: Double? {
        isFinite && self > 0 ? self : nil
    }
}
