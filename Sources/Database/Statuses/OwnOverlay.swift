import Core
import Foundation

extension SentText: StoredRecord {}

/// What accounts wrote, changed and deleted, made of the outbox's entries and of what is kept of sent texts.
extension StoreSnapshot {
    /// What an owner wrote, changed and deleted, as far as their server's copies do not say it; nothing for nobody.
    ///
    /// - Complexity: O(1) without intents and kept texts, and where they were read before; else unsent texts are read.
    func ownTexts(for owner: MarkOwner) throws -> OwnTexts {
        guard let account = owner.account else { return OwnTexts() }
        let unsent = try pendingOverlays().texts
        let hasSent = try count(of: StatusSchemas.ownTexts) > 0
        guard hasSent || !unsent.isEmpty else { return OwnTexts() }
        let stamps = [
            version(of: StatusSchemas.ownTexts), version(of: StatusSchemas.intents), version(of: OutboxSchemas.entries),
            version(of: OutboxSchemas.sent), version(of: CommentSchemas.comments), UInt64(reloadCount),
        ]
        return try view.derived.value("ownTexts|\(account)", stamps: stamps, isKept: !isProvisional) {
            try makeOwnTexts(of: account, hasSent ? window(of: StatusSchemas.ownTexts) : [], unsent[account] ?? [])
        }
    }

    /// The same once some of what is kept of sent texts was changed in a batch.
    ///
    /// - Parameters:
    ///   - owner: The owner.
    ///   - changes: The changed texts, by their ids; `nil` for one that is gone.
    /// - Returns: The texts.
    /// - Throws: ``StoreError``.
    func ownTexts(for owner: MarkOwner, with changes: [OwnedTarget: SentText?]) throws -> OwnTexts {
        guard let account = owner.account, !changes.isEmpty else { return try ownTexts(for: owner) }
        let kept = try window(of: StatusSchemas.ownTexts).compactMap { text in
            if let changed = changes[text.id] { changed } else { text }
        }
        return try makeOwnTexts(of: account, kept, try pendingOverlays().texts[account] ?? [])
    }

    private func makeOwnTexts(
        of account: AccountKey, _ sent: [SentText], _ unsent: Set<OutboxEntry.ID>
    ) throws -> OwnTexts {
        var own = OwnTexts()
        let owner = MarkOwner.account(account)
        for text in sent.filter({ $0.id.owner == owner }).sorted(by: { $0.since < $1.since }) { own.take(text) }
        guard view.tables[OutboxSchemas.entries.name] != nil else { return own }
        let entries = try unsent.compactMap { try record($0, in: OutboxSchemas.entries) }
        for entry in entries.sorted(by: { $0.number < $1.number }) where entry.account == account {
            try own.take(entry, resolving: resolved, thread: thread)
        }
        return own
    }

    /// The post in whose thread a comment is stored; nil where that is not known.
    func thread(of comment: Comment.ID) throws -> Post.ID? {
        // An outbox may be kept without posts and threads.
        guard view.tables[CommentSchemas.comments.name] != nil else { return nil }
        return try record(comment, in: CommentSchemas.comments)?.post
    }

    /// The posts in whose threads some unsent texts are.
    func threads(of entries: [OutboxEntry.ID]) throws -> Set<Post.ID> {
        guard view.tables[OutboxSchemas.entries.name] != nil else { return [] }
        let texts = try entries.compactMap { try record($0, in: OutboxSchemas.entries) }.filter { !$0.policy.isToggle }
        let answered = try posts(of: texts.compactMap { try $0.target.map(resolved)?.comment })
        return answered.union(try texts.compactMap { try $0.thread.map { try resolved(.post($0)) }?.post })
    }

    /// What is kept of a sent text, whichever account sent it.
    func sentText(of thing: StatusTarget) throws -> SentText? {
        guard try count(of: StatusSchemas.ownTexts) > 0 else { return nil }
        return try window(of: StatusSchemas.ownTexts).first { $0.id.target == thing }
    }

    /// What is kept of sent texts of all accounts in a thread, and of those of which the thread is not known.
    func sentTexts(in post: Post.ID) throws -> [SentText] {
        guard try count(of: StatusSchemas.ownTexts) > 0 else { return [] }
        return try ["", post.description].flatMap { thread in
            try window(
                of: StatusSchemas.ownTexts, by: StatusSchemas.ownTexts.indexes[0],
                in: .text(thread)..<(.text("\(thread)\u{1}")))
        }
    }
}

