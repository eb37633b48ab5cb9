/// A record of a collection: one JSON object, found by its id.
///
/// Its keys are written in the order in which its `encode(to:)` names them, nulls included, so that the same record is
/// the same bytes. Dates are seconds since 1970. Numbers must be finite. Records with the same key in an index are in
/// the ascending order of their ids' keys. A record that says its fields itself is several times faster:
/// ``FieldRecord``.
public protocol StoredRecord: Codable, Identifiable, Sendable where ID: Codable & Comparable & IndexValue & Sendable {}
