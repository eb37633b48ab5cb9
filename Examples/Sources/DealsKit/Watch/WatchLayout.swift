/// The columns that fit side by side.
struct WatchLayout: Equatable {
    /// The columns from left to right, and how wide they are.
    let columns: [(column: DealColumn, width: Int)]
    /// The number of spaces between two columns.
    let gap: Int

    /// The columns in the order in which they get room, after the one that the table is sorted by.
    private static let order: [DealColumn] = [.id, .instrument, .price, .amount, .side, .date]

    /// Lays the columns out.
    ///
    /// - Parameters:
    ///   - width: The width of the screen in columns.
    ///   - sorted: The column that the table is sorted by; it is there however narrow the screen is.
    init(width: Int, sorted: DealColumn) {
        let all = DealColumn.allCases.reduce(0) { $0 + Self.width(of: $1) }
        gap = all + 2 * (DealColumn.allCases.count - 1) <= width ? 2 : 1
        var chosen: [DealColumn: Int] = [sorted: min(Self.width(of: sorted), max(0, width))]
        var used = chosen[sorted] ?? 0
        for column in Self.order where chosen[column] == nil {
            let more = gap + Self.width(of: column)
            guard used + more <= width else { continue }
            chosen[column] = Self.width(of: column)
            used += more
        }
        columns = DealColumn.allCases.compactMap { column in chosen[column].map { (column, $0) } }
    }

    static func == (left: WatchLayout, right: WatchLayout) -> Bool {
        left.gap == right.gap && left.columns.elementsEqual(right.columns, by: ==)
    }

    /// Room for the values that are usual, and for the title with its key and its arrow.
    private static func width(of column: DealColumn) -> Int {
        switch column {
        case .id: 9
        case .date: 19
        case .instrument: 14
        case .price: 9
        case .amount: 12
        case .side: 8
        }
    }
}
