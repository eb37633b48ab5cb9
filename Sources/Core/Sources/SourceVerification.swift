/// What came of checking the sources that had not been checked yet.
public struct SourceVerification: Equatable, Sendable {
    /// Those that the server said something of, as they are stored now.
    public var checked: [SubscribedSource]
    /// How many could still not be checked.
    public var pendingCount: Int
    /// Why; `nil` when all were checked.
    public var error: DataError?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - checked: Those that the server said something of.
    ///   - pendingCount: How many could still not be checked.
    ///   - error: Why.
    public init(checked: [SubscribedSource] = [], pendingCount: Int = 0, error: DataError? = nil) {
        self.checked = checked
        self.pendingCount = pendingCount
        self.error = error
    }
}
