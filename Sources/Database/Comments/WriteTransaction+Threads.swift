import Core
import Foundation

extension WriteTransaction {
    /// Writes a thread that was fetched as a whole over the stored one.
    mutating func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, for owner: MarkOwner, date: Date
    ) throws -> StoredThread {
        guard post.isReadable else {
            throw DataError(
                .invalidInput, message: "'\(post)' is no post's id. Both parts of 'site/native' need a text.")
        }
        let before = try snapshot.threadReading(of: post)
        var merged = thread.storable(on: post.site)
        (merged.post, merged.extras, merged.confirmation) = (nil, nil, nil)
        if let before {
            let stored = before.thread
            var known = CommentForest(stored.entries)
            // A server sends the beginning of an order; what stays behind it is to be in the same one.
            if let sort, sort != before.record.sort { known = known.sorted(by: sort) }
            let completeness = stored.completeness(merging: merged)
            merged.entries = known.merging(merged).entries
            merged.completeness = completeness
        }
        // An answer with nothing in it brought no order either.
        let order = merged.entries.isEmpty || !thread.entries.isEmpty ? sort : before?.record.sort
        var record = ThreadRecord(
            post, sort: order, fetched: date, source: thread.source, completeness: merged.completeness)
        record.changes = before?.record.changes ?? 0
        try write(merged.entries, over: before, record: &record)
        try confirm(thread.confirmation)
        let stored = StoredThread(thread: merged, sort: order, fetched: date)
        return try withStatuses(stored, of: post, for: owner, thread.confirmation)
    }

    /// Writes what a placeholder stood for into its thread; nil when there is none any more.
    mutating func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID, for owner: MarkOwner
    ) throws -> StoredThread? {
        guard let before = try snapshot.threadReading(of: post) else { return nil }
        let expansion = expansion.storable(on: post.site)
        var thread = before.thread
        thread.entries = CommentForest(thread.entries).expanding(more, with: expansion).entries
        thread.issues = expansion.issues
        var record = before.record
        try write(thread.entries, over: before, record: &record)
        try confirm(expansion.confirmation)
        let stored = StoredThread(thread: thread, sort: record.sort, fetched: record.fetched)
        return try withStatuses(stored, of: post, for: owner, expansion.confirmation)
    }

    /// A thread with what an owner did with it, and with what the batch itself confirms to them.
    private func withStatuses(
        _ stored: StoredThread, of post: Post.ID, for owner: MarkOwner, _ confirmation: Confirmation?
    ) throws -> StoredThread {
        var stored = try snapshot.withStatuses(stored, of: post, for: owner)
        guard let confirmation, owner == .account(confirmation.account) else { return stored }
        for comment in stored.thread.comments {
            let target = StatusTarget.comment(comment.id)
            guard confirmation.values[target] != nil,
                let confirmed = try record(OwnedTarget(owner, target), in: StatusSchemas.confirmed)
            else { continue }
            let own = try marks(of: target, for: owner)
            stored.statuses[comment.id] = Marks.shown(own, confirmed: confirmed.values)
        }
        return stored
    }

    /// Removes what is stored of threads; marks stay.
    ///
    /// - Parameter ids: Whose comments.
    /// - Returns: How many comments went.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the comments.
    mutating func evictThreads(of ids: [Post.ID]) throws -> Int {
        var count = 0
        for post in Set(ids) {
            guard let reading = try snapshot.threadReading(of: post) else { continue }
            try forgetConfirmed(reading.comments.compactMap { $0 }.map { .comment($0.id) })
            for comment in reading.comments {
                guard let comment else { continue }
                try delete(comment.id, from: CommentSchemas.comments)
                count += 1
            }
            for part in reading.parts { try delete(part.id, from: CommentSchemas.parts) }
            try delete(post, from: CommentSchemas.threads)
        }
        return count
    }

    /// Writes what is different between a thread and the stored one, and nothing else.
    private mutating func write(
        _ entries: [CommentThread.Entry], over before: ThreadReading?, record: inout ThreadRecord
    ) throws {
        let post = record.id
        let stored = (before?.comments ?? []).compactMap { $0 }
        var old = Dictionary(stored.map { ($0.id, $0) }) { first, _ in first }
        record.count = 0
        record.placeholders = 0
        for entry in entries {
            guard case .comment(let comment) = entry else {
                record.placeholders = (record.placeholders ?? 0) + 1
                continue
            }
            let written = CommentRecord(comment, of: post)
            // A comment that says nothing new is not written again.
            if old.removeValue(forKey: comment.id) != written { try upsert(written, in: CommentSchemas.comments) }
            record.count += 1
        }
        for id in old.keys { try delete(id, from: CommentSchemas.comments) }
        let parts = ThreadPart.parts(of: entries, post)
        let oldParts = Dictionary((before?.parts ?? []).map { ($0.id, $0) }) { first, _ in first }
        for part in parts where oldParts[part.id] != part { try upsert(part, in: CommentSchemas.parts) }
        for position in parts.count..<max(parts.count, before?.record.partCount ?? 0) {
            try delete(ThreadPart.id(of: post, position), from: CommentSchemas.parts)
        }
        record.partCount = parts.count
        guard !isEmpty || record != before?.record else { return }
        record.changes += 1
        try upsert(record, in: CommentSchemas.threads)
    }
}

