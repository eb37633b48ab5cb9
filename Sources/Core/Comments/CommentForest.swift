import Foundation

/// The comments of a thread as a tree in display order: each comment is below the one that it answers.
///
/// A value in display order. What changes it makes another one, in one pass over the entries:
/// ``expanding(_:with:)`` puts in what a placeholder stood for, ``merging(_:)`` a newer answer, ``sorted(by:)`` sorts.
///
/// - A comment stands below the one that it names as its parent, wherever that is. Depth is counted from there; what an
///   entry says of it is not believed.
/// - A comment whose parent is not there is kept. It stands below the nearest comment that its answer had it nested in,
///   one level deeper than an answer to that would be, or at the top; as soon as its parent is there, it stands below
///   it.
/// - Of several comments with one id the first counts. Comments that answer each other in a circle are at the top.
/// - Placeholders stand behind the comments beside them. They name no comment that is there, and none twice; one that
///   has named comments and names none any more is gone.
package struct CommentForest: Hashable, Sendable {
    /// Comments and placeholders, depth first: each behind what it answers.
    package let entries: [CommentThread.Entry]
    /// Whether every comment is known to stand right below the one that it names, none of them missing.
    let isWhole: Bool

    /// Arranges comments as a tree.
    ///
    /// - Parameter entries: Comments and placeholders in the server's order, nested or flat.
    /// - Complexity: O(*n*) in the entries and the names in placeholders; entries that are arranged are only checked.
    package init(_ entries: [CommentThread.Entry] = []) {
        if CommentArrangement.isArranged(entries) {
            self.init(threaded: entries, isWhole: true)
        } else {
            self.init(arranging: entries)
        }
    }

    /// Arranges comments as a tree, whether they are arranged or not.
    init(arranging entries: [CommentThread.Entry]) {
        var threading = CommentThreading()
        threading.append(entries)
        self.init(threaded: threading.threaded())
    }

    init(threaded entries: [CommentThread.Entry], isWhole: Bool = false) {
        self.entries = entries
        self.isWhole = isWhole
    }

    /// Returns the same forest with the entries as a store has them: those that were written are other objects then.
    ///
    /// - Parameter entries: One for each entry, with the same id, parent and depth.
    /// - Returns: The forest.
    package func replacingCopies(with entries: [CommentThread.Entry]) -> CommentForest {
        CommentForest(threaded: entries, isWhole: isWhole)
    }

    package static func == (left: CommentForest, right: CommentForest) -> Bool { left.entries == right.entries }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
    }

    /// The comments alone, in display order.
    package var comments: [Comment] {
        entries.compactMap { if case .comment(let comment) = $0 { comment } else { nil } }
    }

    /// Returns the comments that came after a person's last visit.
    ///
    /// - Parameter marks: The marks of the thread, with the last visit.
    /// - Returns: Their ids; none when the thread was never opened before.
    /// - Complexity: O(*n*).
    package func newIDs(since marks: ThreadMarks) -> Set<Comment.ID> {
        marks.newIDs(in: entries)
    }

    /// Returns the comments that are collapsed at first because their author is blocked.
    ///
    /// The replies to them are collapsed with them, and still counted.
    ///
    /// - Parameter filter: The authors whose comments those are.
    /// - Returns: Their ids.
    /// - Complexity: O(*n*).
    package func blockedIDs(by filter: CommentFilter) -> Set<Comment.ID> {
        Set(comments.lazy.filter(filter.blocks).map(\.id))
    }
}

extension CommentForest {
    /// Returns this forest with a placeholder replaced by the comments that it stood for.
    ///
    /// Comments that are there already are left as they are. Those that were asked for by name and did not come are
    /// named by no placeholder any more, unless the answer names them again; where only some of its comments were asked
    /// for, the placeholder stays with the others. A "continue this thread" goes, unless the answer says the same once
    /// more: then it stays, for part of the thread is still missing. What comes for a placeholder that is not there any
    /// more changes nothing but comments, and new ones are found below what they answer all the same.
    ///
    /// - Parameters:
    ///   - more: The placeholder.
    ///   - expansion: The server's answer, in its order, nested or flat.
    /// - Returns: The forest; what came stands behind the comments that were there.
    /// - Complexity: O(*n*) in both.
    package func expanding(_ more: MoreComments, with expansion: CommentExpansion) -> CommentForest {
        CommentInsertion(more, expansion).inserted(into: self) ?? rearranging(more, with: expansion)
    }

