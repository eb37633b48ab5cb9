/// Keeps where a person was in each feed, so that they find the place again after a relaunch.
///
/// Contract:
/// - Safe from any thread.
/// - A position that was set is there after a relaunch; power loss may take the last ones.
/// - Of one feed the last position that was set counts. How many feeds are kept is bounded: those that were left
///   longest ago are forgotten first.
public protocol ReadingPositionProvider: Sendable {
    /// Where the person was.
    ///
    /// - Parameter feed: Which feed.
    /// - Returns: The position; `nil` when none was set, or it was forgotten.
    /// - Throws: A ``CodedError`` when it cannot be read.
    func position(for feed: Feed) async throws -> ReadingPosition?

    /// Remembers where the person is.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` forgets it.
    ///   - feed: Which feed.
    /// - Throws: A ``CodedError`` when it cannot be written; the position is as it was then.
    func set(_ position: ReadingPosition?, for feed: Feed) async throws
}
