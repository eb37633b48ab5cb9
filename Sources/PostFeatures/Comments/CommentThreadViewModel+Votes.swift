public import Core

extension CommentThreadViewModel {
    /// Votes on a comment, or takes the vote back.
    ///
    /// For whoever is signed in at a site that takes votes it is queued for the server, and shown at once; otherwise it
    /// stays on this device, and ``State/signInSite`` says where a sign-in would help. A failure is in the banner.
    ///
    /// - Parameters:
    ///   - vote: The vote; `nil` to take it back.
    ///   - id: The comment; one that is not sent yet takes no vote.
    public func setVote(_ vote: Vote?, for id: Comment.ID) async { await set(.vote(vote), for: id) }

    /// Votes on a comment, or takes the vote back where it is the same.
    ///
    /// - Parameters:
    ///   - vote: The vote.
    ///   - id: The comment; nothing happens when no row shows it.
    public func toggleVote(_ vote: Vote, for id: Comment.ID) async {
        guard let marks = marks(of: id) else { return }
        await setVote(marks.vote == vote ? nil : vote, for: id)
    }

    /// Saves a comment, or no longer: on this device, and on the server too where the setting
    /// ``Core/ReadingSettings/syncStatuses`` is on.
    ///
    /// - Parameters:
    ///   - isSaved: Whether to save it.
    ///   - id: The comment.
    public func setSaved(_ isSaved: Bool, for id: Comment.ID) async { await set(.saved(isSaved), for: id) }

    /// Saves a comment when it is not saved, else no longer.
    ///
    /// - Parameter id: The comment; nothing happens when no row shows it.
    public func toggleSaved(_ id: Comment.ID) async {
        guard let marks = marks(of: id) else { return }
        await setSaved(!marks.isSaved, for: id)
    }

    /// Shows the thread anew once the server has answered to what is not sent yet.
    ///
    /// - Parameter statuses: The marks of comments.
    func awaitAnswers(to statuses: [Comment.ID: Marks]) {
        let unsent = statuses.filter { !$0.value.pending.isEmpty }.keys
        queued.wait(about: Set(unsent.map(StatusTarget.comment))) { [weak self] in
            Task { [weak self] in await self?.showStoredAnew() }
        }
    }

    private func marks(of id: Comment.ID) -> Marks? { state.value.rows.first { $0.comment?.id == id }?.marks }

    private func set(_ change: StatusChange, for id: Comment.ID) async {
        do {
            let outcome = try await provider.apply(change, to: [id])
            rows.take(outcome.statuses)
            showRows { state in
                state.banner.clear(.action)
                state.signInSite = outcome.signedOut.first?.site
            }
            awaitAnswers(to: outcome.statuses)
        } catch {
            if error is CancellationError || Task.isCancelled { return }
            showRows { $0.banner = Banner(DataError(error), cause: .action) }
        }
    }
}
