import Core

extension StoreSnapshot {
    /// The comments that a thread has, in display order, without reading any of them; nil when there is no thread.
    func threadIDs(of post: Post.ID) throws -> [Comment.ID]? {
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        return try parts(of: record).parts.flatMap(\.comments).map { Comment.ID(site: post.site, native: $0) }
    }

    /// Returns the extent of a thread, without reading a comment of it; nil when there is none.
    func threadExtent(of post: Post.ID) throws -> ThreadExtent? {
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        let placeholders = try record.placeholders ?? parts(of: record).parts.reduce(0) { $0 + $1.more.count }
        return ThreadExtent(comments: record.count, placeholders: placeholders, completeness: record.completeness)
    }

    /// A thread as view models want it.
    ///
    /// - Parameters:
    ///   - reading: The thread as it is stored.
    ///   - owner: Who looks.
    ///   - name: The name of their person, for their own new comments; `nil` where it is not known.
    /// - Returns: The thread, with statuses and own texts.
    /// - Throws: ``StoreError``.
    func storedThread(_ reading: ThreadReading, for owner: MarkOwner, by name: String?) throws -> StoredThread {
        let stored = StoredThread(thread: reading.thread, sort: reading.record.sort, fetched: reading.record.fetched)
        var shown = try withStatuses(stored, of: reading, for: owner)
        shown.lay(try ownTexts(for: owner), of: reading.record.id, by: name)
        return shown
    }

    /// A thread of which nothing is stored but what an owner wrote in it; nil where they wrote nothing.
    func unsentThread(of post: Post.ID, for owner: MarkOwner, by name: String?) throws -> StoredThread? {
        guard var stored = StoredThread(unsent: try ownTexts(for: owner), of: post, by: name) else { return nil }
        stored.marks = try marks(of: post, for: owner)
        return stored
    }

    /// A thread with what an owner did with it and its comments.
    func withStatuses(
        _ stored: StoredThread, of reading: ThreadReading, for owner: MarkOwner
    ) throws -> StoredThread {
        var stored = stored
        stored.statuses = try commentStatuses(stored.thread.comments.map(\.id), for: owner)
        stored.marks = try threadMarks(of: reading.record.id, for: owner, known: reading)
        addCollapsed(of: stored.statuses, to: &stored.marks)
        for (comment, isCollapsed) in stored.marks.collapsed where stored.statuses[comment] != nil {
            stored.statuses[comment]?.isCollapsed = isCollapsed
        }
        return stored
    }

    /// The marks of an owner on a thread, stored or not.
    func marks(of post: Post.ID, for owner: MarkOwner) throws -> ThreadMarks {
        var marks = try threadMarks(of: post, for: owner)
        guard try count(of: StatusSchemas.marks) > 0, let comments = try threadIDs(of: post) else { return marks }
        addCollapsed(of: try commentStatuses(comments, for: owner), to: &marks)
        return marks
    }

    /// The statuses of the comments that have one, without what nobody collapsed.
    ///
    /// The comments are asked for only where there are statuses: a thread may have thousands.
    private func commentStatuses(
        _ comments: @autoclosure () -> [Comment.ID], for owner: MarkOwner
    ) throws -> [Comment.ID: Marks] {
        guard try hasCommentStatuses(for: owner) else { return [:] }
        let statuses = try statuses(of: comments().map { .comment($0) }, for: owner, withCollapsed: false)
        return Dictionary(statuses.compactMap { target, marks in target.comment.map { ($0, marks) } }) { $1 }
    }

    private func hasCommentStatuses(for owner: MarkOwner) throws -> Bool {
        if try count(of: StatusSchemas.marks) > 0 { return true }
        guard owner != .nobody else { return false }
        return try count(of: StatusSchemas.confirmed) > 0 || count(of: StatusSchemas.intents) > 0
    }

    private func addCollapsed(of statuses: [Comment.ID: Marks], to marks: inout ThreadMarks) {
        for (comment, status) in statuses {
            if let isCollapsed = status.isCollapsed { marks.collapsed[comment] = isCollapsed }
        }
    }

    /// The marks on a thread as a whole: what nobody collapsed, and the visits of each owner.
    private func threadMarks(
        of post: Post.ID, for owner: MarkOwner, known: ThreadReading? = nil
    ) throws -> ThreadMarks {
        guard owner == .nobody else {
            let visit = try record(OwnedTarget(owner, .post(post)), in: StatusSchemas.visits)
            return ThreadMarks(visited: visit?.visited, seen: visit?.seen ?? [], on: post.site)
        }
        guard let record = try record(post, in: CommentSchemas.marks) else { return ThreadMarks() }
        return ThreadMarks(
            collapsed: record.collapsed, visited: record.visited, seen: try seen(record, known), on: post.site)
    }

    /// The posts whose threads have some comments.
    func posts(of comments: [Comment.ID]) throws -> Set<Post.ID> {
        Set(try comments.compactMap { try record($0, in: CommentSchemas.comments)?.post })
    }

    /// The comments that were there when the person was, by their names.
    private func seen(_ record: ThreadMarksRecord, _ known: ThreadReading?) throws -> [String] {
        try mending(CommentSchemas.seen.name) {
            let places = try seenPlaces(record)
            let before = known?.seen.flatMap { places.starts(with: $0.places) ? $0 : nil } ?? SeenNames()
            guard places.count > before.places.count else { return before.names }
            let seen = try seenNames(at: places, after: before)
            known?.seen = seen
            return seen.names
        }
    }

    /// The places of the records that name the comments seen without an account; `nil` where the thread has no marks.
    func seenPlaces(of post: Post.ID) throws -> [RecordPlace]? {
        try record(post, in: CommentSchemas.marks).map(seenPlaces)
    }

    private func seenPlaces(_ record: ThreadMarksRecord) throws -> [RecordPlace] {
        let ids = (0..<record.seenPartCount).map { SeenPart.id(of: record.id, $0) }
        // What was damaged on the disk is new once more.
        return try places(of: SortedIDs(ids), in: CommentSchemas.seen).compactMap { $0 }
    }

    /// Reads the names of the comments that were seen.
    ///
    /// - Parameters:
    ///   - places: The places of the records.
    ///   - before: Those of the first of them, where they were read before.
    /// - Returns: The names with their places.
    /// - Throws: ``StoreError``; `UnreadableRecordError`, which ``mending(_:_:)`` is for.
    func seenNames(at places: [RecordPlace], after before: SeenNames = SeenNames()) throws -> SeenNames {
        var seen = SeenNames(places: places, names: before.names)
        try visitRecords(at: places[before.places.count...].map(\.location), in: CommentSchemas.seen) {
            seen.names += $0.comments
        }
        return seen
    }
}

/// The comments that were seen in a thread by their names, and the places of the records that say so.
struct SeenNames {
    var places: [RecordPlace] = []
    var names: [String] = []
}
