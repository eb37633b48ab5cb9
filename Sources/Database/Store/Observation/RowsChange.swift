public import Core

/// A change of observed rows: the rows as they are now, and the difference to those delivered before.
public struct RowsChange<Record: StoredRecord>: Sendable {
    /// The number of the commit at which the rows were read; it never goes back.
    package let version: UInt64
    /// The number of records before the first row.
    ///
    /// They are counted from the start of the order, or of the range that was asked for. In a query it is 0.
    public let offset: Int
    /// The number of records in the order, or in the range.
    ///
    /// In a query it is the number of ``rows``.
    public let total: Int
    /// The rows as they are now.
    public let rows: [Record]
    /// The difference between the rows of the change before, none for the first one, and ``rows``.
    ///
    /// It is empty when rows were inserted or deleted outside and only ``offset`` or ``total`` has changed.
    public let diff: RowsDiff<Record>
}

extension RowsChange: Equatable where Record: Equatable {}
