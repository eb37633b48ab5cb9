extension RowsDiff where Row: Identifiable {
    /// Finds the difference between old and new rows.
    ///
    /// - Parameters:
    ///   - old: The old rows; every id once.
    ///   - new: The new rows; every id once.
    ///   - isSame: Whether the row at a position of the old rows and the one at a position of the new rows, which have
    ///     the same id, have the same content.
    /// - Complexity: O(*n* log *n*).
    package init(from old: [Row], to new: [Row], isSame: (_ old: Int, _ new: Int) -> Bool) {
        self.init()
        var oldPositions: [Row.ID: Int] = [:]
        oldPositions.reserveCapacity(old.count)
        for (position, row) in old.enumerated() { oldPositions[row.id] = position }
        precondition(oldPositions.count == old.count, "An id stands twice in the old rows.")

        var isKept = Array(repeating: false, count: old.count)
        var keptOld: [Int] = []
        var keptNew: [Int] = []
        for (position, row) in new.enumerated() {
            guard let before = oldPositions[row.id] else {
                inserted.append(Placed(position, row))
                continue
            }
            precondition(!isKept[before], "An id stands twice in the new rows.")
            isKept[before] = true
            keptOld.append(before)
            keptNew.append(position)
            if !isSame(before, position) { changed.append(Placed(position, row)) }
        }
        removed = isKept.indices.filter { !isKept[$0] }
        let staying = Self.longestRising(keptOld)
        for index in keptOld.indices where !staying[index] {
            moved.append(Move(from: keptOld[index], to: keptNew[index]))
        }
    }

    /// Marks a longest rising subsequence: the rows that need not move, since the others move around them.
    private static func longestRising(_ numbers: [Int]) -> [Bool] {
        var marks = Array(repeating: true, count: numbers.count)
        // The usual case, and it needs no memory for what follows.
        guard zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) else { return marks }
        // The last elements of the best subsequence of each length, and what comes before each element.
        var ends: [Int] = []
        var previous = Array(repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        marks = Array(repeating: false, count: numbers.count)
        var index = ends.last ?? -1
        while index >= 0 {
            marks[index] = true
            index = previous[index]
        }
        return marks
    }
}

extension RowsDiff where Row: Identifiable & Equatable {
    /// Finds the difference between old and new rows by their equality.
    ///
    /// - Parameters:
    ///   - old: The old rows; every id once.
    ///   - new: The new rows; every id once.
    /// - Complexity: O(*n* log *n*).
    public init(from old: [Row], to new: [Row]) {
        self.init(from: old, to: new) { old[$0] == new[$1] }
    }
}
