/// Something in the store that could not be read when it was opened.
///
/// It is reported once.
public struct StoreDamage: Sendable, Hashable, CustomStringConvertible {
    /// The file, which holds now what could be salvaged.
    public let path: String
    /// Where the file lies as it was found.
    public let asidePath: String
    /// How many whole batches were salvaged.
    public let salvagedBatches: Int
    /// How many bytes belong to no whole batch.
    public let lostBytes: Int

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - asidePath: Where it lies as it was found.
    ///   - salvagedBatches: How many whole batches were salvaged.
    ///   - lostBytes: How many bytes belong to no whole batch.
    public init(path: String, asidePath: String, salvagedBatches: Int, lostBytes: Int) {
        self.path = path
        self.asidePath = asidePath
        self.salvagedBatches = salvagedBatches
        self.lostBytes = lostBytes
    }

    /// What was found and where it is, for a person.
    public var description: String {
        """
        '\(path)' was damaged. Batches salvaged: \(salvagedBatches); bytes that could not be read: \(lostBytes). \
        The file as it was found is kept as '\(asidePath)'.
        """
    }
}
