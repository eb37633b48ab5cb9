public import Core

/// A feed that a background refresh could not refresh, as a row.
public struct RefreshFailureRow: Identifiable, Hashable, Sendable {
    /// The feed's key.
    public let id: String
    /// Which feed, to open it.
    public let feed: Feed
    /// What it is called: "r/swift · Hot".
    public let name: String
    /// Why, as a sentence.
    public let text: String
    /// The stable word for why.
    public let code: ErrorCode

    /// Creates the row of a failure.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - format: Writes in a language.
    public init(_ failure: RefreshReport.Failure, format: PostFormat) {
        id = failure.id
        feed = failure.feed
        name = format.name(of: failure.feed)
        text = format.message(for: failure.error)
        code = failure.error.code
    }
}