    /// Returns this forest with a placeholder replaced, by arranging all of it anew.
    func rearranging(_ more: MoreComments, with expansion: CommentExpansion) -> CommentForest {
        var threading = CommentThreading()
        threading.append(
            more.isContinuation
                ? entries.filter { $0.more.map { !$0.isContinuation(of: more.parent) } ?? true } : entries)
        let named = Set(expansion.entries.lazy.compactMap(\.more).flatMap(\.ids))
        threading.deleted = Set(expansion.requested).subtracting(named)
        let enclosing: Comment.ID? = if case .comment(let id) = more.parent { id } else { nil }
        let earlier = EarlierAnswers(entries, beside: expansion)
        for entry in expansion.entries {
            if var next = entry.more, next.isContinuation, !more.isContinuation(of: next.parent) {
                // One that was asked before; what is still missing of it stays to be asked for.
                guard let missing = earlier.missing(of: next) else { continue }
                next.count = missing
                threading.append(.more(next), below: enclosing, wasMissing: true)
            } else {
                threading.append(entry, below: enclosing, wasMissing: true)
            }
        }
        return CommentForest(threaded: threading.threaded())
    }

    /// The comments that earlier answers brought below comments which a new answer reports as continued elsewhere.
    private struct EarlierAnswers {
        private let answered: Set<Comment.Parent>
        private let entries: [CommentThread.Entry]
        private let expansion: CommentExpansion
        /// The sums; `nil` for the many answers that need none.
        private let sums: Sums?

        init(_ entries: [CommentThread.Entry], beside expansion: CommentExpansion) {
            let answered = Set(entries.lazy.map(\.parent))
            (self.answered, self.entries, self.expansion) = (answered, entries, expansion)
            let isNeeded = expansion.entries.contains { entry in
                guard let more = entry.more else { return false }
                return more.isContinuation && more.count > 0 && answered.contains(more.parent)
            }
            sums = isNeeded ? Sums(entries, beside: expansion) : nil
        }

        /// The number of comments that a "continue this thread" placeholder still stands for.
        ///
        /// - Parameter more: The placeholder.
        /// - Returns: Its count, less what is known below its parent and did not come now; `nil` for none. One that
        ///   does not count stands for something as long as nothing is known there.
        func missing(of more: MoreComments) -> Int? {
            guard answered.contains(more.parent) else { return more.count }
            guard more.count > 0, let known = sums?.count(below: more.parent) else { return nil }
            return more.count > known ? more.count - known : nil
        }
    }

    /// The numbers of known comments below each comment, without those that an answer brings again.
    private struct Sums {
        private var places: [Comment.ID: Int] = [:]
        private let outline: CommentOutline
        /// For each entry, and for the end, the number of comments before it, without those that are left out.
        private var counts = [0]

        init(_ entries: [CommentThread.Entry], beside expansion: CommentExpansion) {
            let came = Set(expansion.entries.lazy.compactMap(\.comment?.id))
            outline = CommentOutline(entries)
            counts.reserveCapacity(entries.count + 1)
            for (index, entry) in entries.enumerated() {
                let weight: Int
                switch entry {
                case .comment(let comment):
                    places[comment.id] = index
                    weight = came.contains(comment.id) ? 0 : 1
                case .more(let more): weight = more.count
                }
                let (sum, isTooLarge) = counts[index].addingReportingOverflow(max(0, weight))
                counts.append(isTooLarge ? .max : sum)
            }
        }

        func count(below parent: Comment.Parent) -> Int {
            guard case .comment(let id) = parent else { return counts.last ?? 0 }
            guard let place = places[id] else { return 0 }
            return counts[outline.end(of: place)] - counts[place + 1]
        }
    }

    /// Returns the part of a request that is still to be sent.
    ///
    /// - Parameter request: The placeholder, as somebody saw it.
    /// - Returns: The request for those of its comments that a placeholder still names; `nil` when there are none.
    func open(_ request: MoreRequest) -> MoreRequest? {
        if request.more.isContinuation {
            return entries.contains { $0.more?.isContinuation(of: request.more.parent) ?? false } ? request : nil
        }
        var open = request
        open.more.ids = request.ids
        // Mostly the placeholder is as it was seen, and then no name in it has to be looked for.
        if entries.contains(where: { $0.more?.ids == request.more.ids }) { return open }
        let asked = Set(request.ids)
        var named: Set<Comment.ID> = []
        for entry in entries {
            if let more = entry.more { named.formUnion(more.ids.lazy.filter(asked.contains)) }
        }
        open.more.ids.removeAll { !named.contains($0) }
        return open.more.ids.isEmpty ? nil : open
    }
}

