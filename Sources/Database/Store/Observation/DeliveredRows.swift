import Core

/// The rows that an observer got last, from which the next difference is made.
struct DeliveredRows<Record: StoredRecord>: Sendable {
    private(set) var contents: [RowContent] = []
    private(set) var records: [Record] = []
    private(set) var offset = 0
    private(set) var total = 0

    /// Returns the difference, nil for none; the first time there is always one.
    ///
    /// Only records that the observer does not have yet are read.
    func change(
        to rows: [StoredRow<Record>], offset: Int, total: Int, version: UInt64, isFirst: Bool
    ) throws -> (DeliveredRows, RowsChange<Record>)? {
        var next = DeliveredRows()
        next.offset = offset
        next.total = total
        let diff: RowsDiff<Record>
        if rows.count == records.count, zip(rows, records).allSatisfy({ $0.id == $1.id }),
            zip(rows, contents).allSatisfy({ $0.content == $1 })
        {
            guard isFirst || offset != self.offset || total != self.total else { return nil }
            next.contents = contents
            next.records = records
            diff = RowsDiff()
        } else {
            var positions: [Record.ID: Int] = [:]
            positions.reserveCapacity(records.count)
            for (position, record) in records.enumerated() { positions[record.id] = position }
            next.contents = rows.map(\.content)
            next.records = rows.map { row in
                if let position = positions[row.id], contents[position] == row.content { return records[position] }
                return row.record
            }
            diff = RowsDiff(from: records, to: next.records) { [next] in contents[$0] == next.contents[$1] }
        }
        return (
            next,
            RowsChange(version: version, offset: offset, total: total, rows: next.records, diff: diff)
        )
    }
}
