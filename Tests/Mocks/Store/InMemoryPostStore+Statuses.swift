package import Core
package import Foundation

/// Own marks and what servers confirmed, of posts and comments alike.
extension InMemoryPostStore {
    /// The status of a post or comment as it is shown to an owner; nil where there is none.
    func status(of target: StatusTarget, for owner: MarkOwner) -> Marks? {
        let id = OwnedTarget(owner, target)
        let (own, confirmed) = (marks[id], confirmed[id])
        let isCollapsed = owner == .nobody ? target.comment.flatMap { collapsed[$0] } : nil
        guard own != nil || confirmed != nil || isCollapsed != nil else { return nil }
        var shown = Marks.shown(own, confirmed: confirmed, for: owner)
        shown.isCollapsed = shown.isCollapsed ?? isCollapsed
        return shown
    }

    /// Adds what an owner collapsed of some comments to the collapsed comments of their thread.
    func addCollapsed(of comments: [Core.Comment.ID], for owner: MarkOwner, to thread: inout ThreadMarks) {
        for comment in comments {
            let own = marks[OwnedTarget(owner, .comment(comment))]
            guard let own, own.dates[.collapsed] != nil else { continue }
            thread.collapsed[comment] = own.isCollapsed ?? (owner == .nobody ? collapsed[comment] : nil)
        }
    }

    /// The statuses of those of some comments that have one, without what nobody collapsed.
    func statuses(of comments: [Core.Comment.ID], for owner: MarkOwner) -> [Core.Comment.ID: Marks] {
        var statuses: [Core.Comment.ID: Marks] = [:]
        for comment in comments {
            let id = OwnedTarget(owner, .comment(comment))
            guard marks[id] != nil || confirmed[id] != nil else { continue }
            statuses[comment] = Marks.shown(marks[id], confirmed: confirmed[id], for: owner)
        }
        return statuses
    }

    /// Notes what an owner collapsed and expanded.
    mutating func setCollapsed(
        _ collapsed: [Core.Comment.ID: Bool?], for owner: MarkOwner, at date: Date
    ) -> StoredChange? {
        var changed: [StatusTarget] = []
        for (comment, isCollapsed) in collapsed {
            let id = OwnedTarget(owner, .comment(comment))
            if owner == .nobody { self.collapsed[comment] = isCollapsed }
            var own = marks[id] ?? Marks()
            guard own.apply(.collapsed(owner == .nobody ? nil : isCollapsed), at: date) else { continue }
            setMarks(own, of: id)
            changed.append(id.target)
        }
        guard !changed.isEmpty else { return nil }
        version += 1
        var change = StoredChange(version: version)
        change.add(changed)
        return change
    }

    func statuses(of targets: [StatusTarget], for owner: MarkOwner) -> [StatusTarget: Marks] {
        var statuses: [StatusTarget: Marks] = [:]
        for target in targets { statuses[target] = status(of: target, for: owner) }
        return statuses
    }

    /// The reason why a post is never evicted; nil where nobody keeps it.
    func keepingReason(of post: Post.ID) -> EvictionReceipt.Reason? {
        let accounts = Set(confirmed.keys.map(\.owner))
        let all = owners.union(accounts).compactMap { status(of: .post(post), for: $0) }
        return all.contains(where: \.isSaved) ? .saved : all.contains(where: \.isFavourite) ? .favourite : nil
    }

    /// Takes in what a server said to an account, in the commit with the number ``version``.
    ///
    /// - Returns: The posts, comments and sources whose state changed.
    mutating func confirm(_ confirmation: Confirmation?, at date: Date? = nil) -> [StatusTarget] {
        let changes = confirmation?.changes(in: version, at: date, stored: { confirmed[$0] }) ?? []
        for state in changes { confirmed[state.id] = state }
        return changes.map(\.id.target)
    }

    /// Takes in what a server said to an account, in a commit of its own; nil when it says nothing new.
    mutating func store(_ confirmation: Confirmation, at date: Date?) -> StoredChange? {
        version += 1
        let targets = confirm(confirmation, at: date)
        guard !targets.isEmpty else {
            version -= 1
            return nil
        }
        var change = StoredChange(version: version)
        change.add(targets)
        return change
    }

