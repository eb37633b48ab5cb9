/// The anchor of a live window, which keeps it at one row while rows before that come and go.
///
/// It also has the rules by which the window is cut, one read at a time.
struct WindowAnchor<Record: StoredRecord>: Sendable {
    enum Position: Sendable {
        /// The start that was asked for, until there is a row to be the anchor.
        case start(WindowStart)
        case place(RowPlace<Record.ID>)
        /// A record, or an offset when there is none with the id.
        case record(Record.ID, otherwise: Int)
    }

    let schema: CollectionSchema<Record>
    let index: Index<Record>?
    let direction: SortDirection
    var range: SortKeyRange?
    let limit: Int
    /// The number of rows of the window before its anchor.
    var lead = 0 {
        didSet { lead = max(0, lead) }
    }
    /// Whether a window that begins at the top stays there.
    var sticksToTop = false
    /// Whether a window near the end begins earlier, so that it is full.
    var isFilled = false
    private var position: Position
    private var isAtTop: Bool

    init(
        schema: CollectionSchema<Record>, index: Index<Record>?, direction: SortDirection, limit: Int,
        position: Position
    ) {
        self.schema = schema
        self.index = index
        self.direction = direction
        self.limit = max(0, limit)
        self.position = position
        isAtTop =
            switch position {
            case .start(.top), .start(.offset(...0)): true
            default: false
            }
    }

    struct Reading: Sendable {
        let rows: [StoredRow<Record>]
        let offset: Int
        let total: Int
    }

    /// Reads the window, and makes the row at its position the anchor.
    mutating func read(_ snapshot: StoreSnapshot) throws -> Reading {
        let total = try snapshot.count(of: schema, by: index, in: range)
        let last = isFilled ? max(0, total - 1) : total
        let rank = sticksToTop && isAtTop ? 0 : min(last, try rank(in: snapshot, total))
        var offset = max(0, rank - lead)
        if isFilled { offset = max(0, min(offset, total - limit)) }
        let rows = try snapshot.rows(of: schema, by: index, direction, in: range, from: offset, limit: limit)
        if rows.indices.contains(rank - offset) { position = .place(rows[rank - offset].place) }
        if !rows.isEmpty { isAtTop = offset == 0 }
        return Reading(rows: rows, offset: offset, total: total)
    }

    private func rank(in snapshot: StoreSnapshot, _ total: Int) throws -> Int {
        switch position {
        case .start(.top):
            0
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
