/// The result of a change of statuses, as ``PostProvider/apply(_:)`` gives it.
///
/// It holds no statuses: they come with the posts by ``PostProvider/updates(of:)``.
public struct StatusOutcome: Equatable, Sendable {
    /// The stored posts that were named, in the order of naming; after an undo those that came back.
    public var changed: [Post.ID]
    /// The ids that no stored post has; the change applies when their posts arrive.
    public var unknown: [Post.ID]
    /// The number of the newest update that was sent to each followed feed: it, or an earlier one, shows the change.
    ///
    /// See ``FeedUpdate/number``. A feed that is not among them has nobody who follows it.
    public var updates: [Feed: Int]
    /// The items of the outbox that tell a server of the change; none for what stays on this device, and for what the
    /// server has already.
    public var queued: [OutboxItem.ID] = []
    /// The posts whose server would be told of the change if somebody were signed in there: it stays on this device.
    public var signedOut: [Post.ID] = []

    /// The change by which the last act was taken back, such as `.saved(false)`; `nil` where nothing was.
    ///
    /// Of an act that several changes take back, as for posts that were saved at different dates, it is the first one.
    public var undone: StatusChange?

    /// Creates an outcome.
    ///
    /// - Parameters:
    ///   - changed: The stored posts that were named.
    ///   - unknown: The ids that no stored post has.
    ///   - updates: The number of the newest update that was sent to each followed feed.
    public init(changed: [Post.ID] = [], unknown: [Post.ID] = [], updates: [Feed: Int] = [:]) {
        self.changed = changed
        self.unknown = unknown
        self.updates = updates
    }

    /// Creates the outcome of a change from the store's receipt.
    ///
    /// - Parameters:
    ///   - receipt: The store's receipt.
    ///   - updates: The number of the newest update that was sent to each followed feed.
    package init(_ receipt: StatusReceipt, updates: [Feed: Int] = [:]) {
        self.init(changed: receipt.changed, unknown: receipt.unknown, updates: updates)
        (queued, signedOut, undone) = (receipt.queued, receipt.signedOut, receipt.undone)
    }
}
