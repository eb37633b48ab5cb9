import Foundation

// An account's own comments in a thread.

extension StoredThread {
    /// Lays over a thread what the account that looks wrote, changed and deleted in it.
    ///
    /// **This is the only place where comments are joined with it.** A new comment stands below what it answers, where
    /// the order of the thread has a new one; one whose parent is not there stands last. A deleted one stays in its
    /// place, without its text. Where a new one may have arrived and an equal one of the same person is there, that is
    /// shown for it.
    ///
    /// - Parameters:
    ///   - own: The account's texts.
    ///   - post: The post of the thread.
    ///   - author: The name of the account's person; `nil` where it is not known.
    /// - Complexity: O(1) without own texts; else O(*n*) in the entries for each new comment.
    package mutating func lay(_ own: OwnTexts, of post: Post.ID, by author: String?) {
        guard !own.isEmpty else { return }
        var places = OwnPlaces(thread.entries, own.dates, sort: sort)
        for new in own.new[post] ?? [] where !places.contains(new.id) {
            if let author, places.findTwin(of: new, by: author, besides: own.made) { continue }
            var comment = Comment(id: new.id, parent: new.parent)
            comment.author = author
            comment.body = new.text
            comment.created = new.date
            places.insert(comment, of: new)
            // A site counts its author's vote for a text from the start.
            var marks = statuses[new.id] ?? Marks()
            if !marks.isVoteKnown { (marks.vote, marks.isVoteTold) = (.up, true) }
            statuses[new.id] = marks
        }
        for target in own.targets {
            guard let id = target.comment.map(places.shown), let (index, comment) = places.find(id) else { continue }
            guard let facts = own.facts(about: target, over: places.isNew(id) ? nil : comment.body) else { continue }
            self.own[id] = facts
            var shown = comment
            if let text = own.changes[target]?.text, text != comment.body { shown.body = text }
            if facts.isDeleted { (shown.body, shown.removal) = (nil, .deletedByAuthor) }
            if !shown.isCopy(of: comment) { places.replace(index, with: shown) }
        }
        if places.isChanged { thread.entries = places.entries }
    }

    /// Returns the entries in another order, made here; a new comment without a score has the one point of its author.
    ///
    /// - Parameter sort: The order.
    /// - Returns: The entries.
    /// - Complexity: O(*n* log *n*).
    func entries(sortedBy sort: CommentSort) -> [CommentThread.Entry] {
        guard !own.isEmpty else { return thread.forest.sorted(by: sort).entries }
        let new = Set(thread.comments.lazy.filter { own[$0.id]?.made != nil && $0.score == nil }.map(\.id))
        func scored(_ entries: [CommentThread.Entry], _ score: Int?) -> [CommentThread.Entry] {
            entries.map { entry in
                guard case .comment(var comment) = entry, new.contains(comment.id) else { return entry }
                comment.score = score
                return .comment(comment)
            }
        }
        return scored(CommentForest(scored(thread.entries, 1)).sorted(by: sort).entries, nil)
    }

    /// The thread as its server has it, as far as is known: without what is unsent.
    package var serverThread: CommentThread {
        guard !own.isEmpty else { return thread }
        var server = thread
        server.entries = thread.entries.compactMap { entry in
            guard case .comment(var comment) = entry, let own = own[comment.id] else { return entry }
            if OutboxEntry.ID.isID(comment.id.native) { return nil }
            if let text = own.serverText { comment.body = text }
            return .comment(comment)
        }
        return server
    }

    /// Creates a thread of which nothing was fetched, for the comments of the account that looks; `nil` where the
    /// account has written nothing in it.
    ///
    /// - Parameters:
    ///   - own: The account's texts.
    ///   - post: The post of the thread.
    ///   - author: The name of the account's person; `nil` where it is not known.
    package init?(unsent own: OwnTexts, of post: Post.ID, by author: String?) {
        guard own.new[post] != nil else { return nil }
        self.init(
            thread: CommentThread(source: "", completeness: .partial), sort: nil,
            fetched: Date(timeIntervalSince1970: 0))
        isFetched = false
        lay(own, of: post, by: author)
    }
}

extension OwnTexts {
    /// Returns a comment that was found as it is shown; `nil` for one that is shown as deleted.
    ///
    /// - Parameter comment: The comment as it is stored.
    /// - Returns: The comment with the account's text.
    package func shown(_ comment: Comment) -> Comment? {
        guard let change = changes[.comment(comment.id)] else { return comment }
        guard !change.isDeleted else { return nil }
        var shown = comment
        if let text = change.text { shown.body = text }
        return shown
    }
}

extension OwnTexts {
    /// Returns the new comments in which all words of a search are, in no order.
    ///
    /// - Parameters:
    ///   - query: The search.
    ///   - author: The name of the account's person; `nil` where it is not known.
    /// - Returns: The comments, each with the post of its thread; none that is shown as deleted.
    package func newComments(_ query: SearchQuery, by author: String?) -> [CommentMatch] {
        var found: [CommentMatch] = []
        for (post, texts) in new {
            for new in texts {
                let change = changes[.comment(new.id)]
                guard let text = change?.text ?? new.text, change?.isDeleted != true,
                    query.matches(anyOf: [author, text].compactMap(\.self))
                else { continue }
                var comment = Comment(id: new.id, parent: new.parent)
                comment.author = author
                comment.body = text
                comment.created = new.date
                found.append(CommentMatch(comment: comment, post: post))
            }
        }
        return found
    }
}

