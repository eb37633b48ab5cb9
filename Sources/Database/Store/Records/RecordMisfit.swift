/// The JSON of a record is whole and does not fit the record's type.
struct RecordMisfit: Error {
    /// What the type's decoding said.
    let reason: any Error
}
