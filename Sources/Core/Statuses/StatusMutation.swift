/// A change of statuses, committed as a whole.
///
/// Posts are named by id, never by row.
public enum StatusMutation: Hashable, Sendable {
    /// Makes one change to each of some posts.
    ///
    /// What is said of a post that is not stored is kept, and applies when it arrives.
    case set(StatusChange, [Post.ID])
    /// Puts stored posts away; ``undoDismiss`` takes it back.
    case dismiss([Post.ID])
    /// Puts away everything that is stored in a feed; ``undoDismiss`` takes it back.
    case dismissAll(Feed)
    /// Takes the last dismissal back that put something away, whichever process gave it.
    case undoDismiss
}
