/// How far an ingest has come.
public struct IngestProgress: Hashable, Sendable {
    /// How many records were taken from the source.
    public var received = 0
    /// How many of them are committed.
    public var committed = 0
    /// How many batches that took.
    public var batches = 0
    /// Records committed in a second, over the last second or so; 0 until it can be told.
    public var rate = 0.0

    /// Creates the progress of an ingest that has not begun.
    public init() {}

    /// How many records were taken and are not committed.
    public var pending: Int { received - committed }
}
