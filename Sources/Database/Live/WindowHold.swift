/// What a window is held by, and how it is cut: the rules of live windows, one read at a time.
struct WindowHold<Record: StoredRecord>: Sendable {
    enum Anchor: Sendable {
        /// Where the person asked to begin; until there is a row to hold on to.
        case start(WindowStart)
        case place(RowPlace<Record.ID>)
        /// By a record, or an offset when there is none with the id.
        case record(Record.ID, otherwise: Int)
    }

    let schema: CollectionSchema<Record>
    let index: Index<Record>?
    let direction: SortDirection
    let range: SortKeyRange?
    let limit: Int
    /// How many rows of the window come before the one that holds it.
    var lead = 0
    /// Whether a window that begins at the top stays there.
    var sticksToTop = false
    /// Whether a window near the end begins earlier, rather than come up short.
    var isFilled = false
    var anchor: Anchor
    private var isAtTop: Bool

    init(
        schema: CollectionSchema<Record>, index: Index<Record>?, direction: SortDirection,
        range: SortKeyRange? = nil, limit: Int, lead: Int = 0, sticksToTop: Bool = false, isFilled: Bool = false,
        anchor: Anchor
    ) {
        self.schema = schema
        self.index = index
        self.direction = direction
        self.range = range
        self.limit = max(0, limit)
        self.lead = max(0, lead)
        self.sticksToTop = sticksToTop
        self.isFilled = isFilled
        self.anchor = anchor
        isAtTop = if case .start(.offset(...0)) = anchor { true } else { false }
    }

    struct Reading: Sendable {
        let rows: [StoredRow<Record>]
        let offset: Int
        let total: Int
    }

    /// Reads the window, and takes hold of the row that stands at its anchor now.
    mutating func read(_ snapshot: StoreSnapshot) throws -> Reading {
        let total = try snapshot.count(of: schema, by: index, in: range)
        let last = isFilled ? max(0, total - 1) : total
        let rank = sticksToTop && isAtTop ? 0 : min(last, try rank(in: snapshot, total))
        var offset = max(0, rank - lead)
        if isFilled { offset = max(0, min(offset, total - limit)) }
        let rows = try snapshot.rows(of: schema, by: index, direction, in: range, from: offset, limit: limit)
        if rows.indices.contains(rank - offset) { anchor = .place(rows[rank - offset].place) }
        if !rows.isEmpty { isAtTop = offset == 0 }
        return Reading(rows: rows, offset: offset, total: total)
    }

    private func rank(in snapshot: StoreSnapshot, _ total: Int) throws -> Int {
        switch anchor {
        case .start(.offset(let offset)):
            max(0, offset)
        case .start(.key(let key)):
            if let index { try snapshot.rank(of: key, in: schema, by: index, direction, in: range) } else { total }
        case .place(let place):
            try snapshot.rank(of: place, in: schema, by: index, direction, in: range)
        case .record(let id, let otherwise):
            if let place = try snapshot.place(of: id, in: schema, by: index) {
                try snapshot.rank(of: place, in: schema, by: index, direction, in: range)
            } else {
                max(0, otherwise)
            }
        }
    }
}
