public import Core

/// What a person writes in the thread: shown when a method returns, marked until the server has it.
///
/// The text of a comment that could not be queued stays in the caller's hand, and the banner says why.
extension CommentThreadViewModel {
    /// Whether the person can reply here.
    public var canReply: Bool { writing.kinds(on: id.site).contains(.reply) }

    /// Returns whether a comment is known to be of the account in use: it was written here, or has that account's name.
    ///
    /// - Parameter row: The comment's row.
    /// - Returns: False for the row of a placeholder, too.
    public func isOwn(_ row: CommentRow) -> Bool {
        guard let comment = row.comment else { return false }
        return row.own != nil || writing.isNamed(comment.author, on: id.site)
    }

    /// Queues a reply; it stands in the thread when this returns.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - comment: The comment that it answers, which may be unsent; the post by default.
    ///   - item: The id of the new item, made before, so that trying again makes no second reply; a new one by default.
    ///   - undo: The time for which it can be taken back before it is sent; none by default.
    /// - Returns: The item; `nil` where it could not be queued.
    @discardableResult
    public func reply(
        _ text: String, to comment: Comment.ID? = nil, as item: OutboxItem.ID? = nil, undo: Duration = .zero
    ) async -> OutboxItem.ID? {
        await queue(.reply(text, to: comment.map { .comment($0) } ?? .post(id), in: id), as: item, undo: undo)
    }

    /// Gives a comment of the person's own another text; one that is unsent is changed itself.
    ///
    /// - Parameters:
    ///   - comment: The comment.
    ///   - text: The text.
    /// - Returns: The item that changes it, or that was changed; `nil` where it could not be.
    @discardableResult
    public func edit(_ comment: Comment.ID, text: String) async -> OutboxItem.ID? {
        await queue(.edit(text, of: .comment(comment)))
    }

    /// Deletes a comment of the person's own; one that is unsent is given up.
    ///
    /// - Parameters:
    ///   - comment: The comment.
    ///   - dependants: What becomes of unsent replies to an unsent one; the banner says where that has to be said.
    /// - Returns: The item; `nil` where it could not be.
    @discardableResult
    public func delete(_ comment: Comment.ID, dependants: OutboxDependants? = nil) async -> OutboxItem.ID? {
        await queue(.delete(.comment(comment), dependants))
    }

    /// Sends an item of a row's ``CommentRow/own`` now, or again.
    ///
    /// - Parameter item: The item.
    public func retry(_ item: OutboxItem.ID) async {
        await decide(.send(as: nil), on: item)
    }

    /// Gives an item of a row's ``CommentRow/own`` up; a text becomes a draft, an edit and a deletion are not done.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - dependants: What becomes of unsent replies to it; the banner says where that has to be said.
    public func cancel(_ item: OutboxItem.ID, dependants: OutboxDependants? = nil) async {
        await decide(.giveUp(dependants), on: item)
    }

    /// Takes an item as arrived of which nobody knows whether it did.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - dependants: What becomes of unsent replies to it; the banner says where that has to be said.
    public func takeAsArrived(_ item: OutboxItem.ID, dependants: OutboxDependants? = nil) async {
        await decide(.arrived(dependants), on: item)
    }

    private func queue(
        _ intent: WriteIntent, as item: OutboxItem.ID? = nil, undo: Duration = .zero
    ) async -> OutboxItem.ID? {
        await write { try await $0.queue(intent, on: self.id.site, id: item, undo: undo) } ?? nil
    }

    private func decide(_ decision: OutboxDecision, on item: OutboxItem.ID) async {
        await write { try await $0.decide(decision, on: item, of: self.id.site) }
    }

    /// Does something, and shows what became of it.
    @discardableResult
    private func write<Result>(_ work: (ThreadWriting) async throws -> Result) async -> Result? {
        do {
            let result = try await work(writing)
            state.update { $0.banner.clear(.action) }
            await showStoredAnew()
            return result
        } catch {
            let isCancelled = error is CancellationError || Task.isCancelled
            if !isCancelled { state.update { $0.banner = Banner(DataError(error), cause: .action) } }
            return nil
        }
    }
}
