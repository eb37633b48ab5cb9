import Core
import Foundation

/// Changes of the marks of posts, each post for the owner that looks at its site, with their undo.
extension WriteTransaction {
    mutating func apply(_ mutation: StatusMutation, for viewers: Viewers, at date: Date) throws -> StatusReceipt {
        var receipt = try make(mutation, for: viewers, at: date)
        // What changed nothing is no commit, and is there already.
        receipt.version = isEmpty ? snapshot.version : number
        receipt.canUndo = try canUndo(for: viewers)
        return receipt
    }

    private mutating func make(
        _ mutation: StatusMutation, for viewers: Viewers, at date: Date
    ) throws -> StatusReceipt {
        switch mutation {
        case .set(let change, let ids):
            let (receipt, changed) = try set(change, ids, for: viewers, at: date)
            try settle(change, of: changed)
            return receipt
        case .dismiss(let ids):
            return try dismiss(ids, for: viewers, at: date)
        case .dismissAll(let feed):
            let owner = viewers.owner(on: feed.site)
            let ids =
                switch feed.source {
                case .saved: try FeedReading(feed, .saved, by: owner, in: snapshot).stored.items.map(\.id)
                case .favourites: try FeedReading(feed, .favourite, by: owner, in: snapshot).stored.items.map(\.id)
                case .downloads: try FeedReading(downloads: feed, in: snapshot).stored.items.map(\.id)
                default: try snapshot.order(of: feed).elements.compactMap(\.post)
                }
            return try dismiss(ids, for: viewers, at: date)
        case .setUndoably(let change, let ids):
            let before = try shownMarks(of: ids, for: viewers)
            let (receipt, changed) = try set(change, ids, for: viewers, at: date)
            try settle(change, of: changed)
            let isChanged = Set(changed)
            try remember([UndoableAct.Part](change, of: before).keeping(isChanged.contains), for: viewers, at: date)
            return receipt
        case .undoDismiss: return try undo(for: viewers, at: date) { $0.allSatisfy(\.isDismissal) }
        case .undo: return try undo(for: viewers, at: date) { !$0.contains(where: \.needsServer) }
        }
    }

    /// Takes back the last act of those who look that changed something and that may be taken back here.
    private mutating func undo(
        for viewers: Viewers, at date: Date, _ isUndone: ([ActRecord]) -> Bool
    ) throws -> StatusReceipt {
        // One of which everything came back by hand is none; a store of an older version may have some.
        for act in try snapshot.acts(for: viewers).reversed() where isUndone(act) {
            let receipt = try takeBack(act, at: date) { _ in true }
            if !receipt.changed.isEmpty || !receipt.unknown.isEmpty { return receipt }
        }
        return StatusReceipt()
    }

    /// Gives some posts of an act their marks back, and forgets it; an act that is gone changes nothing.
    mutating func takeBack(
        _ number: Int, of posts: Set<Post.ID>, for viewers: Viewers, at date: Date
    ) throws -> StatusReceipt {
        let acts = try snapshot.acts(for: viewers)
        guard let act = acts.last(where: { $0[0].actNumber == number }) else { return StatusReceipt() }
        return try takeBack(act, at: date, posts.contains)
    }

    private mutating func takeBack(
        _ act: [ActRecord], at date: Date, _ isNamed: (Post.ID) -> Bool
    ) throws -> StatusReceipt {
        var receipt = StatusReceipt()
        var back: Set<Post.ID> = []
        for record in act {
            guard let owner = record.owner else { continue }
            try delete(record.id, from: StatusSchemas.dismissals)
            for part in record.parts {
                let (own, changed) = try set(
                    part.change, part.posts.filter(isNamed), for: Viewers(everywhere: owner), at: date)
                // A post that was given it back by hand meanwhile did not get it now.
                let isChanged = Set(changed)
                receipt.statuses += own.statuses.filter { isChanged.contains($0.id) }
                receipt.unknown += own.unknown.filter(isChanged.contains)
                back.formUnion(isChanged)
                try settle(part.change, of: changed)
            }
        }
        // What came back may have been all that was left of an earlier dismissal.
        if !back.isEmpty {
            try forgetVoidDismissals()
            receipt.undone = act.first?.parts.first?.change
        }
        return receipt
    }

