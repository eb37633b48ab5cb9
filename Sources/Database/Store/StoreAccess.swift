/// The purpose that a store is opened for.
public enum StoreAccess: Sendable, Hashable {
    /// Reading and writing; one process at a time. It also mends what is damaged, and lifts what an older version wrote.
    case writing
    /// Reading beside the process that writes, if there is one: what that commits is seen, and observed, a moment later.
    ///
    /// It takes no lock and changes nothing on the disk, so that it also works where the disk cannot be written to.
    /// Writes throw `readOnly`. A folder without a store is an empty one. A collection that a newer version wrote throws
    /// `storeTooNew` when it is read, one of an older version `storeTooOld`, and the others can be read. A journal that
    /// is damaged is `storeDamaged` when it is read, until the store was opened for writing. Where there are no derived files for the
    /// collections as they are declared here, the whole journal is read into memory.
    case reading
}