// MARK: What the person does

extension WriteTransaction {
    /// Collapses and expands comments; nil for as the server says.
    mutating func setCollapsed(
        _ collapsed: [Comment.ID: Bool?], of post: Post.ID, for owner: MarkOwner, at date: Date
    ) throws {
        let collapsed = collapsed.filter { $0.key.site == post.site && $0.key.isReadable }
        let hasMarks = try snapshot.count(of: StatusSchemas.marks) > 0
        for (id, isCollapsed) in collapsed.sorted(by: { $0.key < $1.key }) where owner != .nobody || hasMarks {
            let id = OwnedTarget(owner, .comment(id))
            var own = try record(id, in: StatusSchemas.marks) ?? OwnedMarks(id: id)
            // What nobody collapses in a thread is kept with the thread's other marks.
            let change = StatusChange.collapsed(owner == .nobody ? nil : isCollapsed)
            if own.marks.apply(change, at: date) { try upsert(own, in: StatusSchemas.marks) }
        }
        guard owner == .nobody else { return }
        let stored = try snapshot.record(post, in: CommentSchemas.marks)
        var record = stored ?? ThreadMarksRecord(post, changed: date)
        var all = record.collapsed
        for (id, isCollapsed) in collapsed { all[id] = isCollapsed }
        guard all != record.collapsed else { return }
        record.collapsed = all
        record.changed = date
        try upsert(record, in: CommentSchemas.marks)
    }

    /// Notes that the person opened a thread; one that is not stored has nothing to be seen.
    ///
    /// - Returns: The marks from before.
    mutating func visit(_ post: Post.ID, for owner: MarkOwner, at date: Date) throws -> ThreadMarks {
        let marks = try snapshot.marks(of: post, for: owner)
        guard let ids = try snapshot.threadIDs(of: post) else { return marks }
        guard owner == .nobody else {
            let seen = marks.seen.union(ids).map(\.native).sorted()
            let visited = max(date, marks.visited ?? date)
            let id = OwnedTarget(owner, .post(post))
            try upsert(ThreadVisitRecord(id: id, visited: visited, seen: seen), in: StatusSchemas.visits)
            return marks
        }
        let stored = try snapshot.record(post, in: CommentSchemas.marks)
        var record = stored ?? ThreadMarksRecord(post, changed: date)
        var fresh = ids.filter { !marks.seen.contains($0) }.map(\.native)[...]
        while !fresh.isEmpty {
            let part = SeenPart(fresh.prefix(SeenPart.largestCount), of: post, record.seenPartCount)
            try upsert(part, in: CommentSchemas.seen)
            record.seenPartCount += 1
            fresh = fresh.dropFirst(SeenPart.largestCount)
        }
        record.visited = max(date, record.visited ?? date)
        record.changed = date
        try upsert(record, in: CommentSchemas.marks)
        return marks
    }

    /// Removes old marks of threads whose posts are gone: what was collapsed and what was seen.
    ///
    /// - Returns: Of how many threads.
    mutating func forgetThreadMarks(before date: Date) throws -> Int {
        let marks = try snapshot.records(in: CommentSchemas.marks) { try snapshot.isForgettable($0, before: date) }
        for mark in marks {
            for position in 0..<mark.seenPartCount {
                try delete(SeenPart.id(of: mark.id, position), from: CommentSchemas.seen)
            }
            try delete(mark.id, from: CommentSchemas.marks)
        }
        let visits = try snapshot.records(in: StatusSchemas.visits) { try snapshot.isForgettable($0, before: date) }
        for visit in visits { try delete(visit.id, from: StatusSchemas.visits) }
        return marks.count + visits.count
    }
}

extension StoreSnapshot {
    /// Whether nobody would miss an account's visit of a thread: it is old, and neither the post nor its thread is
    /// there.
    func isForgettable(
        _ visit: ThreadVisitRecord, before date: Date, without gone: Set<Post.ID> = []
    ) throws -> Bool {
        guard visit.visited < date, let post = visit.id.target.post else { return false }
        if gone.contains(post) { return true }
        return try !contains(post, in: PostSchemas.posts) && !contains(post, in: CommentSchemas.threads)
    }

    /// Whether nobody would miss what a person did with a thread: it is old, and neither the post nor its thread is
    /// there.
    ///
    /// - Parameters:
    ///   - marks: What they did.
    ///   - date: When it is old.
    ///   - gone: Posts to be treated as evicted.
    /// - Returns: True when it may go.
    /// - Throws: ``StoreError``.
    func isForgettable(
        _ marks: ThreadMarksRecord, before date: Date, without gone: Set<Post.ID> = []
    ) throws -> Bool {
        guard marks.changed < date, try record(marks.id, in: StatusSchemas.statuses)?.isFleeting ?? true else {
            return false
        }
        if gone.contains(marks.id) { return true }
        return try !contains(marks.id, in: PostSchemas.posts) && !contains(marks.id, in: CommentSchemas.threads)
    }
}