    /// Keeps what gives marks back.
    ///
    /// - Returns: The act; nil where there is nothing to give back.
    @discardableResult
    mutating func remember(
        _ parts: [UndoableAct.Part], for viewers: Viewers, at date: Date, isTold: Bool = false
    ) throws -> UndoableAct? {
        guard !parts.isEmpty else { return nil }
        let number = (try snapshot.window(of: StatusSchemas.dismissals, .descending, limit: 1).first?.id ?? 0) + 1
        let owners = viewers.divided(parts.posts, by: \.site)
        for (index, owned) in owners.enumerated() {
            let ids = Set(owned.ids)
            let record = ActRecord(
                id: number + index, restoring: parts.keeping(ids.contains), date: date, owner: owned.owner,
                act: owners.count > 1 ? number : nil, isTold: isTold)
            try upsert(record, in: StatusSchemas.dismissals)
            // Nobody has too many while all together have not.
            guard try snapshot.count(of: StatusSchemas.dismissals) >= ActRecord.limit else { continue }
            for old in try snapshot.acts(of: owned.owner).dropLast(ActRecord.limit - 1) {
                try delete(old.id, from: StatusSchemas.dismissals)
            }
        }
        return UndoableAct(id: number, parts: parts)
    }

    /// Whether those who look have an act to undo once this is committed.
    func canUndo(for viewers: Viewers) throws -> Bool {
        guard staged[StatusSchemas.dismissals.name] != nil else { return try snapshot.canUndo(for: viewers) }
        let isThere: (WriteTransaction, Int) throws -> Bool = { transaction, id in
            try transaction.record(id, in: StatusSchemas.dismissals)?.isSeen(by: viewers) == true
        }
        // What this batch adds decides it mostly: an act may have thousands of posts, and the others are not read then.
        let last = try snapshot.window(of: StatusSchemas.dismissals, .descending, limit: 1).first?.id ?? 0
        if try (0...viewers.all.count).contains(where: { try isThere(self, last + 1 + $0) }) { return true }
        return try snapshot.acts(for: viewers).joined().contains { try isThere(self, $0.id) }
    }

    /// Removes dismissals of which no post is put away any more: there is nothing to undo.
    mutating func forgetVoidDismissals() throws {
        for dismissal in try snapshot.window(of: StatusSchemas.dismissals) where dismissal.isDismissal {
            guard let owner = dismissal.owner else { continue }
            let isVoid = try !dismissal.posts.contains { try marks(of: .post($0), for: owner)?.isDismissed == true }
            if isVoid { try delete(dismissal.id, from: StatusSchemas.dismissals) }
        }
    }

    private mutating func dismiss(
        _ ids: [Post.ID], for viewers: Viewers, at date: Date
    ) throws -> StatusReceipt {
        var seen: Set<Post.ID> = []
        let named = ids.filter { seen.insert($0).inserted }
        // What is not there cannot be put away.
        let known = try named.filter { try snapshot.contains($0, in: PostSchemas.posts) }
        var (receipt, changed) = try set(.dismissed(true), known, for: viewers, at: date)
        let isKnown = Set(known)
        receipt.unknown = named.filter { !isKnown.contains($0) }
        if !changed.isEmpty { try remember([UndoableAct.Part(.dismissed(false), changed)], for: viewers, at: date) }
        return receipt
    }

    /// Makes a change to posts, stored or not.
    private mutating func set(
        _ change: StatusChange, _ ids: [Post.ID], for viewers: Viewers, at date: Date
    ) throws -> (receipt: StatusReceipt, changed: [Post.ID]) {
        var (owner, pending) = (MarkOwner.nobody, PendingOverlays.Overlay())
        var receipt = StatusReceipt()
        var changed: [Post.ID] = []
        var seen: Set<Post.ID> = []
        for id in ids where seen.insert(id).inserted {
            guard id.isReadable else {
                // No post has it, and nothing can be kept for it.
                receipt.unknown.append(id)
                continue
            }
            let viewer = viewers.owner(on: id.site)
            if viewer != owner { (owner, pending) = (viewer, try snapshot.pending(for: viewer)) }
            var own = try marks(of: .post(id), for: owner) ?? Marks()
            let (confirmed, intents) = (try confirmed(of: .post(id), for: owner), pending[.post(id)])
            if own.apply(change, over: confirmed, pending: intents, for: owner, at: date) {
                try put(own, on: .post(id), for: owner)
                changed.append(id)
            }
            let shown = Marks.shown(own, confirmed: confirmed, pending: intents, for: owner)
            let status = PostStatus(id: id, marks: shown)
            if try snapshot.contains(id, in: PostSchemas.posts) {
                receipt.statuses.append(status)
            } else {
                receipt.unknown.append(id)
                receipt.pending.append(status)
            }
        }
        return (receipt, changed)
    }

    /// The marks of posts as whoever looks is shown them.
    private func shownMarks(of ids: [Post.ID], for viewers: Viewers) throws -> [(id: Post.ID, before: Marks)] {
        var all: [(id: Post.ID, before: Marks)] = []
        var seen: Set<Post.ID> = []
        for part in viewers.divided(ids.filter { $0.isReadable && seen.insert($0).inserted }, by: \.site) {
            let pending = try snapshot.pending(for: part.owner)
            for id in part.ids {
                let (own, confirmed) = (
                    try marks(of: .post(id), for: part.owner), try confirmed(of: .post(id), for: part.owner)
                )
                let shown = Marks.shown(own, confirmed: confirmed, pending: pending[.post(id)], for: part.owner)
                all.append((id, shown))
            }
        }
        return all
    }

