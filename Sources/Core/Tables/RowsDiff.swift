/// The difference between old and new rows, in the positions that lists and tables on a screen expect.
///
/// To apply it, in this order:
/// 1. Take out the rows at ``removed`` and at the `from` of ``moved``: positions in the old rows.
/// 2. Put in the rows of ``inserted`` and, at their `to`, the rows of ``moved``, the lowest position first: positions
///    in the new rows.
/// 3. Replace the rows of ``changed``: positions in the new rows.
///
/// ``apply(to:)`` does just that. A row that has both moved and changed is in both lists. As few rows as possible are
/// in ``moved``.
public struct RowsDiff<Row: Sendable>: Sendable {
    /// The move of a row from one position to another.
    public struct Move: Hashable, Sendable {
        /// Its position in the old rows.
        public var from: Int
        /// Its position in the new rows.
        public var to: Int

        /// Creates a move.
        ///
        /// - Parameters:
        ///   - from: Its position in the old rows.
        ///   - to: Its position in the new rows.
        package init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// A row and its position in the new rows.
    public struct Placed: Sendable {
        /// Its position in the new rows.
        public var position: Int
        /// The row.
        public var row: Row

        /// Creates a placed row.
        ///
        /// - Parameters:
        ///   - position: Its position in the new rows.
        ///   - row: The row.
        package init(_ position: Int, _ row: Row) {
            self.position = position
            self.row = row
        }
    }

    /// The rows that were removed: ascending positions in the old rows.
    public var removed: [Int]
    /// The rows that moved, by ascending position in the new rows.
    public var moved: [Move]
    /// The rows that were inserted, by ascending position in the new rows.
    public var inserted: [Placed]
    /// The rows that stayed and changed, by ascending position in the new rows.
    public var changed: [Placed]

    /// Creates a difference; empty by default.
    ///
    /// - Parameters:
    ///   - removed: The rows that were removed: ascending positions in the old rows.
    ///   - moved: The rows that moved, by ascending position in the new rows.
    ///   - inserted: The rows that were inserted, by ascending position in the new rows.
    ///   - changed: The rows that stayed and changed, by ascending position in the new rows.
    package init(
        removed: [Int] = [], moved: [Move] = [], inserted: [Placed] = [], changed: [Placed] = []
    ) {
        self.removed = removed
        self.moved = moved
        self.inserted = inserted
        self.changed = changed
    }

    /// Whether the old and the new rows are the same.
    public var isEmpty: Bool { removed.isEmpty && moved.isEmpty && inserted.isEmpty && changed.isEmpty }

    /// Turns the old rows into the new ones.
    ///
    /// - Parameter rows: The old rows, exactly those that the difference was made from.
    /// - Complexity: O(*n*).
    package func apply(to rows: inout [Row]) {
        let old = rows
        var isTaken = Array(repeating: false, count: old.count)
        for position in removed { isTaken[position] = true }
        for move in moved { isTaken[move.from] = true }
        var kept = old.indices.lazy.filter { !isTaken[$0] }.makeIterator()
        var arriving = (inserted.map { ($0.position, $0.row) } + moved.map { ($0.to, old[$0.from]) })
        arriving.sort { $0.0 > $1.0 }

        let count = old.count - removed.count + inserted.count
        rows = []
        rows.reserveCapacity(count)
        for position in 0..<count {
            if let next = arriving.last, next.0 == position {
                rows.append(next.1)
                arriving.removeLast()
            } else if let next = kept.next() {
                rows.append(old[next])
            }
        }
        for change in changed { rows[change.position] = change.row }
    }
}

extension RowsDiff: Equatable where Row: Equatable {}
extension RowsDiff.Placed: Equatable where Row: Equatable {}