/// The places of new comments of one's own among the entries of a thread.
private struct OwnPlaces {
    private(set) var entries: [CommentThread.Entry]
    private(set) var isChanged = false
    private let sort: CommentSort?
    /// The dates at which own comments were written.
    private let dates: [StatusTarget: Date]
    private var ids: Set<Comment.ID>
    private var inserted: Set<Comment.ID> = []
    /// The comments that are shown for new ones.
    private var twins: [Comment.ID: Comment.ID] = [:]

    init(_ entries: [CommentThread.Entry], _ dates: [StatusTarget: Date], sort: CommentSort?) {
        self.entries = entries
        self.dates = dates
        self.sort = sort
        ids = Set(entries.lazy.compactMap(\.comment?.id))
    }

    func contains(_ id: Comment.ID) -> Bool { ids.contains(id) }

    /// The comment that is shown for one.
    func shown(_ id: Comment.ID) -> Comment.ID { twins[id] ?? id }

    /// Looks for a comment that a new one may have become; what was known before, or is another one's, is none.
    ///
    /// - Returns: Whether there is one, which is shown from then on.
    mutating func findTwin(
        of new: OwnTexts.New, by author: String, besides made: [StatusTarget: OutboxItem.ID]
    ) -> Bool {
        guard let known = new.known, let text = new.text else { return false }
        let taken = Set(twins.values)
        for case .comment(let comment) in entries where comment.parent == new.parent {
            guard comment.author?.lowercased() == author.lowercased(), !inserted.contains(comment.id),
                !known.contains(comment.id.native), made[.comment(comment.id)] == nil, !taken.contains(comment.id),
                let body = comment.body, TextMatch.areEqual(text, body)
            else { continue }
            twins[new.id] = comment.id
            return true
        }
        return false
    }

    /// The place of a comment; `nil` for one that is not there.
    func find(_ id: Comment.ID) -> (index: Int, comment: Comment)? {
        guard ids.contains(id) else { return nil }
        for (index, entry) in entries.enumerated() {
            if case .comment(let comment) = entry, comment.id == id { return (index, comment) }
        }
        return nil
    }

    /// Whether a comment was put in here, and the thread does not have it.
    func isNew(_ id: Comment.ID) -> Bool { inserted.contains(id) }

    mutating func replace(_ index: Int, with comment: Comment) {
        entries[index] = .comment(comment)
        isChanged = true
    }

    mutating func insert(_ comment: Comment, of new: OwnTexts.New) {
        var comment = comment
        var (first, depth, isLast) = (0, 0, false)
        if case .comment(let answered) = comment.parent {
            let id = shown(answered)
            if ids.contains(id), let parent = entries.firstIndex(where: { $0.comment?.id == id }) {
                (first, depth) = (parent + 1, entries[parent].depth + 1)
            } else {
                isLast = true
            }
        }
        let end = depth == 0 ? entries.count : entries[first...].firstIndex { $0.depth < depth } ?? entries.count
        comment.depth = depth
        entries.insert(.comment(comment), at: index(of: new, in: first..<end, depth, isLast: isLast))
        ids.insert(comment.id)
        inserted.insert(comment.id)
        isChanged = true
    }

    /// The index at which a new comment goes among those beside it.
    ///
    /// Sites show a new comment of one point: behind those that have more, before those of one point that are older.
    private func index(of new: OwnTexts.New, in range: Range<Int>, _ depth: Int, isLast: Bool) -> Int {
        for index in range where entries[index].depth == depth {
            // Placeholders stand behind the comments.
            guard case .comment(let sibling) = entries[index] else { return index }
            if !isLast, precedes(new, sibling) { return index }
        }
        return range.upperBound
    }

    private func precedes(_ new: OwnTexts.New, _ sibling: Comment) -> Bool {
        guard sibling.isStickied != true else { return false }
        let isNewer = isNewer(new, than: sibling)
        switch sort {
        case CommentSort.new?: return isNewer
        case CommentSort.old?: return !isNewer
        case CommentSort.controversial?: return false
        default:
            let isOfOnePoint = inserted.contains(sibling.id) || sibling.score.map { $0 <= 1 } ?? false
            return isOfOnePoint && isNewer
        }
    }

    /// Whether a new comment is newer than one that is there: own ones in the order in which they were written, before
    /// anything is sent as after it; others are older than what is not sent.
    private func isNewer(_ new: OwnTexts.New, than sibling: Comment) -> Bool {
        if let date = dates[.comment(sibling.id)] { return date <= new.date }
        guard let arrived = new.arrived, let created = sibling.created else { return true }
        return created <= arrived
    }
}
