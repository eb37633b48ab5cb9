/// A change of the statuses of posts that is committed as a whole.
///
/// Posts are named by id, never by row.
public enum StatusMutation: Hashable, Sendable {
    /// Applies one change to each of some posts.
    ///
    /// What is set on a post that is not stored is kept, and applies when the post arrives.
    case set(StatusChange, [Post.ID])
    /// Applies one change to each of some posts, as an act of a person that ``undo`` takes back.
    ///
    /// Posts that have the value already are no part of the act, and where all have it there is none.
    case setUndoably(StatusChange, [Post.ID])
    /// Dismisses stored posts; ``undo`` and ``undoDismiss`` take it back.
    case dismiss([Post.ID])
    /// Dismisses all stored posts of a feed; ``undo`` and ``undoDismiss`` take it back.
    case dismissAll(Feed)
    /// Takes back the last dismissal that removed a post from a list, whichever process made it.
    case undoDismiss
    /// Takes back the last act that changed something, a dismissal or a ``setUndoably(_:_:)``, whichever process made it.
    ///
    /// Each post gets back the mark that it had before. An act of which every mark is as it was before by now counts as
    /// none. The last twenty acts of each account can be taken back, one after the other.
    case undo
}
