public import Core

extension CommentRow {
    /// The score as the person sees it: the server's, with their own vote as it is shown; `nil` where it is not known, and
    /// for a placeholder.
    public var shownScore: Int? { comment?.score.map { $0 + marks.voteDelta } }

    /// The person's vote; `nil` for none, and where it is not known (``Core/Marks/isVoteKnown``).
    public var vote: Vote? { marks.vote }

    /// What the person has done with it that is not sent yet, such as `vote` and `save`.
    public var pending: [OutboxItem.Kind] { marks.pending.kinds }
}
