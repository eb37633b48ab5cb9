import Core
import Foundation

extension WriteTransaction {
    /// Writes a thread that was fetched as a whole over the stored one.
    mutating func commit(
        _ thread: CommentThread, of post: Post.ID, sort: CommentSort?, for owner: MarkOwner, by name: String? = nil,
        date: Date, over known: ThreadReading? = nil
    ) throws -> (stored: StoredThread, reading: ThreadReading) {
        guard post.isReadable else {
            throw DataError(
                .invalidInput, message: "'\(post)' is no post's id. Both parts of 'site/native' need a text.")
        }
        let before = try snapshot.threadReading(of: post, known: known)
        var merged = thread.storable(on: post.site)
        (merged.post, merged.extras, merged.confirmation) = (nil, nil, nil)
        let sent = try snapshot.sentTexts(in: post)
        let changes = try noteRead(of: sent, by: merged, over: before, hasPost: thread.post != nil)
        if let before {
            let stored = before.thread
            var known = before.forest
            // A server sends the beginning of an order; what stays behind it is to be in the same one.
            if let sort, sort != before.record.sort { known = known.sorted(by: sort) }
            let completeness = stored.completeness(merging: merged)
            let kept = sent.filter { !$0.isBelieved(thread.begin.moment) }.compactMap(\.id.target.comment)
            merged.entries = known.merging(merged, keeping: Set(kept)).entries
            merged.completeness = completeness
        }
        // An answer with nothing in it brought no order either.
        let order = merged.entries.isEmpty || !thread.entries.isEmpty ? sort : before?.record.sort
        var record = ThreadRecord(
            post, sort: order, fetched: date, source: thread.source, completeness: merged.completeness)
        record.changes = before?.record.changes ?? 0
        let reading = try write(merged.entries, nil, over: before, record: record)
        try confirm(thread.confirmation, at: date)
        var written = reading.thread
        written.issues = merged.issues
        let stored = StoredThread(thread: written, sort: order, fetched: date)
        var shown = try withStatuses(stored, of: reading, for: owner, thread.confirmation)
        shown.lay(try snapshot.ownTexts(for: owner, with: changes), of: post, by: name)
        return (shown, reading)
    }

    /// Notes what a fetched thread tells of the texts of its accounts that the server took lately.
    private mutating func noteRead(
        of sent: [SentText], by answer: CommentThread, over before: ThreadReading?, hasPost: Bool
    ) throws -> [OwnedTarget: SentText?] {
        let read = answer.begin.moment
        guard sent.contains(where: { $0.isBelieved(read) }) else { return [:] }
        let fresh = Set(answer.comments.map(\.id))
        // Where a comment would be that the answer leaves out: as if all of them were stored.
        let known = before?.entries ?? []
        let stored = Set(known.lazy.compactMap { if case .comment(let comment) = $0 { comment.id } else { nil } })
        let new = sent.compactMap(\.newComment).filter { !stored.contains($0.id) }
        let left = Set(CommentForest(known + new.map { .comment($0) }).merging(answer).comments.map(\.id))
        return try noteRead(of: sent, at: read) { text in
            guard let id = text.id.target.comment else { return hasPost ? .present : .open }
            return fresh.contains(id) ? .present : left.contains(id) ? .open : .absent
        }
    }

