/// The result of a change of statuses, as a database gives it.
public struct StatusReceipt: Hashable, Sendable {
    /// The statuses of every known post that was named, as they are now, in the order of naming.
    public var statuses: [PostStatus]
    /// The ids that no stored post has.
    public var unknown: [Post.ID]
    /// The statuses that are kept for the unknown ids after a ``StatusMutation/set(_:_:)`` or
    /// ``StatusMutation/setUndoably(_:_:)``, in the order of naming: it applies when their posts arrive.
    ///
    /// A dismissal ignores unknown ids, and an undo names none: then there is nothing here.
    public var pending: [PostStatus]
    /// Whether ``StatusMutation/undo`` has an act to take back after the change, whichever process made it.
    public var canUndo: Bool
    /// The number of the store's last commit then: everything that is read at this version or a later one includes the
    /// change.
    public var version: UInt64
    /// The items of the outbox that tell a server of the change; none for what stays on this device, and for what the
    /// server has already.
    public var queued: [OutboxItem.ID] = []
    /// The posts whose server would be told of the change if somebody were signed in there: it stays on this device.
    public var signedOut: [Post.ID] = []
    /// The change by which the last act was taken back; `nil` where nothing was.
    public var undone: StatusChange?

    /// Creates a receipt.
    ///
    /// - Parameters:
    ///   - statuses: The statuses as they are now.
    ///   - unknown: The ids that no stored post has.
    ///   - pending: The statuses that are kept for the unknown ids.
    ///   - version: The number of the store's last commit.
    ///   - canUndo: Whether there is an act to take back from then on.
    public init(
        statuses: [PostStatus] = [], unknown: [Post.ID] = [], pending: [PostStatus] = [], version: UInt64 = 0,
        canUndo: Bool = false
    ) {
        self.statuses = statuses
        self.unknown = unknown
        self.pending = pending
        self.version = version
        self.canUndo = canUndo
    }

    /// The ids of the known posts.
    public var changed: [Post.ID] { statuses.map(\.id) }
}
