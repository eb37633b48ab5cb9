/// A change of the statuses of posts that is committed as a whole.
///
/// Posts are named by id, never by row.
public enum StatusMutation: Hashable, Sendable {
    /// Applies one change to each of some posts.
    ///
    /// What is set on a post that is not stored is kept, and applies when the post arrives.
    case set(StatusChange, [Post.ID])
    /// Dismisses stored posts; ``undoDismiss`` takes it back.
    case dismiss([Post.ID])
    /// Dismisses all stored posts of a feed; ``undoDismiss`` takes it back.
    case dismissAll(Feed)
    /// Takes back the last dismissal that removed a post from a list, whichever process made it.
    case undoDismiss
}