    /// Changes a mark of posts and comments.
    mutating func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) -> ([StatusTarget: Marks], StoredChange?) {
        var statuses: [StatusTarget: Marks] = [:]
        var changed: [StatusTarget] = []
        for target in targets where statuses[target] == nil && OwnedTarget(owner, target).isReadable {
            var own = marks[OwnedTarget(owner, target)] ?? Marks()
            if change.mark == .collapsed, owner == .nobody, let comment = target.comment { collapsed[comment] = nil }
            if own.apply(change, over: confirmed[OwnedTarget(owner, target)], for: owner, at: date) {
                setMarks(own, of: OwnedTarget(owner, target))
                changed.append(target)
            }
            statuses[target] = status(of: target, for: owner) ?? Marks()
        }
        guard !changed.isEmpty else { return (statuses, nil) }
        version += 1
        var announced = StoredChange(version: version)
        announced.add(changed)
        announced.changesUndo = forgetVoidDismissals()
        return (statuses, announced)
    }

    /// Notes that scores were stored of which it is not known which votes of accounts they count.
    mutating func forgetScoreVotes(of targets: some Sequence<StatusTarget>) {
        let targets = Set(targets)
        for (id, state) in confirmed where targets.contains(id.target) {
            var state = state
            if state.forgetScoreVote() { confirmed[id] = state }
        }
    }

    /// Removes what servers said of posts and comments that are gone.
    mutating func forgetConfirmed(_ targets: some Sequence<StatusTarget>) {
        let gone = Set(targets)
        confirmed = confirmed.filter { !gone.contains($0.key.target) }
    }

    // MARK: Posts

    mutating func apply(
        _ mutation: StatusMutation, for owner: MarkOwner, at date: Date
    ) -> (StatusReceipt, StoredChange?) {
        let (before, whoCould) = (undoStacks, ownersWithUndo)
        var (receipt, change) = make(mutation, for: owner, at: date)
        receipt.canUndo = canUndo(for: owner)
        if change == nil, undoStacks != before {
            version += 1
            receipt.version = version
            change = StoredChange(version: version)
        }
        change?.changesUndo = ownersWithUndo != whoCould
        return (receipt, change)
    }

    private mutating func make(
        _ mutation: StatusMutation, for owner: MarkOwner, at date: Date
    ) -> (StatusReceipt, StoredChange?) {
        switch mutation {
        case .set(let change, let ids):
            let (receipt, changed) = set(change, on: ids, for: owner, at: date)
            forgetVoidDismissals()
            return commit(receipt, changed)
        case .dismiss(let ids):
            return dismiss(ids, for: owner, at: date)
        case .dismissAll(let feed):
            return dismiss(storedFeed(feed, for: owner).items.map(\.id), for: owner, at: date)
        case .setUndoably(let change, let ids):
            let before = ids.withoutRepetitions().map { id in
                (id: id, before: self.status(of: .post(id), for: owner) ?? Marks())
            }
            let (receipt, changed) = set(change, on: ids, for: owner, at: date)
            remember([UndoableAct.Part](change, of: before).keeping(Set(changed).contains), for: owner)
            forgetVoidDismissals()
            return commit(receipt, changed)
        case .undoDismiss:
            guard let act = undoStacks[owner]?.last(where: \.isDismissal) else { return commit(StatusReceipt(), []) }
            return takeBack(act, of: Set(act.parts.posts), for: owner, at: date)
        case .undo:
            while let act = undoStacks[owner]?.last {
                let (receipt, change) = takeBack(act, of: Set(act.parts.posts), for: owner, at: date)
                if change != nil { return (receipt, change) }
            }
            return commit(StatusReceipt(), [])
        }
    }

    /// Keeps what gives marks back.
    ///
    /// - Returns: The act; `nil` where there is nothing to give back.
    @discardableResult
    mutating func remember(_ parts: [UndoableAct.Part], for owner: MarkOwner) -> UndoableAct? {
        guard !parts.isEmpty else { return nil }
        actCount += 1
        let act = UndoableAct(id: actCount, parts: parts)
        undoStacks[owner] = ((undoStacks[owner] ?? []) + [act]).suffix(Self.undoLimit)
        return act
    }

    /// Gives some posts of an act their marks back, and forgets it.
    mutating func takeBack(
        _ act: UndoableAct, of posts: Set<Post.ID>, for owner: MarkOwner, at date: Date
    ) -> (StatusReceipt, StoredChange?) {
        guard let place = undoStacks[owner]?.firstIndex(where: { $0.id == act.id }) else {
            return commit(StatusReceipt(), [])
        }
        undoStacks[owner]?.remove(at: place)
        var all = StatusReceipt()
        var changed: [Post.ID] = []
        for part in act.parts {
            let (receipt, others) = set(part.change, on: part.posts.filter(posts.contains), for: owner, at: date)
            let isChanged = Set(others)
            all.statuses += receipt.statuses.filter { isChanged.contains($0.id) }
            all.unknown += receipt.unknown.filter(isChanged.contains)
            changed += others
        }
        if !changed.isEmpty { all.undone = act.parts.first?.change }
        forgetVoidDismissals()
        return commit(all, changed)
    }

    private func isDismissed(_ post: Post.ID, by owner: MarkOwner) -> Bool {
        marks[OwnedTarget(owner, .post(post))]?.isDismissed == true
    }

    /// Removes dismissals of which no post is put away any more: there is nothing to undo.
    ///
    /// - Returns: Whether there were some.
    @discardableResult
    mutating func forgetVoidDismissals() -> Bool {
        let before = undoStacks
        for (owner, stack) in before {
            undoStacks[owner] = stack.filter { act in
                !act.isDismissal || act.parts.posts.contains { isDismissed($0, by: owner) }
            }
        }
        return undoStacks != before
    }

    private mutating func dismiss(
        _ ids: [Post.ID], for owner: MarkOwner, at date: Date
    ) -> (StatusReceipt, StoredChange?) {
        let known = ids.withoutRepetitions().filter { posts[$0] != nil }
        var (receipt, changed) = set(.dismissed(true), on: known, for: owner, at: date)
        receipt.unknown = ids.withoutRepetitions().without(known)
        if !changed.isEmpty { remember([UndoableAct.Part(.dismissed(false), changed)], for: owner) }
        return commit(receipt, changed)
    }

    private mutating func set(
        _ change: StatusChange, on ids: [Post.ID], for owner: MarkOwner, at date: Date
    ) -> (StatusReceipt, [Post.ID]) {
        var receipt = StatusReceipt()
        var changed: [Post.ID] = []
        for id in ids.withoutRepetitions() {
            guard id.isReadable else {
                receipt.unknown.append(id)
                continue
            }
            var own = marks[OwnedTarget(owner, .post(id))] ?? Marks()
            if own.apply(change, over: confirmed[OwnedTarget(owner, .post(id))], for: owner, at: date) {
                setMarks(own, of: OwnedTarget(owner, .post(id)))
                changed.append(id)
            }
            let status = PostStatus(id: id, marks: self.status(of: .post(id), for: owner) ?? Marks())
            if posts[id] != nil {
                receipt.statuses.append(status)
            } else {
                // Kept for when the post arrives.
                receipt.unknown.append(id)
                receipt.pending.append(status)
            }
        }
        return (receipt, changed)
    }

    private mutating func commit(
        _ receipt: StatusReceipt, _ changed: [Post.ID]
    ) -> (StatusReceipt, StoredChange?) {
        if !changed.isEmpty { version += 1 }
        var receipt = receipt
        receipt.version = version
        return (receipt, changed.isEmpty ? nil : StoredChange(posts: Set(changed), version: version))
    }

    /// Removes old marks of posts and comments that are not stored.
    mutating func forgetMarks(before date: Date) -> (count: Int, change: StoredChange?) {
        let forgotten = forgettableMarks(before: date).keys
        guard !forgotten.isEmpty else { return (0, nil) }
        for id in forgotten { setMarks(nil, of: id) }
        version += 1
        var change = StoredChange(version: version)
        change.add(forgotten.map(\.target))
        change.changesUndo = forgetVoidDismissals()
        return (forgotten.count, change)
    }

    /// The marks that nobody would miss: old ones that say no more than read, dismissed or collapsed.
    func forgettableMarks(before date: Date, without gone: Set<Post.ID> = []) -> [OwnedTarget: Marks] {
        marks.filter { id, marks in
            // Comments are in another store, so what is said of them stays.
            guard marks.isFleeting, (marks.changed ?? .distantPast) < date, let post = id.target.post else {
                return false
            }
            return posts[post] == nil || gone.contains(post)
        }
    }
}

