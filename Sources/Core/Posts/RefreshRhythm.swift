/// How long a feed may wait for its next automatic refresh, learnt from what the last ones found.
///
/// A feed whose refreshes find nothing new may wait longer, one that is full of new posts each time shorter. All of it is
/// a factor to the refresh age, a quarter to four.
struct RefreshRhythm: Equatable {
    /// What to multiply the refresh age by.
    private(set) var factor = 1.0

    private static let bounds = 0.25...4.0

    /// Takes over what a fetch of the first page found.
    ///
    /// - Parameters:
    ///   - newCount: How many posts the feed did not have.
    ///   - count: How many posts the page has; a page without posts says nothing.
    mutating func note(newCount: Int, of count: Int) {
        guard count > 0 else { return }
        if newCount == 0 {
            factor *= 2
        } else if newCount * 2 >= count {
            factor /= 2
        } else if factor != 1 {
            // Some are new and some are known: that is what the age was set for. Back to it, one step at a time.
            factor = factor > 1 ? max(1, factor / 2) : min(1, factor * 2)
        }
        factor = min(max(factor, Self.bounds.lowerBound), Self.bounds.upperBound)
    }
}
