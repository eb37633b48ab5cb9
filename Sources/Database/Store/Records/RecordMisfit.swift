/// The JSON of a record is whole and does not fit the record's type.
struct RecordMisfit: Error {
    /// The error of the type's decoding.
    let reason: any Error
}
