/// What came of adding a source.
public struct SourceAddition: Equatable, Sendable {
    /// The source as it is stored.
    public var source: SubscribedSource
    /// Why it is not verified, with a sentence for a person; `nil` when it is.
    ///
    /// The code is that of the failure for a source that could not be checked, and `forbidden` for a restricted one.
    public var reason: DataError?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - source: The source as it is stored.
    ///   - reason: Why it is not verified.
    public init(source: SubscribedSource, reason: DataError? = nil) {
        self.source = source
        self.reason = reason
    }
}
