public import Core

/// What an observation of several records tells: the rows as they are now, and what made them of those that it told
/// before.
public struct RowsChange<Record: StoredRecord>: Sendable {
    /// The number of the commit that it was read at; it never goes back.
    public let version: UInt64
    /// How many records come before the first row.
    ///
    /// They are counted from the start of the order, or of the range that was asked for. In a query it is 0.
    public let offset: Int
    /// How many records the order, or the range, has.
    ///
    /// In a query it is the number of ``rows``.
    public let total: Int
    /// The rows as they are now.
    public let rows: [Record]
    /// What makes ``rows`` of the rows of the change before, of none for the first one.
    ///
    /// It is empty when rows landed or went outside and only ``offset`` or ``total`` is another.
    public let diff: RowsDiff<Record>
}

extension RowsChange: Equatable where Record: Equatable {}
