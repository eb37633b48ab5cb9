package import Core
import Foundation

extension DatabasePostProvider: OfflineAccountProvider {
    package func takeOver(for account: AccountKey) async throws -> TakenOver {
        try await store.write(.synced) { try $0.takeOver(for: account) }
    }

    package func takenOver(for account: AccountKey) async throws -> TakenOver {
        try store.trial { try $0.takeOver(for: account) }
    }

    @discardableResult
    package func wipe(_ account: AccountKey) async throws -> Int {
        try await store.write(.synced) { try $0.wipe(account) }
    }

    package func unnamed(on site: Site) async throws -> Set<SignedInAccount.ID> {
        // Whoever writes removes it.
        guard store.access == .writing else { return [] }
        return try store.read { snapshot in
            let feeds = try snapshot.window(of: PostSchemas.feeds).filter { $0.site == site.rawValue }
            let names = try feeds.compactMap(\.account) + snapshot.unnamedOwnersOfResources(on: site)
            let mark = CurrentViewers.unknownAccount
            return Set(names.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) })
        }
    }
}

/// What belongs to one account, as a whole.
extension WriteTransaction {
    /// Copies what nobody in particular did on an account's site to the account.
    mutating func takeOver(for account: AccountKey) throws -> TakenOver {
        let owner = MarkOwner.account(account)
        let pending = try snapshot.pending(for: owner)
        var taken = TakenOver()
        for (target, marks) in try nobodysMarks(on: account.site) {
            let id = OwnedTarget(owner, target)
            var own = try record(id, in: StatusSchemas.marks) ?? OwnedMarks(id: id)
            let confirmed = try record(id, in: StatusSchemas.confirmed)
            if let vote = own.marks.voteToTakeOver(from: marks, over: confirmed, pending: pending[target]) {
                taken.votes.append(TakenOver.SetVote(target, vote))
            }
            guard own.marks.takeOver(marks, over: confirmed, pending: pending[target]) else { continue }
            try upsert(own, in: StatusSchemas.marks)
            taken.count += 1
        }
        let threads = try snapshot.records(in: CommentSchemas.marks) { $0.id.site == account.site }
        for thread in threads where try takeOverVisit(of: thread.id, for: owner) { taken.count += 1 }
        taken.count += try takeOverDrafts(for: account)
        return taken
    }

    /// Nobody's marks of the posts and comments of a site, in the order of their targets.
    private func nobodysMarks(on site: Site) throws -> [(target: StatusTarget, marks: Marks)] {
        var all: [StatusTarget: Marks] = [:]
        for status in try snapshot.records(in: StatusSchemas.statuses, where: { $0.id.site == site }) {
            all[.post(status.id)] = status.marks
        }
        let owned = try snapshot.records(in: StatusSchemas.marks) {
            $0.id.owner == .nobody && $0.id.target.site == site
        }
        for own in owned { all[own.id.target] = own.marks }
        // What is collapsed in a stored thread is kept with the thread's marks.
        for thread in try snapshot.records(in: CommentSchemas.marks, where: { $0.id.site == site }) {
            for (comment, isCollapsed) in thread.collapsed {
                var marks = all[.comment(comment)] ?? Marks()
                if marks.isCollapsed == nil { marks.apply(.collapsed(isCollapsed), at: thread.changed) }
                all[.comment(comment)] = marks
            }
        }
        return all.map { (target: $0.key, marks: $0.value) }.sorted { $0.target.description < $1.target.description }
    }

    /// Copies a visit to a thread; of the comments that either has seen none is new.
    private mutating func takeOverVisit(of post: Post.ID, for owner: MarkOwner) throws -> Bool {
        let nobodys = try snapshot.marks(of: post, for: .nobody)
        guard let visited = nobodys.visited else { return false }
        let id = OwnedTarget(owner, .post(post))
        let own = try record(id, in: StatusSchemas.visits)
        let seen = Set(own?.seen ?? []).union(nobodys.seen.map(\.native))
        if let own, seen.count == own.seen.count, own.visited >= visited { return false }
        let visit = ThreadVisitRecord(id: id, visited: max(visited, own?.visited ?? visited), seen: seen.sorted())
        try upsert(visit, in: StatusSchemas.visits)
        return true
    }

    /// Removes what is stored for an account alone.
    mutating func wipe(_ account: AccountKey) throws -> Int {
        let owner = MarkOwner.account(account)
        var count = 0
        func take<Record: StoredRecord>(_ records: [Record], _ schema: CollectionSchema<Record>) throws {
            for record in records { try delete(record.id, from: schema) }
            count += records.count
        }
        let marks = try snapshot.records(in: StatusSchemas.marks) { $0.id.owner == owner }
        try take(marks, StatusSchemas.marks)
        try take(
            snapshot.records(in: StatusSchemas.confirmed) { $0.id.owner == owner }, StatusSchemas.confirmed)
        try take(snapshot.records(in: StatusSchemas.visits) { $0.id.owner == owner }, StatusSchemas.visits)
        try take(snapshot.records(in: StatusSchemas.dismissals) { $0.owner == owner }, StatusSchemas.dismissals)
        count += try wipeAnswers(of: account)
        count += try wipeMessages(of: account)
        count += try removeDrafts(of: account)
        try take(snapshot.records(in: StatusSchemas.ownTexts) { $0.id.owner == owner }, StatusSchemas.ownTexts)
        // The app itself has no feeds of its own: those without an account are nobody's.
        if let name = account.name {
            let feeds = try snapshot.window(of: PostSchemas.feeds).filter {
                $0.account == name && $0.site == account.site.rawValue
            }
            for feed in feeds {
                let entries = try snapshot.window(
                    of: PostSchemas.entries, by: PostSchemas.entries.indexes[0], in: FeedEntry.positions(of: feed.id))
                try take(entries, PostSchemas.entries)
            }
            try take(feeds, PostSchemas.feeds)
        }
        count += try removeResources(of: owner)
        let kept = marks.filter(\.marks.isFavourite).compactMap(\.id.target.post)
        try releaseMedia(of: kept.filter { try !mayHoldMedia($0) })
        return count
    }
}
