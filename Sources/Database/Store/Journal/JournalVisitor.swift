/// A receiver of the records while the journal is read.
///
/// A value: when reading has to begin again, it does with a copy of the visitor as it was at first.
protocol JournalVisitor {
    /// The records of this file come next; they can be read from it already.
    ///
    /// Also called for files whose records do not come, because they are known.
    mutating func begin(_ file: JournalFile)

    /// A record is in the collection now, in the place of one with the same id.
    ///
    /// - Parameters:
    ///   - collection: One that the app declares.
    ///   - json: The record.
    ///   - file: The id of the file that it is in.
    ///   - offset: Where `json` begins in that file.
    ///   - version: The version of the record; the declared one, unless it was never named.
    /// - Throws: When the record does not fit its type; ``keep(unreadable record:isDelete:json:file:offset:)`` comes
    ///   next then.
    mutating func put(_ collection: String, json: ArraySlice<UInt8>, file: UInt32, offset: Int, version: Int) throws

    /// No record of the collection has this id any more.
    mutating func delete(_ collection: String, id json: ArraySlice<UInt8>) throws

    /// A record or an id that was given last does not fit its type; it stays where it is.
    mutating func keep(
        unreadableRecord collection: String, isDelete: Bool, json: ArraySlice<UInt8>, file: UInt32, offset: Int)

    /// All lines of a batch were given.
    mutating func commit(_ number: UInt64)

    /// All files were given, and nothing was changed on the disk on account of them.
    ///
    /// - Parameter versions: What the journal's lines named last, marks of unreadable records
    ///   (``UnreadableRecordMark``) among them.
    /// - Throws: Where a collection cannot be used as it is declared; nothing is changed then.
    mutating func check(_ versions: [String: Int]) throws
}