    /// Does what follows from a change: dismissals that are void are forgotten, and files that nobody keeps are let go.
    private mutating func settle(_ change: StatusChange, of changed: [Post.ID]) throws {
        if change == .dismissed(false), !changed.isEmpty { try forgetVoidDismissals() }
        if change == .favourite(false) { try releaseMedia(of: changed.filter { try !mayHoldMedia($0) }) }
    }
}

/// Marks and confirmed state of posts and comments alike.
extension WriteTransaction {
    /// An owner's own marks, with what this batch has changed so far; nil where there are none.
    func marks(of target: StatusTarget, for owner: MarkOwner) throws -> Marks? {
        if owner == .nobody, let post = target.post { return try record(post, in: StatusSchemas.statuses)?.marks }
        return try record(OwnedTarget(owner, target), in: StatusSchemas.marks)?.marks
    }

    private mutating func put(_ marks: Marks, on target: StatusTarget, for owner: MarkOwner) throws {
        if owner == .nobody, let post = target.post {
            try upsert(PostStatus(id: post, marks: marks), in: StatusSchemas.statuses)
        } else {
            try upsert(OwnedMarks(id: OwnedTarget(owner, target), marks: marks), in: StatusSchemas.marks)
        }
    }

    /// The state that a server last told an owner; nil for nobody.
    private func confirmed(of target: StatusTarget, for owner: MarkOwner) throws -> ConfirmedState? {
        guard owner != .nobody else { return nil }
        return try record(OwnedTarget(owner, target), in: StatusSchemas.confirmed)
    }

    /// Changes a mark of posts and comments.
    ///
    /// - Returns: The statuses of those that a store can keep.
    mutating func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) throws -> [StatusTarget: Marks] {
        let pending = try snapshot.pending(for: owner)
        var statuses: [StatusTarget: Marks] = [:]
        var changed: [Post.ID] = []
        var collapsed: [Post.ID: [Comment.ID: Bool?]] = [:]
        for target in targets where statuses[target] == nil && OwnedTarget(owner, target).isReadable {
            var own = try marks(of: target, for: owner) ?? Marks()
            let (confirmed, intents) = (try confirmed(of: target, for: owner), pending[target])
            if case .collapsed(let isCollapsed) = change, owner == .nobody, let comment = target.comment,
                let post = try snapshot.record(comment, in: CommentSchemas.comments)?.post
            {
                // Of a thread that is stored, nobody's are kept with its other marks.
                collapsed[post, default: [:]].updateValue(isCollapsed, forKey: comment)
                own.isCollapsed = isCollapsed
            } else if own.apply(change, over: confirmed, pending: intents, for: owner, at: date) {
                try put(own, on: target, for: owner)
                if let post = target.post { changed.append(post) }
            }
            statuses[target] = Marks.shown(own, confirmed: confirmed, pending: intents, for: owner)
        }
        for (post, collapsed) in collapsed.sorted(by: { $0.key < $1.key }) {
            try setCollapsed(collapsed, of: post, for: owner, at: date)
        }
        try settle(change, of: changed)
        return statuses
    }

    /// Whether somebody keeps a post with its media, once this batch is committed.
    func isFavourite(_ id: Post.ID) throws -> Bool {
        if try record(id, in: StatusSchemas.statuses)?.isFavourite == true { return true }
        return try snapshot.ownedMarks(of: .post(id)).contains { marks in
            try record(marks.id, in: StatusSchemas.marks)?.marks.isFavourite == true
        }
    }

    /// Removes old marks of posts and comments that are not stored: those that nobody would miss.
    mutating func forgetMarks(before date: Date) throws -> Int {
        let statuses = try snapshot.records(in: StatusSchemas.statuses) { status in
            try status.isFleeting && (status.changed ?? .distantPast) < date
                && !snapshot.contains(status.id, in: PostSchemas.posts)
        }
        for status in statuses { try delete(status.id, from: StatusSchemas.statuses) }
        let marks = try snapshot.records(in: StatusSchemas.marks) { try snapshot.isForgettable($0, before: date) }
        for mark in marks { try delete(mark.id, from: StatusSchemas.marks) }
        if statuses.contains(where: \.isDismissed) || marks.contains(where: \.marks.isDismissed) {
            try forgetVoidDismissals()
        }
        return try statuses.count + marks.count + forgetThreadMarks(before: date)
    }
}