extension MoreComments {
    /// Whether it is the "continue this thread" placeholder below a parent.
    fileprivate func isContinuation(of parent: Comment.Parent) -> Bool { isContinuation && self.parent == parent }
}

extension CommentForest {
    /// Returns this forest with a newer answer merged into it.
    ///
    /// The newer answer says what there is, and in which order. What only an expansion had brought stays where that
    /// leaves room for it: below a comment that still has a placeholder there, or the post, with all that is below
    /// itself. It stands behind what the answer brought, and the placeholder stands for what is still missing:
    /// comments that are there are neither named nor counted. What the answer neither brings nor leaves room for is
    /// gone.
    ///
    /// Nothing goes for an answer without comments, one of which some could not be read, and one of a backend that
    /// knows less (``Completeness/partial``): those cannot tell. What is known of a comment is kept as
    /// ``Comment/filled(from:completeness:)`` says.
    ///
    /// - Parameters:
    ///   - newer: The answer.
    ///   - kept: Comments of whose existence and text the answer says nothing, because it is too old; none by default.
    /// - Returns: The forest. Merging the same answer once more changes nothing.
    /// - Complexity: O(*n*) in both.
    package func merging(_ newer: CommentThread, keeping kept: Set<Comment.ID> = []) -> CommentForest {
        guard !newer.entries.isEmpty else { return self }
        var fresh = CommentForest(newer.entries).entries
        let missing = kept.isEmpty ? [] : kept.subtracting(fresh.lazy.compactMap(\.comment?.id))
        if !missing.isEmpty { fresh = adding(missing, to: fresh) }
        let known = Dictionary(comments.map { ($0.id, $0) }) { first, _ in first }
        var threading = CommentThreading()
        threading.append(
            fresh.map { entry in
                guard case .comment(let comment) = entry, let stored = known[comment.id] else { return entry }
                var filled = comment.filled(from: stored, completeness: newer.completeness)
                if !kept.isEmpty, kept.contains(comment.id) {
                    (filled.body, filled.removal, filled.edited) = (stored.body, stored.removal, stored.edited)
                }
                return .comment(filled)
            })
        let isWhole = newer.completeness == .full && newer.issues.isEmpty
        threading.subtractsUnnamed = newer.completeness == .full
        let enclosing = CommentTree.enclosing(entries)
        let isKept = self.kept(
            enclosing, room: isWhole ? Room(in: fresh) : nil, beside: threading.places, always: missing)
        for (index, entry) in entries.enumerated() where isKept[index] {
            let fallback = enclosing[index] == CommentTree.root ? nil : entries[enclosing[index]].comment?.id
            threading.append(entry, below: fallback, wasMissing: threading.subtractsUnnamed)
        }
        return CommentForest(threaded: threading.threaded())
    }

    /// Returns an answer with comments of this forest that it leaves out, each before the one that stood behind it.
    private func adding(_ missing: Set<Comment.ID>, to answer: [CommentThread.Entry]) -> [CommentThread.Entry] {
        var answer = answer
        for (index, entry) in entries.enumerated().reversed() {
            guard case .comment(let comment) = entry, missing.contains(comment.id) else { continue }
            let behind = entries[(index + 1)...].lazy.compactMap(\.comment).filter { $0.parent == comment.parent }
            let place = behind.compactMap { next in answer.firstIndex { $0.comment?.id == next.id } }.first
            answer.insert(entry, at: place ?? answer.count)
        }
        return answer
    }

