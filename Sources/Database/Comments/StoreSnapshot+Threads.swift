import Core

/// A thread as it lies in the store, marks aside.
struct ThreadReading {
    let record: ThreadRecord
    let parts: [ThreadPart]
    /// One for each name in the parts; nil for a comment that was damaged on the disk, or that another thread has now.
    let comments: [CommentRecord?]

    /// The comments and what is missing between them, in display order.
    var thread: CommentThread {
        var entries: [CommentThread.Entry] = []
        entries.reserveCapacity(comments.count + parts.reduce(0) { $0 + $1.more.count })
        let comments = comments.lazy.map { $0?.comment }
        var start = 0
        for part in parts {
            let end = start + part.comments.count
            part.append(comments[start..<end], of: record.id, to: &entries)
            start = end
        }
        return CommentThread(entries: entries, source: record.source, completeness: record.completeness)
    }
}

extension StoreSnapshot {
    /// A thread as it lies in the store; nil when there is none.
    func threadReading(of post: Post.ID) throws -> ThreadReading? {
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        let parts = try parts(of: record)
        let ids = parts.flatMap(\.comments).map { Comment.ID(site: post.site, native: $0) }
        return ThreadReading(record: record, parts: parts, comments: try records(ids, of: post))
    }

    /// The comments that a thread has, in display order, without reading any of them; nil when there is no thread.
    func threadIDs(of post: Post.ID) throws -> [Comment.ID]? {
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        return try parts(of: record).flatMap(\.comments).map { Comment.ID(site: post.site, native: $0) }
    }

    /// Returns the extent of a thread, without reading a comment of it; nil when there is none.
    func threadExtent(of post: Post.ID) throws -> ThreadExtent? {
        guard let record = try record(post, in: CommentSchemas.threads) else { return nil }
        let placeholders = try record.placeholders ?? parts(of: record).reduce(0) { $0 + $1.more.count }
        return ThreadExtent(comments: record.count, placeholders: placeholders, completeness: record.completeness)
    }

    private func parts(of record: ThreadRecord) throws -> [ThreadPart] {
        // One that was damaged costs itself alone, until the thread is fetched again.
        try (0..<record.partCount).compactMap { position in
            try self.record(ThreadPart.id(of: record.id, position), in: CommentSchemas.parts)
        }
    }

    /// A thread as view models want it; nil when there is none.
    func storedThread(of post: Post.ID, for owner: MarkOwner) throws -> StoredThread? {
        guard let reading = try threadReading(of: post) else { return nil }
        let stored = StoredThread(thread: reading.thread, sort: reading.record.sort, fetched: reading.record.fetched)
        return try withStatuses(stored, of: post, for: owner)
    }

    /// A thread with what an owner did with it and its comments.
    func withStatuses(_ stored: StoredThread, of post: Post.ID, for owner: MarkOwner) throws -> StoredThread {
        var stored = stored
        stored.statuses = try commentStatuses(stored.thread.comments.map(\.id), for: owner)
        stored.marks = try threadMarks(of: post, for: owner)
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
        return try owner != .nobody && count(of: StatusSchemas.confirmed) > 0
    }

    private func addCollapsed(of statuses: [Comment.ID: Marks], to marks: inout ThreadMarks) {
        for (comment, status) in statuses {
            if let isCollapsed = status.isCollapsed { marks.collapsed[comment] = isCollapsed }
        }
    }

    /// The marks on a thread as a whole: what nobody collapsed, and the visits of each owner.
    private func threadMarks(of post: Post.ID, for owner: MarkOwner) throws -> ThreadMarks {
        guard owner == .nobody else {
            let visit = try record(OwnedTarget(owner, .post(post)), in: StatusSchemas.visits)
            let seen = visit?.seen.map { Comment.ID(site: post.site, native: $0) } ?? []
            return ThreadMarks(visited: visit?.visited, seen: Set(seen))
        }
        guard let record = try record(post, in: CommentSchemas.marks) else { return ThreadMarks() }
        return ThreadMarks(collapsed: record.collapsed, visited: record.visited, seen: try seen(record))
    }

    /// The posts whose threads have some comments.
    func posts(of comments: [Comment.ID]) throws -> Set<Post.ID> {
        Set(try comments.compactMap { try record($0, in: CommentSchemas.comments)?.post })
    }

    /// The comments that were there when the person was.
    func seen(_ record: ThreadMarksRecord) throws -> Set<Comment.ID> {
        var seen: Set<Comment.ID> = []
        for position in 0..<record.seenPartCount {
            let part = try self.record(SeenPart.id(of: record.id, position), in: CommentSchemas.seen)
            // What was damaged on the disk is new once more.
            guard let part else { continue }
            seen.reserveCapacity(seen.count + part.comments.count)
            for name in part.comments { seen.insert(Comment.ID(site: record.id.site, native: name)) }
        }
        return seen
    }

    // MARK: Records

    /// From so many comments on both cores read them.
    private static let partSize = 640

    /// The comments of a thread, one for each id.
    private func records(_ ids: [Comment.ID], of post: Post.ID) throws -> [CommentRecord?] {
        // One comment that cannot be read is left out; it must not take the others with it.
        try mending(CommentSchemas.comments.name) { try records(reading: ids, of: post) }
    }

    private func records(reading ids: [Comment.ID], of post: Post.ID) throws -> [CommentRecord?] {
        let places = try places(of: SortedIDs(ids), in: CommentSchemas.comments)
        let ranges = stride(from: 0, to: places.count, by: Self.partSize).map {
            $0..<min($0 + Self.partSize, places.count)
        }
        guard ranges.count > 1 else { return try records(at: places[...], of: post) }
        let results = concurrentResults(ranges.count) { part in
            Result { try records(at: places[ranges[part]], of: post) }
        }
        var comments: [CommentRecord?] = []
        comments.reserveCapacity(places.count)
        for result in results { comments += try result.get() }
        return comments
    }

    private func records(at places: ArraySlice<RecordPlace?>, of post: Post.ID) throws -> [CommentRecord?] {
        var comments: [CommentRecord?] = []
        comments.reserveCapacity(places.count)
        var rest = places
        func skipMissing() {
            while rest.first.map({ $0 == nil }) ?? false {
                comments.append(nil)
                rest = rest.dropFirst()
            }
        }
        let locations = places.compactMap { $0?.location }
        try visitRecords(at: locations, in: CommentSchemas.comments) { record in
            skipMissing()
            comments.append(record.post == post ? record : nil)
            rest = rest.dropFirst()
        }
        skipMissing()
        return comments
    }
}
