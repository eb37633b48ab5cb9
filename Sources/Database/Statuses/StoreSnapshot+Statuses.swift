import Core
import Foundation

/// Statuses as an owner sees them: everything that reads marks to show them goes through here.
extension StoreSnapshot {
    /// The status of a post; nil where there is none.
    func status(of post: Post.ID, for owner: MarkOwner) throws -> PostStatus? {
        guard owner != .nobody else { return try record(post, in: StatusSchemas.statuses) }
        return try statuses(of: [.post(post)], for: owner).values.first.map { PostStatus(id: post, marks: $0) }
    }

    /// The statuses of posts and comments, of those that have one.
    ///
    /// - Parameters:
    ///   - targets: The posts and comments.
    ///   - owner: Whose marks.
    ///   - withCollapsed: Whether what nobody collapsed in threads is looked up as well.
    /// - Returns: The statuses.
    /// - Throws: ``StoreError``.
    func statuses(
        of targets: [StatusTarget], for owner: MarkOwner, withCollapsed: Bool = true
    ) throws -> [StatusTarget: Marks] {
        guard !targets.isEmpty else { return [:] }
        let ids = targets.filter(\.isReadable).map { OwnedTarget(owner, $0) }
        var statuses: [StatusTarget: Marks] = [:]
        if owner == .nobody {
            let posts = ids.compactMap(\.target.post)
            try visit(posts, in: StatusSchemas.statuses) { statuses[.post($0.id)] = $0.marks }
        }
        try visit(ids, in: StatusSchemas.marks) { statuses[$0.id.target] = $0.marks }
        if owner == .nobody, withCollapsed {
            for (comment, isCollapsed) in try collapsed(of: ids.compactMap(\.target.comment)) {
                var marks = statuses[.comment(comment)] ?? Marks()
                marks.isCollapsed = marks.isCollapsed ?? isCollapsed
                statuses[.comment(comment)] = marks
            }
        } else if owner != .nobody {
            try join(&statuses, ids, for: owner)
        }
        return statuses
    }

    /// Joins own marks of an account with what its server confirmed and with what was not sent yet.
    private func join(
        _ statuses: inout [StatusTarget: Marks], _ ids: [OwnedTarget], for owner: MarkOwner
    ) throws {
        let pending = try pending(for: owner)
        var joined: Set<StatusTarget> = []
        try visit(ids, in: StatusSchemas.confirmed) { state in
            let target = state.id.target
            let intents = pending.isEmpty ? nil : pending[target]
            if intents != nil { joined.insert(target) }
            statuses[target] = Marks.shown(statuses[target], confirmed: state, pending: intents, for: owner)
        }
        guard !pending.isEmpty else { return }
        for id in ids {
            guard let intents = pending[id.target], joined.insert(id.target).inserted else { continue }
            statuses[id.target] = Marks.shown(statuses[id.target], confirmed: nil, pending: intents, for: owner)
        }
    }

    /// A feed with the statuses of another owner than nobody.
    func owned(_ stored: StoredFeed, by owner: MarkOwner) throws -> StoredFeed {
        guard owner != .nobody else { return stored }
        var stored = stored
        stored.items = try owned(stored.items, by: owner)
        return stored
    }

    /// Posts with the statuses of another owner than nobody.
    func owned(_ items: [FeedItem], by owner: MarkOwner) throws -> [FeedItem] {
        guard owner != .nobody else { return items }
        let own = try ownTexts(for: owner)
        let hasOwn = own.hasPosts
        // An account without marks and confirmed state, as before its first refresh, needs nothing looked up for them.
        if try count(of: StatusSchemas.marks) == 0, try count(of: StatusSchemas.confirmed) == 0 {
            let pending = try pendingPosts(for: owner)
            return items.map { item in
                var item = item
                item.status = PostStatus(id: item.id, marks: pending[item.id] ?? Marks())
                if hasOwn { item.lay(own) }
                return item
            }
        }
        let statuses = try statuses(of: items.map { .post($0.id) }, for: owner)
        return items.map { item in
            // The post is shared, as the list has it.
            var item = item
            item.status = PostStatus(id: item.id, marks: statuses[.post(item.id)] ?? Marks())
            if hasOwn { item.lay(own) }
            return item
        }
    }

