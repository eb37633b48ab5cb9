/// A record of a collection: one JSON object, found by its id.
///
/// Its keys are written in the order in which its `encode(to:)` names them, nulls included, so that the same record is
/// the same bytes. Dates are seconds since 1970. Numbers must be finite.
public protocol StoredRecord: Codable, Identifiable, Sendable where ID: Codable & Comparable & Sendable {}
