extension MasonryLayout {
    /// Which tiles a rectangle touches: those that can be seen, for one.
    ///
    /// - Parameter rect: The rectangle, in the coordinates of ``frames``.
    /// - Returns: The tiles' positions in ``frames``, in ascending order; none for a rectangle with a number that is none.
    /// - Complexity: O(columns · log *n* + *m* log *m*), where *n* is how many tiles there are and *m* how many it touches.
    public func indices(in rect: LayoutFrame) -> [Int] {
        guard rect.width >= 0, rect.height >= 0, !rect.x.isNaN, !rect.y.isNaN else { return [] }
        var found: [Int] = []
        for column in columns where touches(column, rect) {
            let start = Self.partition(column.count) { frames[column[$0]].maxY >= rect.y }
            for index in column[start...] {
                guard frames[index].y <= rect.maxY else { break }
                found.append(index)
            }
        }
        return found.sorted()
    }

    private func touches(_ column: [Int], _ rect: LayoutFrame) -> Bool {
        guard let first = column.first else { return false }
        return frames[first].x <= rect.maxX && frames[first].maxX >= rect.x
    }

    /// The first of a row of positions for which something holds, where it holds for all behind it too.
    ///
    /// - Parameters:
    ///   - count: How many positions there are.
    ///   - holds: Whether it holds; asked for no more positions than `count` has binary digits.
    /// - Returns: The position; `count` where it holds for none.
    static func partition(_ count: Int, where holds: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