extension InMemoryOfflinePostProvider: OfflineStatusProvider {
    package func statuses(of targets: [StatusTarget], for owner: MarkOwner) async throws -> [StatusTarget: Marks] {
        try read { $0.statuses(of: targets, for: owner) }
    }

    package func confirmed(
        of targets: [StatusTarget], for account: AccountKey
    ) async throws -> [StatusTarget: ConfirmedState] {
        try read { store in
            var states: [StatusTarget: ConfirmedState] = [:]
            for target in targets { states[target] = store.confirmed[OwnedTarget(.account(account), target)] }
            return states
        }
    }

    package func apply(
        _ change: StatusChange, to targets: [StatusTarget], for owner: MarkOwner, at date: Date
    ) async throws -> [StatusTarget: Marks] {
        try changing { $0.apply(change, to: targets, for: owner, at: date) }
    }

    package func store(_ confirmation: Confirmation) async throws {
        let now = now
        try changing { ((), $0.store(confirmation, at: now)) }
    }

    package func acts() async throws -> [UndoableAct] {
        try read { [owner] in ($0.undoStacks[owner] ?? []).reversed() }
    }

    package func keepAct(_ parts: [UndoableAct.Part], at date: Date) async throws -> UndoableAct? {
        try changing { [owner] store in
            let whoCould = store.ownersWithUndo
            guard let act = store.remember(parts, for: owner) else { return (nil, nil) }
            store.version += 1
            var change = StoredChange(version: store.version)
            change.changesUndo = store.ownersWithUndo != whoCould
            return (act, change)
        }
    }

    package func takeBack(_ act: UndoableAct, of posts: Set<Post.ID>, at date: Date) async throws -> StatusReceipt {
        try changing { [owner] store in
            let (before, whoCould) = (store.undoStacks, store.ownersWithUndo)
            var (receipt, change) = store.takeBack(act, of: posts, for: owner, at: date)
            receipt.canUndo = store.canUndo(for: owner)
            if change == nil, store.undoStacks != before {
                store.version += 1
                change = StoredChange(version: store.version)
            }
            change?.changesUndo = store.ownersWithUndo != whoCould
            return (receipt, change)
        }
    }
}
