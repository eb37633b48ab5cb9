/// A damaged file of a store, of which only a part could be read; it is reported once.
public struct StoreDamage: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, which now holds what could be salvaged.
    public let path: String
    /// The path of the copy that was set aside: the file as it was found.
    public let setAsidePath: String
    /// The number of whole batches that were salvaged.
    public let salvagedBatches: Int
    /// The number of bytes that belong to no whole batch.
    public let lostBytes: Int

    public var description: String {
        """
        '\(path)' was damaged. Batches salvaged: \(salvagedBatches); bytes that could not be read: \(lostBytes). \
        The file as it was found is kept as '\(setAsidePath)'.
        """
    }
}