    /// Writes what a placeholder stood for into its thread; nil when there is none any more.
    mutating func commit(
        _ expansion: CommentExpansion, for more: MoreComments, of post: Post.ID, for owner: MarkOwner,
        by name: String? = nil, over known: ThreadReading? = nil
    ) throws -> (stored: StoredThread, reading: ThreadReading)? {
        guard let before = try snapshot.threadReading(of: post, known: known) else { return nil }
        let expansion = expansion.storable(on: post.site)
        let forest = before.forest.expanding(more, with: expansion)
        let reading = try write(forest.entries, forest, over: before, record: before.record)
        try confirm(expansion.confirmation)
        var thread = reading.thread
        thread.issues = expansion.issues
        let stored = StoredThread(thread: thread, sort: reading.record.sort, fetched: reading.record.fetched)
        let came = Set(
            expansion.entries.lazy.compactMap { if case .comment(let comment) = $0 { comment.id } else { nil } })
        let changes = try noteRead(of: snapshot.sentTexts(in: post), at: expansion.begin.moment) { text in
            text.id.target.comment.map(came.contains) ?? false ? .present : .open
        }
        var shown = try withStatuses(stored, of: reading, for: owner, expansion.confirmation)
        shown.lay(try snapshot.ownTexts(for: owner, with: changes), of: post, by: name)
        return (shown, reading)
    }

    /// A thread with what an owner did with it, and with what the batch itself confirms to them.
    private func withStatuses(
        _ stored: StoredThread, of reading: ThreadReading, for owner: MarkOwner, _ confirmation: Confirmation?
    ) throws -> StoredThread {
        var stored = try snapshot.withStatuses(stored, of: reading, for: owner)
        guard let confirmation, owner == .account(confirmation.account) else { return stored }
        let pending = try snapshot.pending(for: owner)
        for comment in stored.thread.comments {
            let target = StatusTarget.comment(comment.id)
            guard confirmation.values[target] != nil,
                let confirmed = try record(OwnedTarget(owner, target), in: StatusSchemas.confirmed)
            else { continue }
            let own = try marks(of: target, for: owner)
            stored.statuses[comment.id] = Marks.shown(
                own, confirmed: confirmed, pending: pending[target], for: owner)
        }
        return stored
    }

    /// Removes what is stored of threads, unless something unsent is about them; marks stay.
    ///
    /// - Parameter ids: Whose comments.
    /// - Returns: How many comments went.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the comments.
    mutating func evictThreads(of ids: [Post.ID]) throws -> Int {
        var count = 0
        let unsent = try snapshot.postsWithUnsent()
        for post in Set(ids) where !unsent.contains(post) {
            guard let reading = try snapshot.threadReading(of: post, known: nil) else { continue }
            let comments = reading.thread.comments
            try forgetConfirmed(comments.map { .comment($0.id) })
            for comment in comments {
                try delete(comment.id, from: CommentSchemas.comments)
                count += 1
            }
            for part in reading.parts { try delete(part.id, from: CommentSchemas.parts) }
            for text in try snapshot.sentTexts(in: post) where text.thread == post {
                try delete(text.id, from: StatusSchemas.ownTexts)
            }
            try delete(post, from: CommentSchemas.threads)
        }
        return count
    }

    /// Writes what is different between a thread and the stored one, and nothing else.
    ///
    /// - Parameters:
    ///   - entries: The entries of the thread.
    ///   - forest: The same as a tree; nil where that is not known.
    ///   - before: The stored one.
    ///   - record: The facts about the thread, to be counted.
    /// - Returns: The thread as it is stored with this batch.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in what is different; of the rest references are compared, and names put into parts.
    private mutating func write(
        _ entries: [CommentThread.Entry], _ forest: CommentForest?, over before: ThreadReading?, record: ThreadRecord
    ) throws -> ThreadReading {
        let post = record.id
        var record = record
        var entries = try writeComments(entries, over: before?.entries ?? [], of: post)
        var placeholders = 0
        for index in entries.indices {
            guard case .more(var more) = entries[index] else { continue }
            placeholders += 1
            guard case .post(let named) = more.parent, named != post else { continue }
            more.parent = .post(post)
            entries[index] = .more(more)
        }
        record.placeholders = placeholders
        record.count = entries.count - placeholders
        let parts = ThreadPart.parts(of: entries, post)
        let oldParts = Dictionary((before?.parts ?? []).map { ($0.id, $0) }) { first, _ in first }
        for part in parts where oldParts[part.id] != part { try upsert(part, in: CommentSchemas.parts) }
        for position in parts.count..<max(parts.count, before?.record.partCount ?? 0) {
            try delete(ThreadPart.id(of: post, position), from: CommentSchemas.parts)
        }
        record.partCount = parts.count
        if !isEmpty || record != before?.record {
            record.changes += 1
            try upsert(record, in: CommentSchemas.threads)
        }
        return ThreadReading(
            record, parts, entries, version: threadVersion, forest: forest?.replacingCopies(with: entries),
            seen: before?.seen)
    }

