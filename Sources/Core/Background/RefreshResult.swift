/// What a background refresh came to, in the three words that systems want to hear.
public enum RefreshResult: Hashable, Sendable {
    /// There are posts that were not stored before: so many.
    case newData(count: Int)
    /// There are none.
    case noData
    /// Not one feed could be refreshed, for a reason with this code.
    case failed(ErrorCode)

    /// Whether something went so wrong that there is no answer.
    public var isFailure: Bool { if case .failed = self { true } else { false } }
}
