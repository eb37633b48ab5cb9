/// A counter of what waits to be read, such as answers to what a person wrote, for a badge.
public protocol UnreadCounter: Sendable {
    /// The number of unread things of the accounts in use, and each change of it.
    var unreadCount: ObservableValue<Int> { get }
}
