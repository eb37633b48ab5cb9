/// A damaged file of a store, of which only a part could be read; it is reported once.
public struct StoreDamage: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file; once it was set aside, that of what could be salvaged of it.
    public let path: String
    /// The path of the copy that was set aside: the file as it was found.
    ///
    /// `nil` where a store that is open for reading has found it: then the file is as it was.
    public let setAsidePath: String?
    /// The number of whole batches in it, which are salvaged when it is set aside.
    public let salvagedBatches: Int
    /// The number of bytes that belong to no whole batch.
    public let lostBytes: Int

    public var description: String {
        guard let setAsidePath else {
            return """
                '\(path)' is damaged. Whole batches: \(salvagedBatches); bytes that cannot be read: \(lostBytes). The \
                next program that opens the store for writing keeps the file aside and salvages the whole batches.
                """
        }
        return """
            '\(path)' was damaged. Batches salvaged: \(salvagedBatches); bytes that could not be read: \(lostBytes). \
            The file as it was found is kept as '\(setAsidePath)'.
            """
    }
}
