/// Stores the reading position in each feed, so that a person continues there after a relaunch.
///
/// Contract:
/// - Safe from any thread.
/// - A position that was set is there after a relaunch; power loss may lose the last ones.
/// - The number of feeds is bounded: the positions that were set longest ago are deleted first.
public protocol ReadingPositionProvider: Sendable {
    /// Reads the position in a feed.
    ///
    /// - Parameter feed: The feed.
    /// - Returns: The position; `nil` when none is stored.
    /// - Throws: A ``CodedError`` when it cannot be read.
    func position(for feed: Feed) async throws -> ReadingPosition?

    /// Stores the position in a feed.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` deletes it.
    ///   - feed: The feed.
    /// - Throws: A ``CodedError`` when it cannot be written; the stored position is unchanged then.
    func set(_ position: ReadingPosition?, for feed: Feed) async throws
}
