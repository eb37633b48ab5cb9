extension CommentForest {
    /// This forest with what a placeholder stood for.
    ///
    /// Comments that are there already are left as they are. Those that were asked for by name and did not come are
    /// named by no placeholder any more, unless the answer names them again; where only some of its comments were asked
    /// for, the placeholder stays with the others. A "continue this thread" goes, unless the answer says the same once
    /// more: then it stays, for part of the thread is still missing. What comes for a placeholder that is not there any
    /// more changes nothing but comments, and new ones are found below what they answer all the same.
    ///
    /// - Parameters:
    ///   - more: The placeholder.
    ///   - expansion: What came, in the server's order, nested or flat.
    /// - Returns: The forest; what came stands behind the comments that were there.
    /// - Complexity: O(*n*) in both.
    public func expanding(_ more: MoreComments, with expansion: CommentExpansion) -> CommentForest {
        var threading = CommentThreading()
        threading.append(
            more.isContinuation
                ? entries.filter { $0.more.map { !$0.isContinuation(of: more.parent) } ?? true } : entries)
        let named = Set(expansion.entries.lazy.compactMap(\.more).flatMap(\.ids))
        threading.gone = Set(expansion.requested).subtracting(named)
        let enclosing: Comment.ID? = if case .comment(let id) = more.parent { id } else { nil }
        let earlier = EarlierAnswers(entries, beside: expansion)
        for entry in expansion.entries {
            if var next = entry.more, next.isContinuation, !more.isContinuation(of: next.parent) {
                // One that was asked before; what is still missing of it stays to be asked for.
                guard let missing = earlier.missing(of: next) else { continue }
                next.count = missing
                threading.append(.more(next), below: enclosing, isArrival: true)
            } else {
                threading.append(entry, below: enclosing, isArrival: true)
            }
        }
        return CommentForest(threaded: threading.threaded())
    }

    /// What is known below comments that an answer calls continued elsewhere: it came when that was asked for.
    private struct EarlierAnswers {
        private let answered: Set<Comment.Parent>
        private let entries: [CommentThread.Entry]
        private let expansion: CommentExpansion
        /// Made for the few answers that need it.
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

        /// How many comments a "continue this thread" still stands for.
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

    /// How many comments are known below each, those left out that an answer brings again.
    private struct Sums {
        private var places: [Comment.ID: Int] = [:]
        private let outline: CommentOutline
        /// For each entry, and for the end, how many comments stand before it or are left out there.
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

    /// What is left to be asked for.
    ///
    /// - Parameter request: The placeholder, as somebody saw it.
    /// - Returns: The request for those of its comments that a placeholder still names; `nil` when there are none.
    func open(_ request: MoreRequest) -> MoreRequest? {
        if request.more.isContinuation {
            return entries.contains { $0.more?.isContinuation(of: request.more.parent) ?? false } ? request : nil
        }
        let named = Set(entries.lazy.compactMap(\.more).flatMap(\.ids))
        var open = request
        open.more.ids = request.ids.filter(named.contains)
        return open.more.ids.isEmpty ? nil : open
    }
}

extension MoreComments {
    /// Whether it is the "continue this thread" below something.
    fileprivate func isContinuation(of parent: Comment.Parent) -> Bool { isContinuation && self.parent == parent }
}
