/// Where an update came from.
///
/// The posts themselves always come from the database.
public enum DataOrigin: Hashable, Sendable {
    /// It was there.
    case database
    /// A page was fetched and committed, or is the very one that is stored; `source` is for people to read.
    case network(source: String, completeness: Completeness)
}