    /// Writes the comments that are new or changed, and deletes those that are gone.
    ///
    /// - Returns: The entries as they will be read.
    private mutating func writeComments(
        _ entries: [CommentThread.Entry], over before: [CommentThread.Entry], of post: Post.ID
    ) throws -> [CommentThread.Entry] {
        // What stands at both ends as it was read says nothing new.
        let largest = min(entries.count, before.count)
        let start = (0..<largest).first { !entries[$0].isSame(as: before[$0]) } ?? largest
        var end = 0
        while end < largest - start, entries[entries.count - 1 - end].isSame(as: before[before.count - 1 - end]) {
            end += 1
        }
        var old: [Comment.ID: Comment] = [:]
        for case .comment(let comment) in before[start..<before.count - end] where old[comment.id] == nil {
            old[comment.id] = comment
        }
        var written = entries
        var rescored: [StatusTarget] = []
        for position in start..<entries.count - end {
            guard case .comment(let comment) = entries[position] else { continue }
            let record = CommentRecord(comment, of: post)
            // A comment that says nothing new is not written again.
            let known = old.removeValue(forKey: comment.id)
            if known != record.comment {
                try upsert(record, in: CommentSchemas.comments)
                if let known, known.score != comment.score { rescored.append(.comment(comment.id)) }
            }
            written[position] = .comment(record.comment)
        }
        try forgetScoreVotes(of: rescored)
        guard !old.isEmpty else { return written }
        var kept: Set<Comment.ID> = []
        for case .comment(let comment) in entries { kept.insert(comment.id) }
        for id in old.keys where !kept.contains(id) { try delete(id, from: CommentSchemas.comments) }
        return written
    }

    /// The state of the store that has what this batch has written of threads.
    private var threadVersion: ThreadReading.Version {
        func version<Record: StoredRecord>(of schema: CollectionSchema<Record>) -> UInt64 {
            staged[schema.name].map { $0.count > 0 } ?? false ? number : snapshot.version(of: schema)
        }
        return ThreadReading.Version(
            threads: version(of: CommentSchemas.threads), parts: version(of: CommentSchemas.parts),
            comments: version(of: CommentSchemas.comments), reloadCount: snapshot.reloadCount)
    }
}

extension CommentThread.Entry {
    /// Whether both are one comment, as it was read, or placeholders, which are stored with the order.
    fileprivate func isSame(as other: Self) -> Bool {
        switch (self, other) {
        case (.comment(let comment), .comment(let other)): comment.isCopy(of: other)
        case (.more, .more): true
        default: false
        }
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
    mutating func visit(
        _ post: Post.ID, for owner: MarkOwner, at date: Date, known: ThreadReading? = nil
    ) throws -> ThreadMarks {
        let marks = try snapshot.marks(of: post, for: owner)
        let isKnown = try known?.isCurrent(in: snapshot) ?? false
        guard let ids = try isKnown ? known?.ids : snapshot.threadIDs(of: post) else { return marks }
        guard owner == .nobody else {
            let seen = marks.seen.union(ids).map(\.native).sorted()
            let visited = max(date, marks.visited ?? date)
            let id = OwnedTarget(owner, .post(post))
            try upsert(ThreadVisitRecord(id: id, visited: visited, seen: seen), in: StatusSchemas.visits)
            return marks
        }
        let stored = try snapshot.record(post, in: CommentSchemas.marks)
        var record = stored ?? ThreadMarksRecord(post, changed: date)
        var fresh = marks.unseen(of: ids).map(\.native)[...]
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