    /// Posts of any sites, each with the status for the owner that looks at its site.
    func owned(_ items: [FeedItem], by viewers: Viewers) throws -> [FeedItem] {
        guard !viewers.isNobody else { return items }
        let parts = viewers.divided(items.map(\.id), by: \.site)
        if parts.count == 1 { return try owned(items, by: parts[0].owner) }
        var joined: [StatusTarget: Marks] = [:]
        var own: [MarkOwner: OwnTexts] = [:]
        for (owner, ids) in parts where owner != .nobody {
            try joined.merge(statuses(of: ids.map { .post($0) }, for: owner)) { $1 }
            let texts = try ownTexts(for: owner)
            if texts.hasPosts { own[owner] = texts }
        }
        return items.map { item in
            let owner = viewers.owner(on: item.id.site)
            guard owner != .nobody else { return item }
            var item = item
            item.status = PostStatus(id: item.id, marks: joined[.post(item.id)] ?? Marks())
            if !own.isEmpty, let texts = own[owner] { item.lay(texts) }
            return item
        }
    }

    /// Posts by their ids: those that are stored, and those that whoever looks wrote and that are not.
    ///
    /// - Parameters:
    ///   - ids: The ids; of a new post also the one that it had before it was sent.
    ///   - viewers: Who looks at each site.
    ///   - name: Gives the name of the person who looks at a site.
    /// - Returns: The posts that there are, in the order of the ids.
    /// - Throws: ``StoreError``.
    func items(_ ids: [Post.ID], for viewers: Viewers, by name: (Site) -> String?) throws -> [FeedItem] {
        let stored = try owned(try ItemRows(ids, in: self).items, by: viewers)
        guard stored.count < ids.count, !viewers.isNobody else { return stored }
        var rest = stored[...]
        var items: [FeedItem] = []
        for id in ids {
            if rest.first?.id == id {
                items.append(rest.removeFirst())
                continue
            }
            // What was sent is there under the site's own id.
            let native = try resolved(.post(id)).post ?? id
            if native != id, let item = try owned(try ItemRows([native], in: self).items, by: viewers).first {
                items.append(item)
                continue
            }
            let own = try ownTexts(for: viewers.owner(on: id.site))
            if let new = own.newPost(native) { items.append(own.item(of: new, by: name(id.site))) }
        }
        return items
    }

    /// The posts of a site that an owner wrote and that are not sent, the newest first.
    func unsentPosts(on site: Site, of owner: MarkOwner, by name: String?) throws -> [FeedItem] {
        let own = try ownTexts(for: owner)
        return own.posts.reversed().filter { $0.id.site == site }.map { own.item(of: $0, by: name) }
            .filter { $0.own?.isUnsent == true }
    }

    /// The posts that an owner keeps, of all sites, the newest first.
    func keptPosts(_ mark: KeptMark, by owner: MarkOwner) throws -> [Post.ID] {
        guard owner != .nobody else { return try ids(by: StatusSchemas.statuses.indexes[mark.position]) }
        let own = try window(
            of: StatusSchemas.marks, by: StatusSchemas.marks.indexes[mark.position], .descending,
            in: OwnedTarget.positions(of: owner)
        ).compactMap(\.id.target.post)
        // What is a favourite is known to this device alone.
        guard mark == .saved else { return own }
        let confirmed = try window(
            of: StatusSchemas.confirmed, by: StatusSchemas.confirmed.indexes[1], in: OwnedTarget.positions(of: owner)
        ).compactMap(\.id.target.post)
        let pending = try pending(for: owner).filter { $0.value.values.isSaved != nil }.compactMap(\.key.post)
        guard !confirmed.isEmpty || !pending.isEmpty else { return own }
        return try saved(among: Set(own + confirmed + pending), by: owner)
    }

    /// The posts that are shown as saved, the newest first.
    private func saved(among posts: Set<Post.ID>, by owner: MarkOwner) throws -> [Post.ID] {
        let statuses = try statuses(of: posts.map { .post($0) }, for: owner)
        let saved = statuses.compactMap { target, marks -> (id: Post.ID, date: Date)? in
            guard marks.isSaved, let post = target.post else { return nil }
            return (post, marks.savedAt ?? Date(timeIntervalSince1970: 0))
        }
        return saved.sorted { $0.date == $1.date ? $0.id < $1.id : $0.date > $1.date }.map(\.id)
    }