    /// Computes the entries to keep that a newer answer does not contain.
    ///
    /// - Parameters:
    ///   - enclosing: The index of each entry's parent.
    ///   - room: The places where the answer allows further comments; `nil` for everywhere.
    ///   - fresh: The comments of the answer, with their indexes.
    ///   - always: The comments that stay although the answer does not have them.
    /// - Returns: For each entry whether it stays.
    private func kept(
        _ enclosing: [Int], room: Room?, beside fresh: [Comment.ID: Int], always: Set<Comment.ID>
    ) -> [Bool] {
        var isKept = Array(repeating: false, count: entries.count)
        for (index, entry) in entries.enumerated() {
            let parent = enclosing[index]
            let isBelowKept = parent != CommentTree.root && isKept[parent]
            switch entry {
            case .comment(let comment):
                if always.contains(comment.id) {
                    // It is there already; what stands below it stays with it.
                    isKept[index] = true
                    continue
                }
                guard fresh[comment.id] == nil else { continue }
                let enclosingID = parent == CommentTree.root ? nil : entries[parent].comment?.id
                isKept[index] = isBelowKept || (room?.leaves(roomBelow: enclosingID) ?? true)
            case .more:
                // An answer has its own placeholders below what it brought.
                isKept[index] = isBelowKept || room == nil
            }
        }
        return isKept
    }

    /// The places where an answer allows comments that it does not contain itself.
    private struct Room {
        private var comments: Set<Comment.ID> = []
        private var isAtTheTop = false

        init(in entries: [CommentThread.Entry]) {
            guard entries.contains(where: { !$0.isComment }) else { return }
            let enclosing = CommentTree.enclosing(entries)
            for (index, entry) in entries.enumerated() where !entry.isComment {
                if enclosing[index] == CommentTree.root {
                    isAtTheTop = true
                } else if let id = entries[enclosing[index]].comment?.id {
                    comments.insert(id)
                }
            }
        }

        func leaves(roomBelow id: Comment.ID?) -> Bool { id.map(comments.contains) ?? isAtTheTop }
    }
}

extension CommentForest {
    /// Returns this forest sorted locally, by the known fields of its comments.
    ///
    /// Answers stay below what they answer, and placeholders behind the comments beside them. What a comment does not
    /// say puts it behind those that do; equal ones keep their order. All of it is approximate: only what is here can
    /// be sorted, and of votes only their sum is known.
    ///
    /// | order | made from |
    /// | --- | --- |
    /// | `top` | score |
    /// | `confidence` | pinned ones first, then score; of equal ones the one with more answers |
    /// | `new`, `old` | date |
    /// | `controversial` | answers below it for each vote of the score, then the lower score |
    /// | `qa` | pinned ones first, then those that the post's writer answered, then score |
    /// | any other | nothing: it stays in the order that it has |
    ///
    /// - Parameter sort: The order.
    /// - Returns: The forest.
    /// - Complexity: O(*n* log *n*).
    package func sorted(by sort: CommentSort) -> CommentForest {
        guard sort.isBuiltIn else { return self }
        let outline = CommentOutline(entries)
        var tree = CommentTree(entries, parents: CommentTree.enclosing(entries, outline))
        let ranks = entries.indices.map { index in
            guard case .comment(let comment) = entries[index] else { return Rank() }
            return rank(of: comment, at: index, by: sort, tree, outline)
        }
        tree.sort { left, right in
            ranks[left] == ranks[right] ? left < right : ranks[right].isBehind(ranks[left])
        }
        return CommentForest(threaded: tree.walk().map { entries[$0] }, isWhole: isWhole)
    }

    /// The sort key of a comment: the larger one comes first.
    private struct Rank: Equatable {
        var group = 0
        var first = -Double.infinity
        var second = -Double.infinity

        func isBehind(_ other: Rank) -> Bool {
            (group, first, second) < (other.group, other.first, other.second)
        }
    }

    private func rank(
        of comment: Comment, at index: Int, by sort: CommentSort, _ tree: CommentTree, _ outline: CommentOutline
    ) -> Rank {
        let score = comment.score.map(Double.init) ?? -.infinity
        let date = comment.created?.timeIntervalSince1970
        let pinned = comment.isStickied == true ? 2 : 0
        let replyCount = Double(outline.replyCount(of: index))
        switch sort {
        case .top: return Rank(first: score)
        case .confidence: return Rank(group: pinned, first: score, second: replyCount)
        case .new: return Rank(first: date ?? -.infinity)
        case .old: return Rank(first: date.map { -$0 } ?? -.infinity)
        case .controversial:
            guard comment.score != nil else { return Rank() }
            return Rank(first: replyCount / max(abs(score), 1), second: -score)
        case .qa:
            let isAnswered = tree.comments(below: index).contains { entries[$0].comment?.isSubmitter == true }
            return Rank(group: pinned + (isAnswered ? 1 : 0), first: score)
        default: return Rank()
        }
    }
}