extension WriteTransaction {
    /// Keeps a text that a server has taken, or a change of one, until its own copy is believed.
    mutating func take(_ arrival: SentText.Arrival) throws {
        guard arrival.id.isReadable else { return }
        var arrival = arrival
        if arrival.thread == nil, let comment = arrival.id.target.comment {
            arrival.thread = try snapshot.thread(of: comment)
        }
        try forgetOwnTexts(before: arrival.acknowledgement.at.date - SentEntry.lifetime)
        var text = try record(arrival.id, in: StatusSchemas.ownTexts)
        text?.take(arrival, commit: number)
        let kept = text ?? SentText(arrival, commit: number)
        try upsert(kept, in: StatusSchemas.ownTexts)
        guard kept.origin != nil, let thread = kept.thread, arrival.id.target.kind == .comment else { return }
        // Nobody has to be told that their own comment is new.
        let visited = OwnedTarget(arrival.id.owner, .post(thread))
        guard let visit = try record(visited, in: StatusSchemas.visits) else { return }
        let seen = Set(visit.seen).union([arrival.id.target.native]).sorted()
        try upsert(ThreadVisitRecord(id: visited, visited: visit.visited, seen: seen), in: StatusSchemas.visits)
    }

    /// Forgets old texts whose server's copy would have to be fetched to be shown: nobody may ever ask for it.
    ///
    /// Where the thread or the post is stored, they are what it is shown with.
    ///
    /// - Parameter date: The texts that were sent or changed last before it are forgotten.
    /// - Throws: ``StoreError``.
    /// - Complexity: O(*n*) in the kept texts.
    mutating func forgetOwnTexts(before date: Date) throws {
        guard try snapshot.count(of: StatusSchemas.ownTexts) > 0 else { return }
        for text in try snapshot.window(of: StatusSchemas.ownTexts) where text.acknowledgement.at.date < date {
            guard try !snapshot.isStored(text) else { continue }
            try delete(text.id, from: StatusSchemas.ownTexts)
        }
    }

    /// Notes that a page of a server has posts of which it took something lately.
    ///
    /// - Parameters:
    ///   - posts: The posts of the page; what it leaves out says nothing of others.
    ///   - read: The moment at which it was asked for; `nil` where it is not known.
    /// - Throws: ``StoreError``.
    mutating func noteRead(ofPosts posts: [Post.ID], at read: ReadMoment?) throws {
        guard read != nil, try snapshot.count(of: StatusSchemas.ownTexts) > 0 else { return }
        let targets = Set(posts.map { StatusTarget.post($0) })
        let texts = try snapshot.window(of: StatusSchemas.ownTexts).filter { targets.contains($0.id.target) }
        _ = try noteRead(of: texts, at: read) { _ in .present }
    }

    /// Notes what an answer of a server tells of texts that it took lately.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - read: The moment at which the answer was asked for; `nil` where it is not known.
    ///   - finding: Gives what the answer tells of a text.
    /// - Returns: What is kept of those that changed; `nil` for one that is kept no longer.
    /// - Throws: ``StoreError``, the errors of `finding`.
    mutating func noteRead(
        of texts: [SentText], at read: ReadMoment?, finding: (SentText) throws -> SentText.Finding
    ) throws -> [OwnedTarget: SentText?] {
        var changes: [OwnedTarget: SentText?] = [:]
        for text in texts where text.isBelieved(read) {
            let kept = text.read(try finding(text), at: read)
            guard kept != text else { continue }
            changes.updateValue(kept, forKey: text.id)
            if let kept {
                try upsert(kept, in: StatusSchemas.ownTexts)
            } else {
                try delete(text.id, from: StatusSchemas.ownTexts)
            }
        }
        return changes
    }
}

extension StoreSnapshot {
    /// Whether what a text belongs to is stored: its post, its thread, or the comment that it changes.
    fileprivate func isStored(_ text: SentText) throws -> Bool {
        // An outbox may be kept without posts and threads.
        guard view.tables[CommentSchemas.threads.name] != nil else { return false }
        if let post = text.id.target.post { return try contains(post, in: PostSchemas.posts) }
        if let thread = text.thread, try contains(thread, in: CommentSchemas.threads) { return true }
        return try text.id.target.comment.map { try contains($0, in: CommentSchemas.comments) } ?? false
    }
}

extension SentText {
    /// The comment as a server may have it; `nil` for a change of one, and for a post.
    var newComment: Comment? {
        guard let id = id.target.comment, let parent = origin?.parent, let thread else { return nil }
        return Comment(id: id, parent: parent.comment.map { .comment($0) } ?? .post(thread))
    }
}