    /// The marks of a target that belong to accounts, and nobody's of a comment; those of an open batch are not seen.
    func ownedMarks(of target: StatusTarget) throws -> [OwnedMarks] {
        guard try count(of: StatusSchemas.marks) > 0 else { return [] }
        return try window(of: StatusSchemas.marks, by: StatusSchemas.marks.indexes[2], in: target.keys)
    }

    /// The mark that keeps a post from being evicted, as it is shown to any owner; nil where nobody keeps it.
    func keepingMark(of post: Post.ID) throws -> KeptMark? {
        let target = StatusTarget.post(post)
        let own = try ownedMarks(of: target)
        var all = own.map(\.marks)
        if let status = try record(post, in: StatusSchemas.statuses) { all.append(status.marks) }
        if try isSavedOnSite(target, own) || all.contains(where: \.isSaved) { return .saved }
        return all.contains(where: \.isFavourite) ? .favourite : nil
    }

    /// Whether an account has a target saved on its site, or is about to, and has not taken that back here.
    private func isSavedOnSite(_ target: StatusTarget, _ own: [OwnedMarks]) throws -> Bool {
        let pending = try pendingOverlays().overlays
        var states: [ConfirmedState] = []
        if try count(of: StatusSchemas.confirmed) > 0 {
            states = try window(
                of: StatusSchemas.confirmed, by: StatusSchemas.confirmed.indexes[0], in: target.keys)
        }
        let accounts = Set(states.compactMap(\.id.owner.account)).union(
            pending.lazy.filter { $0.value[target] != nil }.map(\.key))
        return accounts.contains { account in
            let owner = MarkOwner.account(account)
            return Marks.shown(
                own.first { $0.id.owner == owner }?.marks, confirmed: states.first { $0.id.owner == owner },
                pending: pending[account]?[target], for: owner
            ).isSaved
        }
    }

    /// Whether marks may be forgotten: nobody would miss them, they are old, and what they are about is not stored.
    func isForgettable(_ marks: OwnedMarks, before date: Date, without gone: Set<Post.ID> = []) throws -> Bool {
        guard marks.marks.isFleeting, (marks.marks.changed ?? .distantPast) < date else { return false }
        if let post = marks.id.target.post {
            return try gone.contains(post) || !contains(post, in: PostSchemas.posts)
        }
        guard let comment = marks.id.target.comment else { return false }
        guard let record = try record(comment, in: CommentSchemas.comments) else { return true }
        return gone.contains(record.post)
    }

    // MARK: Reading together

    /// The stored comments among some that were collapsed or expanded without an account.
    private func collapsed(of comments: [Comment.ID]) throws -> [Comment.ID: Bool] {
        guard !comments.isEmpty, try count(of: CommentSchemas.marks) > 0 else { return [:] }
        var threads: [Post.ID: [Comment.ID: Bool]] = [:]
        var collapsed: [Comment.ID: Bool] = [:]
        for comment in comments {
            guard let post = try record(comment, in: CommentSchemas.comments)?.post else { continue }
            let thread = try threads[post] ?? record(post, in: CommentSchemas.marks)?.collapsed ?? [:]
            threads[post] = thread
            collapsed[comment] = thread[comment]
        }
        return collapsed
    }

    /// Goes over the records of some ids, in their order, and leaves out those that are not there.
    private func visit<Record: StoredRecord>(
        _ ids: [Record.ID], in schema: CollectionSchema<Record>, _ take: (Record) -> Void
    ) throws {
        guard !ids.isEmpty, try count(of: schema) > 0 else { return }
        // One that cannot be read is left out; it must not take the others with it.
        let records = try mending(schema.name) {
            var records: [Record] = []
            let places = try places(of: SortedIDs(ids), in: schema)
            try visitRecords(at: places.compactMap { $0?.location }, in: schema) { records.append($0) }
            return records
        }
        records.forEach(take)
    }
}
