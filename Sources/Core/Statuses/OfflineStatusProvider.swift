package import Foundation

/// A provider of the stored statuses of posts and comments, for nobody or for one account.
///
/// ``OfflinePostProvider`` covers an app that keeps marks for nobody. This protocol adds the owner and the confirmed
/// state, which features for signed-in accounts need; it is for Lantern's own modules until there is one.
///
/// Contract (the Mocks library holds a suite that checks it):
/// - Own marks belong to one owner; nothing of one owner is in what another one reads.
/// - No answer of a server changes an own mark.
/// - A status is what ``Marks/shown(_:confirmed:pending:for:)`` makes of the owner's marks, of what the server last
///   confirmed to them, and of what they have set and not sent yet.
/// - Marks are synced; they outlive their target, and wait for one that is not stored yet. What a server confirmed goes
///   with its post or comment.
package protocol OfflineStatusProvider: Sendable {
    /// Reads statuses.
    ///
    /// - Parameters:
    ///   - targets: The posts and comments, stored or not.
    ///   - owner: The owner of the marks.
    /// - Returns: The status of each of the targets that has one.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func statuses(of targets: [StatusTarget], for owner: MarkOwner) async throws -> [StatusTarget: Marks]

    /// Reads the values that a server last confirmed to an account.
    ///
    /// - Parameters:
    ///   - targets: The posts, comments and sources.
    ///   - account: The account.
    /// - Returns: The state of each of the targets of which something is known.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func confirmed(
        of targets: [StatusTarget], for account: AccountKey
    ) async throws -> [StatusTarget: ConfirmedState]

    /// Changes one mark of posts and comments in one commit.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - targets: The posts and comments, stored or not; those that no store can keep are left out.
    ///   - owner: The owner of the marks.
    ///   - date: The date of the change.
    /// - Returns: The status of each of the targets as it is now.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) async throws -> [StatusTarget: Marks]

    /// Commits what a server said to an account without a page or a thread.
    ///
    /// It is an answer to a read; what a server says to an intent is stored with the outbox.
    ///
    /// - Parameter confirmation: What it said. What says nothing new is no commit.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func store(_ confirmation: Confirmation) async throws

    /// Reads the acts of whoever looks that can be taken back, dismissals and those that changed marks.
    ///
    /// - Returns: The acts, the last one first.
    /// - Throws: A ``CodedError`` when the store cannot be read.
    func acts() async throws -> [UndoableAct]

    /// Commits an act of whoever looks, whose changes are not made here but told to a server.
    ///
    /// - Parameters:
    ///   - parts: What gives the marks back.
    ///   - date: The date of the act.
    /// - Returns: The act; `nil` in a process that leaves it for the one that writes.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func keepAct(_ parts: [UndoableAct.Part], at date: Date) async throws -> UndoableAct?

    /// Gives posts back the marks that they had before an act, and forgets the act, in one commit.
    ///
    /// - Parameters:
    ///   - act: The act; one that is not there any more changes nothing.
    ///   - posts: The posts whose marks are given back here; a server is told of the others.
    ///   - date: The date of the change.
    /// - Returns: The statuses of the posts whose marks changed.
    /// - Throws: A ``CodedError`` when the store cannot be written; nothing is changed then.
    func takeBack(_ act: UndoableAct, of posts: Set<Post.ID>, at date: Date) async throws -> StatusReceipt
}
