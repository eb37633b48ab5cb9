import Core

extension FeedOrder {
    /// Takes posts out whose contents are evicted.
    ///
    /// What is left falls into runs, and in front of the first that lost its end there is a gap, where the first page
    /// or the head's end says how the server goes on.
    mutating func evict(_ gone: Set<Post.ID>) {
        guard ids.contains(where: gone.contains) else { return }
        let isFirstWhole = first.map { !$0.ids.contains(where: gone.contains) } ?? false
        if !isFirstWhole { first = nil }
        if !isHeadWhole(without: gone) {
            headEnd = first.flatMap { first in
                first.next.flatMap { next in first.ids.last.map { HeadEnd(cursor: next, last: $0) } }
            }
        }
        if let last = ids.last, gone.contains(last) { isEnd = false }
        runs = runs.flatMap { $0.parts(without: gone) }
        guard !runs.isEmpty else {
            self = FeedOrder()
            return
        }
        guard runs[0].cursor == nil, runs.count > 1 || !isEnd else { return }
        if let headEnd, let position = runs[0].ids.firstIndex(of: headEnd.last) {
            let rest = Array(runs[0].ids[(position + 1)...])
            if !rest.isEmpty { runs.insert(Run(ids: rest, cursor: nil), at: 1) }
            runs[0] = Run(ids: Array(runs[0].ids[...position]), cursor: headEnd.cursor)
        } else if first != nil {
            // The first page was all that the server has, so nothing is missing behind it.
            runs = [Run(ids: ids, cursor: nil)]
            isEnd = true
        }
    }

    private func isHeadWhole(without gone: Set<Post.ID>) -> Bool {
        guard let headEnd, let position = ids.firstIndex(of: headEnd.last) else { return false }
        return !ids[...position].contains(where: gone.contains)
    }
}

extension FeedOrder.Run {
    /// Returns the rest of the run: a run for each stretch, and only the one with the run's last post has its cursor.
    fileprivate func parts(without gone: Set<Post.ID>) -> [FeedOrder.Run] {
        let stretches = ids.split(whereSeparator: gone.contains)
        return stretches.map { stretch in
            FeedOrder.Run(ids: Array(stretch), cursor: stretch.endIndex == ids.endIndex ? cursor : nil)
        }
    }
}
