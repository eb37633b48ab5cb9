package import Foundation

/// What one account wrote, changed and deleted, as far as its server's copies do not say it: unsent, or sent lately.
///
/// It is made of the outbox and of what is kept of sent texts, and laid over what servers said; nothing of it is stored
/// with that.
package struct OwnTexts: Sendable, Equatable {
    /// A comment that the server's copy of the thread may not have.
    package struct New: Sendable, Equatable {
        /// The comment: the site's own id, or its entry's while it is unsent.
        package let id: Comment.ID
        /// What it answers.
        package let parent: Comment.Parent
        /// The text; `nil` where this version cannot read it.
        package let text: String?
        /// The date at which it was queued.
        package let date: Date
        /// The site's own ids of equal comments that were there before; `nil` where it cannot be on the server.
        package let known: Set<String>?
        /// The date at which the server took it; `nil` while it is not sent.
        package let arrived: Date?
    }

    /// A post that the server's lists may not have.
    package struct NewPost: Sendable, Equatable {
        /// The post: the site's own id, or its entry's while it is unsent.
        package let id: Post.ID
        /// The community, as it was named.
        package let community: StatusTarget?
        /// The title; an empty one where this version cannot read it.
        package let title: String
        /// The text; `nil` for a link.
        package let text: String?
        /// The link; `nil` for a text.
        package let url: String?
        /// The date at which it was queued.
        package let date: Date
    }

    /// What the account wants of a text, or its server has taken.
    package struct Change: Sendable, Equatable {
        /// The text; `nil` for the server's.
        package var text: String?
        /// Whether it is deleted.
        package var isDeleted = false
        /// What is not done yet.
        package var unsent: [OwnText.Intent] = []
    }

    /// The new comments by their thread, in the order in which they were written.
    package private(set) var new: [Post.ID: [New]] = [:]
    /// The new posts, in the order in which they were written.
    package private(set) var posts: [NewPost] = []
    /// The changes by what is changed; of new texts, too.
    package private(set) var changes: [StatusTarget: Change] = [:]
    /// The items that made texts.
    package private(set) var made: [StatusTarget: OutboxItem.ID] = [:]
    /// The dates at which those items were queued.
    package private(set) var dates: [StatusTarget: Date] = [:]

    /// Creates a value without a text.
    package init() {}

    /// Whether the account wrote nothing lately.
    package var isEmpty: Bool { made.isEmpty && changes.isEmpty }

    /// Everything that there is something to say of.
    var targets: Set<StatusTarget> { Set(changes.keys).union(made.keys) }

    /// Takes in a text that the server has; they come before the entries.
    ///
    /// - Parameter text: The text.
    package mutating func take(_ text: SentText) {
        let target = text.id.target
        if let origin = text.origin {
            made[target] = OutboxItem.ID(rawValue: origin.entry.rawValue)
            dates[target] = origin.date
            if !text.isSettled { add(target, origin, text: text.text, in: text.thread) }
        }
        guard !text.isSettled else { return }
        var change = changes[target] ?? Change()
        // A new one that is not there has its text from itself.
        (change.text, change.isDeleted) = (text.text, text.isDeleted)
        changes[target] = change
    }

    /// Takes in an entry that is unsent; they come in the order of their numbers.
    ///
    /// - Parameters:
    ///   - entry: The entry; one that is no text changes nothing.
    ///   - resolve: Gives the target by the site's own id, where an entry has made it.
    ///   - thread: Gives the post in whose thread a comment is stored.
    package mutating func take(
        _ entry: OutboxEntry, resolving resolve: (StatusTarget) throws -> StatusTarget,
        thread: (Comment.ID) throws -> Post.ID?
    ) rethrows {
        // What only a later version can read is shown without its words.
        let content = try? OutboxText(of: entry)
        let intent = OwnText.Intent(
            id: OutboxItem.ID(rawValue: entry.id.rawValue), kind: OutboxItem.Kind(rawValue: entry.kind.rawValue),
            state: OutboxItem.State(entry.state),
            reason: OutboxItem.Reason(of: entry, heldBy: nil), text: content?.text)
        let target = try entry.target.map(resolve)
        switch entry.kind {
        case .reply, .submit:
            let id = StatusTarget(
                entry.kind == .reply ? .comment : .post, site: entry.account.site, native: entry.id.rawValue)
            var post = try entry.thread.map { try resolve(.post($0)) }?.post ?? target?.post
            if post == nil, let parent = target?.comment { post = try thread(parent) ?? self.thread(of: parent) }
            let origin = SentText.Origin(
                entry: entry.id, parent: target, title: content?.title, url: content?.url, date: entry.created,
                arrived: nil)
            made[id] = intent.id
            dates[id] = origin.date
            // What may have arrived may be in the thread already, under an id that nobody knows yet.
            let isInDoubt = [.sending, .checking, .unsure].contains(entry.state) || entry.doubtfulSince != nil
            let known = isInDoubt ? Set((content?.known ?? []).map(SentEntry.native)) : nil
            add(id, origin, text: content?.text, in: post, known: known)
            changes[id, default: Change()].unsent.append(intent)
        case .edit, .delete:
            guard let target else { return }
            var change = changes[target] ?? Change()
            change.unsent.append(intent)
            // What failed is not shown: the text is as the server has it.
            if entry.state != .failed {
                if entry.kind == .delete { change.isDeleted = true } else { change.text = content?.text }
            }
            changes[target] = change
        default: return
        }
    }

    private mutating func add(
        _ target: StatusTarget, _ origin: SentText.Origin, text: String?, in thread: Post.ID?,
        known: Set<String>? = nil
    ) {
        if let id = target.comment {
            guard let thread, let parent = origin.parent else { return }
            let answered: Comment.Parent = parent.comment.map { .comment($0) } ?? .post(thread)
            new[thread, default: []].append(
                New(id: id, parent: answered, text: text, date: origin.date, known: known, arrived: origin.arrived))
        } else if let id = target.post {
            posts.append(
                NewPost(
                    id: id, community: origin.parent, title: origin.title ?? "", text: text, url: origin.url,
                    date: origin.date))
        }
    }

    private func thread(of comment: Comment.ID) -> Post.ID? {
        new.first { $0.value.contains { $0.id == comment } }?.key
    }

    /// The facts about a text that is shown.
    ///
    /// - Parameters:
    ///   - target: The text.
    ///   - text: The server's own; `nil` where it has none.
    /// - Returns: The facts; `nil` for a text about which there are none.
    func facts(about target: StatusTarget, over text: String?) -> OwnText? {
        let change = changes[target]
        guard change != nil || made[target] != nil else { return nil }
        var own = OwnText(made: made[target], unsent: change?.unsent ?? [], isDeleted: change?.isDeleted ?? false)
        if own.isDeleted || change?.text.map({ $0 != text }) ?? false { own.serverText = text }
        return own
    }
}
